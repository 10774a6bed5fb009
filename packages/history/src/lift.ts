import type { Chat, Lift } from './chat.ts'
import type { MessageId } from './id.ts'
import { isAside, isCheckpoint, type Path } from './message.ts'
import { lastLink } from './path.ts'
import { childrenOf, type Tree } from './tree.ts'

type Lifted = Pick<Chat, 'lifts'>

/** The checkpoints that are lifted on a path. For each checkpoint of a suffix the answer is that of the whole path. */
export function liftedOn(path: Path, lifts: readonly Lift[]): ReadonlySet<MessageId> {
  return new Set(liftsOn(path, lifts).map(lift => lift.checkpoint))
}

export function isLifted(path: Path, lifts: readonly Lift[], checkpoint: MessageId): boolean {
  return liftedOn(path, lifts).has(checkpoint)
}

/**
 * Whether a lift keeps automatic compaction off on this path (H6). The same on every suffix that begins at or above the
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

/**
 * The chat's lifts once the checkpoint holds on this path again. Branches that leave the path below a lift keep it, so the
 * tree must hold the path from the lift down, and all that hangs on it.
 */
export function unliftCheckpoint(tree: Tree, chat: Lifted, checkpoint: MessageId, path: Path): readonly Lift[] {
  const here = new Set(liftsOn(path, chat.lifts).filter(lift => lift.checkpoint === checkpoint))
  return chat.lifts.flatMap(lift => (here.has(lift) ? onOtherBranches(tree, lift, path) : [lift]))
}

/**
 * The chat's lifts once a person switched automatic compaction on again on this path; what was lifted stays lifted, and
 * other branches stay as they are. The tree must hold the path from the lift down, and all that hangs on it.
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
