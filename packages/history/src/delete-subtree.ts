import type { ChatReferences, CheckpointStep, Lift } from './chat.ts'
import type { MessageId } from './id.ts'
import type { Message, NewMessage, Path } from './message.ts'
import { lastLink } from './path.ts'
import { addSpending, type CostOf, cumulativeSpending, nothingSpent, spendingOf } from './spending.ts'
import type { CumulativeSpending } from './usage.ts'

export type NewAccounting = Extract<NewMessage, { readonly role: 'accounting' }>

export interface Deletion {
  /** The deleted message first, then everything below it, asides and accounting included. */
  readonly subtree: readonly Message[]
  /** The whole path to its parent, asides included. */
  readonly pathToParent: Path
  readonly costOf: CostOf
  readonly accountingId: MessageId
  readonly at: number
  readonly reason: string
}

/** What a deletion removes, and the accounting message it leaves on the parent (H7). */
export function deleteSubtree(deletion: Deletion): {
  readonly remove: readonly MessageId[]
  readonly accounting: NewAccounting
} {
  const { subtree, pathToParent, costOf, accountingId, at, reason } = deletion
  const top = subtree[0]
  if (top === undefined) throw new Error('nothing to delete')
  const end = lastLink(pathToParent)?.id ?? null
  // Accounting made from the wrong path would be wrong for ever: nothing else remembers what was deleted.
  if (end !== top.parentId)
    throw new Error(`message ${top.id} has the parent ${top.parentId}, but the path ends at ${end}`)
  const removedIds = new Set(subtree.map(message => message.id))
  const removed = spentIn(subtree, costOf)
  const before = cumulativeSpending(pathToParent, costOf)
  // An aside that is deleted alone is on the path to its parent, which counts it already.
  const isCounted = pathToParent.some(message => removedIds.has(message.id))
  return {
    remove: [...removedIds],
    accounting: {
      id: accountingId,
      chatId: top.chatId,
      parentId: top.parentId,
      at,
      copiedFrom: null,
      role: 'accounting',
      reason,
      removedMessages: removedIds.size,
      cumulative: isCounted ? before : addSpending(before, removed),
      removed,
    },
  }
}

/** The chat's references once these messages are gone; a tip among them moves to the parent of what was deleted. */
export function withoutMessages(
  chat: ChatReferences,
  removed: Iterable<MessageId>,
  parentId: MessageId | null,
): ChatReferences {
  const gone = new Set(removed)
  const withoutGone = (lifts: readonly Lift[]) =>
    lifts.filter(lift => !gone.has(lift.checkpoint) && !gone.has(lift.below))
  const withoutGoneStep = (step: CheckpointStep) =>
    step.made !== null && gone.has(step.made.id) ? [] : [{ ...step, lifts: withoutGone(step.lifts) }]
  return {
    tip: chat.tip !== null && gone.has(chat.tip) ? parentId : chat.tip,
    recentTips: chat.recentTips.filter(tip => !gone.has(tip)),
    marks: chat.marks.filter(mark => !gone.has(mark.messageId)),
    lifts: withoutGone(chat.lifts),
    checkpointSteps: {
      done: chat.checkpointSteps.done.flatMap(withoutGoneStep),
      undone: chat.checkpointSteps.undone.flatMap(withoutGoneStep),
    },
  }
}

function spentIn(subtree: readonly Message[], costOf: CostOf): CumulativeSpending {
  let total = nothingSpent
  for (const message of subtree) {
    total = addSpending(total, message.role === 'accounting' ? message.removed : spendingOf(message, costOf))
  }
  return total
}
