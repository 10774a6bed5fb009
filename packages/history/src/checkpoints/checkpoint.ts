import type { Chat, Lift } from '../chat.ts'
import type { MessageId } from '../id.ts'
import { type CheckpointMessage, hasToolCalls, isAside, isCheckpoint, type Message, type Path } from '../message.ts'
import { lastLink } from '../path.ts'
import { childrenOf, type Tree } from '../tree.ts'

/** The checkpoint in force, and the index on the path of the last message that it keeps from being sent. */
export interface ActiveCheckpoint {
  readonly checkpoint: CheckpointMessage
  readonly coversIndex: number
}

/**
 * The last checkpoint on the path that is not lifted; of several on one message, the newest. So the summary that covers most
 * wins, and a clear drops every summary above it (H6).
 *
 * The same on every suffix that begins at or above this checkpoint's parent.
 */
export function activeCheckpoint(path: Path, lifts: readonly Lift[]): ActiveCheckpoint | null {
  const lifted = liftedOn(path, lifts)
  const at = path.findLastIndex(message => isCheckpoint(message) && !lifted.has(message.id))
  const checkpoint = path[at]
  if (checkpoint === undefined || !isCheckpoint(checkpoint)) return null
  const covered = checkpoint.role === 'summary' ? checkpoint.coversThrough : checkpoint.parentId
  const coversIndex = path.findLastIndex((message, index) => index < at && message.id === covered)
  if (coversIndex === -1) throw new Error(`checkpoint ${checkpoint.id} covers ${covered}, which is not on the path`)
  return { checkpoint, coversIndex }
}

/**
 * Whether a summary may cover through the message at `index`: never between calls and their results, and never after
 * unanswered calls (H6). It needs the path from the nearest readable link at or before `index` that is not `env-changed`, up
 * to the link after it.
 */
export function isStepBoundary(path: Path, index: number): boolean {
  const message = path[index]
  if (message === undefined) throw new Error(`the path of ${path.length} messages has none at ${index}`)
  if (isAside(message)) return false
  // The results after an unreadable message belong to calls that cannot be seen.
  if (nextLink(path, index)?.role === 'tool-results') return false
  for (let at = index; at >= 0; at -= 1) {
    const before = path[at]
    if (before === undefined || isAside(before)) continue
    if (before.role === 'env-changed' || before.role === 'unreadable') continue
    return !hasToolCalls(before)
  }
  return true
}

function nextLink(path: Path, index: number): Message | undefined {
  for (let at = index + 1; at < path.length; at += 1) {
    const message = path[at]
    if (message !== undefined && !isAside(message)) return message
  }
  return undefined
}

type Lifted = Pick<Chat, 'lifts'>

/** The checkpoints that are lifted on a path. For each checkpoint of a suffix the answer is that of the whole path. */
export function liftedOn(path: Path, lifts: readonly Lift[]): ReadonlySet<MessageId> {
  return new Set(liftsOn(path, lifts).map(lift => lift.checkpoint))
}

export function isLifted(path: Path, lifts: readonly Lift[], checkpoint: MessageId): boolean {
  return liftedOn(path, lifts).has(checkpoint)
}

/**
 * Whether a lift switched automatic compaction off on this path (H6). The same on every suffix that begins at or above the
 * first message that a lift is below.
 */
export function isCompactionOff(path: Path, lifts: readonly Lift[]): boolean {
  return liftsOn(path, lifts).some(lift => lift.automaticCompaction === 'off')
}

/** The chat's lifts once the checkpoint is lifted on this path and below its last link. */
export function liftCheckpoint(chat: Lifted, checkpoint: MessageId, path: Path): readonly Lift[] {
  if (!path.some(message => message.id === checkpoint && isCheckpoint(message))) {
    throw new Error(`checkpoint ${checkpoint} is not on the path`)
  }
  if (isLifted(path, chat.lifts, checkpoint)) return chat.lifts
  const end = lastLink(path)
  if (end === null) throw new Error('a path without a link has no branch to lift on')
  return [...chat.lifts, { checkpoint, below: end.id, automaticCompaction: 'off' }]
}

