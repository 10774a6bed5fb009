import type { Chat } from '@stet/api/client'
import { sentence } from '../formats/sentence.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAnswering } from './chat-model.tsx'

/** A chat whose model is gone says so, with the ways out. */
export function ModelGoneNotice({ chat, onChoose }: { chat: Chat; onChoose: () => void }) {
  const because = useAnswering(chat)?.because ?? null
  if (because === null) return null
  return (
    <div role="alert" className="mx-auto w-full max-w-[47.5rem] px-3 pb-2 sm:px-6">
      <Notice
        tone="trouble"
        title="This chat needs another model to go on."
        actions={
          <>
            <Button look="outline" onClick={onChoose}>
              Choose a model
            </Button>
            <ButtonLink to="/providers">Providers</ButtonLink>
          </>
        }
      >
        {sentence(because)} What was said stands as it is.
      </Notice>
    </div>
  )
}
