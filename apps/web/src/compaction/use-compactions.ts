import type { ChatView, Compaction, Message, MessageId } from '@stet/api/client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'
import { type Checkpoints, readCheckpoints } from './checkpoints.ts'

type Form = 'prose' | 'snapshot'

/** What to summarise: everything, everything above a message, or again what a summary covers. */
export type SummaryScope =
  | { readonly kind: 'whole'; readonly form?: Form }
  | { readonly kind: 'above'; readonly messageId: MessageId; readonly form?: Form }
  | { readonly kind: 'again'; readonly messageId: MessageId; readonly form?: Form }

export interface SummaryWish {
  readonly scope: SummaryScope
  readonly form: Form
  /** An instruction for this summary alone; empty for none. */
  readonly instruction: string
  /** Whether it is used only once the user accepts it. */
  readonly preview: boolean
}

type Step = ChatView['chat']['checkpointSteps']['done'][number]

export interface Compactions {
  /** The summary being written on the shown path, or one by hand that failed. */
  readonly shown: Compaction | null
  readonly checkpoints: Checkpoints
  /** Null while nothing can be summarised. */
  readonly summarise: ((form: Form) => Promise<boolean>) | null
  /** Resolves to whether it was asked for. */
  readonly make: (wish: SummaryWish) => Promise<boolean>
  /** What the dialog is open for; null while it is closed. */
  readonly asking: SummaryScope | null
  /** Opens the dialog; null while nothing can be summarised. */
  readonly ask: ((scope: SummaryScope) => void) | null
  readonly closeDialog: () => void
  /** What was last done to the summaries of this chat; null where there is nothing to undo, or to redo. */
  readonly undo: { readonly words: string; readonly act: () => void } | null
  readonly redo: { readonly words: string; readonly act: () => void } | null
  readonly stop: (compaction: Compaction) => void
  readonly retry: () => void
  readonly dismissFailed: (compaction: Compaction) => void
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

/** The summaries of a chat, and what the user does with them (C10 to C12). Their progress arrives as events. */
export function useCompactions(view: ChatView, loaded: readonly Message[], working: boolean): Compactions {
  const { client, live, announcer, newKey } = useServices()
  const { trouble, attempt, dismiss } = useAttempt()
  const asked = useRef<SummaryWish>(wishFor({ kind: 'whole' }, 'prose'))
  const [asking, setAsking] = useState<SummaryScope | null>(null)
  const {
    path,
    earlier,
    chat: { id: chatId, lifts, checkpointSteps: steps },
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
    function make(wish: SummaryWish): Promise<boolean> {
      asked.current = wish
      const { scope, form, instruction, preview } = wish
      const which =
        scope.kind === 'whole' ? {} : scope.kind === 'above' ? { above: scope.messageId } : { again: scope.messageId }
      const command = { form, ...which, instruction, preview, key: newKey() }
      return attempt('Could not summarise the conversation', client.summarise(chatId, command))
    }

    function formOf(checkpointId: MessageId): Form {
      const message = loaded.find(({ id }) => id === checkpointId)
      return message?.role === 'summary' && message.form === 'snapshot' ? 'snapshot' : 'prose'
    }

    function again(messageId: MessageId): void {
      void make(wishFor({ kind: 'again', messageId }, formOf(messageId)))
    }

    function step(act: 'undo' | 'redo', last: Step | undefined): Compactions['undo'] {
      if (last === undefined) return null
      const words = `${act === 'undo' ? 'Undo' : 'Redo'}: ${stepWords[last.kind]}`
      const done = () => client.undoCheckpoint(chatId, { act, key: newKey() }).then(() => announcer.say(`${words}.`))
      return { words, act: () => void attempt(`Could not ${act} it`, done()) }
    }

    return {
      shown,
      checkpoints: {
        ...readCheckpoints({ path, earlier, lifts }),
        again: canSummarise ? again : null,
        redo: canSummarise ? messageId => setAsking({ kind: 'again', messageId, form: formOf(messageId) }) : null,
        summariseAbove: canSummarise ? messageId => setAsking({ kind: 'above', messageId }) : null,
      },
      summarise: canSummarise ? form => make(wishFor({ kind: 'whole' }, form)) : null,
      make,
      asking,
      ask: canSummarise ? setAsking : null,
      closeDialog: () => setAsking(null),
      undo: step('undo', steps.done.at(-1)),
      redo: step('redo', steps.undone.at(-1)),
      retry: () => void make(asked.current),
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
  }, [
    client,
    newKey,
    announcer,
    chatId,
    path,
    loaded,
    earlier,
    lifts,
    steps,
    shown,
    asking,
    canSummarise,
    attempt,
    dismiss,
    trouble,
  ])
}

function wishFor(scope: SummaryScope, form: Form): SummaryWish {
  return { scope, form, instruction: '', preview: false }
}

const stepWords: Readonly<Record<Step['kind'], string>> = {
  summarise: 'summary',
  preview: 'preview of a summary',
  edit: 'edited summary',
  clear: 'clear',
  lift: 'lift',
  hold: 'use of a summary',
  discard: 'discarded preview',
  'resume-compaction': 'automatic summaries on',
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
