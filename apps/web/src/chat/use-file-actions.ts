import type { Chat } from '@stet/api/client'
import { useMemo } from 'react'
import type { FileActions } from '../attachments/attached-files.tsx'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'

export interface FileActing {
  readonly actions: FileActions
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

/** Removing files from the context of a chat, and taking that back. */
export function useFileActions({ id: chatId, marks }: Chat): FileActing {
  const { client, newKey } = useServices()
  const { trouble, attempt, dismiss } = useAttempt()
  const actions = useMemo((): FileActions => {
    const released = new Set(
      marks.flatMap(mark => (mark.kind === 'released' ? [`${mark.messageId} ${mark.blob}`] : [])),
    )
    return {
      isReleased: (messageId, blob) => released.has(`${messageId} ${blob}`),
      change: (messageId, blob, act) => {
        const what = act === 'release' ? 'Could not remove the file' : 'Could not restore the file'
        void attempt(
          what,
          client.releaseAttachments(chatId, { act, attachments: [{ messageId, blob }], key: newKey() }),
        )
      },
    }
  }, [client, newKey, chatId, marks, attempt])
  return { actions, trouble, dismiss }
}
