import type { Lift } from './chat.ts'
import { liftedOn } from './lift.ts'
import { type CheckpointMessage, isCheckpoint, type Path } from './message.ts'

/** The checkpoint that holds, and where on the path the last message stands that it keeps from being sent. */
export interface ActiveCheckpoint {
  readonly checkpoint: CheckpointMessage
  readonly coversIndex: number
}

/**
 * The checkpoint that hangs furthest down the path, and of several on one message the newest, leaving out lifted ones: of
 * summaries the one covering most wins, and a clear drops every summary above it (H6).
 *
 * The same on every suffix that begins at or above the message this checkpoint hangs on.
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
