import type { Chat, ContextFile } from '@stet/api/client'
import { useMemo, useState } from 'react'
import type { FileActions } from '../attachments/attached-files.tsx'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'

export interface FileActing {
  readonly actions: FileActions
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
  /** A file that is to become a context document, once the user saw what it costs; null for none. */
  readonly proposed: ProposedDocument | null
}

export interface ProposedDocument {
  readonly name: string
  /** All documents with it. */
  readonly documents: readonly ContextFile[]
  readonly accept: () => void
  readonly close: () => void
}

/** Removing files from the context of a chat, taking that back, and sending one with every request. */
export function useFileActions({ id: chatId, marks, settings }: Chat): FileActing {
  const { client, newKey } = useServices()
  const { trouble, attempt, dismiss } = useAttempt()
  const { documents } = settings
  const [chosen, setChosen] = useState<ContextFile | null>(null)
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
      addDocument: ({ blob, name }) => setChosen({ blob, name, path: null }),
    }
  }, [client, newKey, chatId, marks, attempt])

  function propose(document: ContextFile): ProposedDocument {
    const next = [...documents.filter(({ blob }) => blob !== document.blob), document]
    return {
      name: document.name,
      documents: next,
      accept: () => {
        setChosen(null)
        void attempt('Could not add the document', client.changeDocuments(chatId, { documents: next, key: newKey() }))
      },
      close: () => setChosen(null),
    }
  }

  return { actions, trouble, dismiss, proposed: chosen === null ? null : propose(chosen) }
}
