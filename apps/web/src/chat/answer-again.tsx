import type { Chat, MessageId } from '@stet/api/client'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { useServices } from '../state/services.ts'

const ModelPopup = lazy(async () => ({ default: (await import('../models/model-popup.tsx')).ModelPopup }))

interface AnswerAgainProps {
  chat: Chat
  /** The answer that another model is to give again; null while nobody asks. */
  messageId: MessageId | null
  /** Where the model of the chat is shown, which the choice changes. */
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** Has another model answer again. It becomes the model of the chat, so that what follows is answered by it too. */
export function AnswerAgain({ chat, messageId, anchor, onClose }: AnswerAgainProps) {
  const { client, newKey } = useServices()
  const [trouble, setTrouble] = useState<string | null>(null)
  if (messageId === null) return null

  function close(): void {
    setTrouble(null)
    onClose()
  }

  async function answerWith(id: MessageId, definition: string, model: string): Promise<void> {
    await client.changeModel(chat.id, { definition, model, key: newKey() })
    await client.retry(chat.id, { messageId: id, key: newKey() })
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
        onChoose={({ definition, model }) => {
          answerWith(messageId, definition, model).catch((error: unknown) =>
            setTrouble(error instanceof Error ? error.message : String(error)),
          )
        }}
      />
    </Suspense>
  )
}
