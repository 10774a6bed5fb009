import type { Chat, MessageId, ModelChoice } from '@stet/api/client'
import { type RefObject, Suspense, useState } from 'react'
import { useServices } from '../state/services.ts'
import { lazyPart } from '../ui/parts/lazy-part.tsx'

const ModelPopup = lazyPart(async () => (await import('../models/model-popup.tsx')).ModelPopup)

interface AnswerAgainProps {
  chat: Chat
  /** The answer that another model is to give again; null while nobody asks. */
  messageId: MessageId | null
  /** Where the list of models opens. */
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** Has another model answer again, this once. The chat keeps its model, which answers what follows. */
export function AnswerAgain({ chat, messageId, anchor, onClose }: AnswerAgainProps) {
  const { client, newKey } = useServices()
  const [trouble, setTrouble] = useState<string | null>(null)
  if (messageId === null) return null

  function close(): void {
    setTrouble(null)
    onClose()
  }

  async function answerWith(id: MessageId, model: ModelChoice): Promise<void> {
    await client.retry(chat.id, { messageId: id, model, key: newKey() })
    close()
  }

  return (
    <Suspense>
      <ModelPopup
        open
        onOpenChange={open => {
          if (!open) close()
        }}
        anchor={anchor}
        current={chat.settings.model}
        because={null}
        trouble={trouble}
        failed="Could not answer again."
        onChoose={({ definition, model }) => {
          answerWith(messageId, { definition, model }).catch((error: unknown) =>
            setTrouble(error instanceof Error ? error.message : String(error)),
          )
        }}
      />
    </Suspense>
  )
}
