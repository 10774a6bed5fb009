import type { ChatView, Compaction, MessageId } from '@stet/api/client'
import { useEffect, useMemo, useRef } from 'react'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'
import { type Checkpoints, readCheckpoints } from './checkpoints.ts'

type Form = 'prose' | 'snapshot'

interface Asked {
  readonly form: Form
  readonly again: MessageId | null
}

export interface Compactions {
  /** The summary being written on the shown path, or one by hand that failed. */
  readonly shown: Compaction | null
  readonly checkpoints: Checkpoints
  /** Null while nothing can be summarised. */
  readonly summarise: ((form: Form) => void) | null
  readonly stop: (compaction: Compaction) => void
  readonly retry: () => void
  readonly dismissFailed: (compaction: Compaction) => void
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

/** The summaries of a chat, and what the user does with them (C10 to C12). Their progress arrives as events. */
export function useCompactions(view: ChatView, working: boolean): Compactions {
  const { client, live, announcer, newKey } = useServices()
  const { trouble, attempt, dismiss } = useAttempt()
  const asked = useRef<Asked>({ form: 'prose', again: null })
  const {
    path,
    earlier,
    chat: { id: chatId, lifts },
  } = view
  const shown = shownCompaction(view)
  const canSummarise = !working && shown?.state !== 'working' && path.length > 0

  useEffect(
    () =>
      live.onEvent(event => {
        if (event.chatId === chatId && event.kind === 'message-added' && event.message.role === 'summary')
          announcer.say('Conversation summarised.')
      }),
    [live, announcer, chatId],
  )

  return useMemo(() => {
    function ask(wanted: Asked): void {
      asked.current = wanted
      void attempt('Could not summarise the conversation', client.summarise(chatId, { ...wanted, key: newKey() }))
    }

    function again(checkpointId: MessageId): void {
      const message = path.find(({ id }) => id === checkpointId)
      ask({
        form: message?.role === 'summary' && message.form === 'snapshot' ? 'snapshot' : 'prose',
        again: checkpointId,
      })
    }

    return {
      shown,
      checkpoints: { ...readCheckpoints({ path, earlier, lifts }), again: canSummarise ? again : null },
      summarise: canSummarise ? form => ask({ form, again: null }) : null,
      retry: () => ask(asked.current),
      stop: ({ id, by }) => {
        const named = by.kind === 'run' ? { runId: by.runId } : { compactionId: id }
        void attempt('Could not stop the summary', client.stop(chatId, { ...named, key: newKey() }))
      },
      dismissFailed: ({ id }) =>
        void attempt(
          'Could not dismiss the failed summary',
          client.dismissCompaction(chatId, { compactionId: id, key: newKey() }),
        ),
      trouble,
      dismiss,
    }
  }, [client, newKey, chatId, path, earlier, lifts, shown, canSummarise, attempt, dismiss, trouble])
}

/** The newest one that concerns the shown path; others are made on branches that are not shown. */
export function shownCompaction({
  compactions,
  path,
  earlier,
}: Pick<ChatView, 'compactions' | 'path' | 'earlier'>): Compaction | null {
  // What is above the part of the path that is held may be what it hangs on.
  const isHere = ({ coversThrough }: Compaction) => earlier || path.some(({ id }) => id === coversThrough)
  return compactions.findLast(isHere) ?? null
}
