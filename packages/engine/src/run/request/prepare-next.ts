import { type Chat, type ChatId, type MessageId, rememberTip } from '@stet/history'
import { readNewestLeaf, type Store, toMessagePut } from '@stet/store'
import { type ClosedStep, closeStep } from '../../calls/close-step.ts'
import type { LiveRuns } from '../live/live-runs.ts'
import { environmentBefore } from './environment.ts'
import { endedRunsAt, type TakeDeps, takeWaiting } from './take-waiting.ts'

type PrepareDeps = TakeDeps & { readonly live: LiveRuns }

interface Place {
  readonly parentId: MessageId | null
  readonly at: number
}

/** Everything that must be written before the user's next message; last, the announcement of changed directories (H8). */
export async function prepareNext(
  deps: PrepareDeps,
  { chat, parentId, at }: Place & { readonly chat: Chat },
): Promise<ClosedStep> {
  const above = await prepareBelow(deps, { chatId: chat.id, parentId, at })
  if (above.messages.some(({ role }) => role === 'env-changed')) return above
  const note = await environmentBefore(deps, { chat, lastSaved: parentId, below: above.last, at })
  if (note === null) return above
  return {
    calls: above.calls,
    messages: [...above.messages, note],
    operations: [...above.operations, toMessagePut(note)],
    last: note.id,
  }
}

/** Closes an open step, and adds the messages that wait for a run that ended there without sending them (R10). */
export async function prepareBelow(deps: PrepareDeps, place: Place & { readonly chatId: ChatId }): Promise<ClosedStep> {
  const { chatId, parentId } = place
  const below = await closeStep(deps, place)
  if (parentId === null || below.last === null) return below
  const runs = new Set(await endedRunsAt(deps, chatId, new Set([parentId])))
  if (runs.size === 0) return below
  const taken = await takeWaiting(deps, { chatId, runs, below: below.last, lastSaved: parentId })
  return {
    calls: below.calls,
    messages: [...below.messages, ...taken.messages],
    operations: [...below.operations, ...taken.operations],
    last: taken.last ?? below.last,
  }
}

interface Said {
  /** The last message that was sent. */
  readonly id: MessageId
  /** Its parent as the user saw it. */
  readonly parentId: MessageId | null
}

/** The new message becomes the tip. A leaf that is no longer shown is remembered, so that the user can return to it (H4). */
export async function tipAfterSending(
  store: Store,
  { id, tip, recentTips }: Chat,
  said: Said,
): Promise<{ readonly tip: MessageId; readonly recentTips: readonly MessageId[] }> {
  const left = await readNewestLeaf(store, id, tip)
  const stays = left === null || left === said.parentId
  return { tip: said.id, recentTips: stays ? recentTips : rememberTip(recentTips, left) }
}
