import type { Lift } from './chat.ts'
import { activeCheckpoint } from './checkpoints/checkpoint.ts'
import type { AssistantMessage, Message, Path } from './message.ts'
import type { Usage } from './usage.ts'

/**
 * The tokens that the latest request on the path read and wrote (C16). A summary in force that is newer than that
 * request resets it to the tokens the summary's own request wrote, a clear to 0. Titles, accounting and asking for a summary
 * change nothing; lifting a checkpoint restores the value before it.
 *
 * Null means unknown: no request on this path reported its usage yet, or the summary that resets it has no usage (a truncation
 * made no request). The same on every suffix that holds both the last assistant message with usage and the parent of the
 * active checkpoint.
 */
export function contextSize(path: Path, lifts: readonly Lift[]): number | null {
  const latest = path.findLast(isMeasured)
  const checkpoint = activeCheckpoint(path, lifts)?.checkpoint
  if (checkpoint !== undefined && (latest === undefined || checkpoint.order > latest.order)) {
    return checkpoint.role === 'clear' ? 0 : (checkpoint.request?.usage?.output ?? null)
  }
  if (latest === undefined) return null
  const { input, cacheRead, cacheWrite, output } = latest.usage
  return input + cacheRead + cacheWrite + output
}

function isMeasured(message: Message): message is AssistantMessage & { readonly usage: Usage } {
  return message.role === 'assistant' && message.usage !== null
}