/** Keeps a summary from being in force anywhere: it hangs on `parentId`, which every path with it contains. */
export function heldBack(
  lifts: readonly Lift[],
  checkpoint: MessageId,
  parentId: MessageId,
  because: NonNullable<Lift['because']>,
): readonly Lift[] {
  const others = lifts.filter(lift => lift.checkpoint !== checkpoint)
  return [...others, { checkpoint, below: parentId, automaticCompaction: 'on', because }]
}

/** The chat's lifts once a summary no longer waits to be accepted. Where it was accepted it stays in force. */
export function discardPreview(lifts: readonly Lift[], checkpoint: MessageId): readonly Lift[] {
  return lifts.map(lift =>
    lift.checkpoint === checkpoint && lift.because === 'preview' ? { ...lift, because: 'discarded' as const } : lift,
  )
}

/**
 * The chat's lifts once this checkpoint is the one in force of those on its message: it is not lifted on this path, and newer ones there are
 * discarded on it. The tree must be as for `unliftCheckpoint`.
 */
export function holdCheckpoint(tree: Tree, chat: Lifted, checkpoint: MessageId, path: Path): readonly Lift[] {
  const lifts = unliftCheckpoint(tree, chat, checkpoint, path)
  const held = path.find(message => message.id === checkpoint)
  const end = lastLink(path)
  if (held === undefined || end === null) throw new Error(`checkpoint ${checkpoint} is not on the path`)
  const lifted = liftedOn(path, lifts)
  const newer = path.filter(
    message =>
      isCheckpoint(message) &&
      message.parentId === held.parentId &&
      message.order > held.order &&
      !lifted.has(message.id),
  )
  const discarded = newer.map(
    ({ id }): Lift => ({ checkpoint: id, below: end.id, automaticCompaction: 'on', because: 'discarded' }),
  )
  return [...lifts, ...discarded]
}

/**
 * The chat's lifts once the checkpoint is in force on this path again. Branches that leave the path below a lift keep it, so the
 * tree must hold the path from the lift down, with all children.
 */
export function unliftCheckpoint(tree: Tree, chat: Lifted, checkpoint: MessageId, path: Path): readonly Lift[] {
  const here = new Set(liftsOn(path, chat.lifts).filter(lift => lift.checkpoint === checkpoint))
  return chat.lifts.flatMap(lift => (here.has(lift) ? onOtherBranches(tree, lift, path) : [lift]))
}

/**
 * The chat's lifts once the user switched automatic compaction on again on this path. The checkpoints stay lifted, and other
 * branches stay as they are. The tree must hold the path from the lift down, with all children.
 */
export function resumeCompaction(tree: Tree, chat: Lifted, path: Path): readonly Lift[] {
  const here = new Set(liftsOn(path, chat.lifts).filter(lift => lift.automaticCompaction === 'off'))
  return chat.lifts.flatMap(lift => {
    if (!here.has(lift)) return [lift]
    const resumed: Lift = { ...lift, automaticCompaction: 'on' }
    return [resumed, ...onOtherBranches(tree, lift, path)]
  })
}

function liftsOn(path: Path, lifts: readonly Lift[]): readonly Lift[] {
  if (lifts.length === 0) return []
  const ids = new Set(path.map(message => message.id))
  return lifts.filter(lift => ids.has(lift.below))
}

function onOtherBranches(tree: Tree, lift: Lift, path: Path): readonly Lift[] {
  const onPath = new Set(path.map(message => message.id))
  const start = path.findIndex(message => message.id === lift.below)
  return path
    .slice(start)
    .filter(message => !isAside(message))
    .flatMap(link => childrenOf(tree, link.id))
    .filter(child => !onPath.has(child.id))
    .map(child => ({ ...lift, below: child.id }))
}
