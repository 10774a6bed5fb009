import { isAside, type Message, type Path } from './message.ts'
import type { ToolCallPart } from './part.ts'

/** The calls a message makes; none for anything but an assistant message. */
export function toolCallsOf(message: Message): readonly ToolCallPart[] {
  if (message.role !== 'assistant') return []
  return message.parts.filter(part => part.kind === 'tool-call')
}

/** Whether a message makes calls, and so opens a step that its results close. */
export function hasToolCalls(message: Message): boolean {
  return message.role === 'assistant' && message.parts.some(part => part.kind === 'tool-call')
}

/**
 * Whether a summary may cover through the message at `index`: never between calls and their results, nor behind calls
 * that are not answered yet (H6). It needs the path from the nearest readable link at or before `index` that is no
 * `env-changed`, up to the link after it.
 */
export function isStepBoundary(path: Path, index: number): boolean {
  const message = path[index]
  if (message === undefined) throw new Error(`the path of ${path.length} messages has none at ${index}`)
  if (isAside(message)) return false
  // Behind an unreadable message stand results whose calls cannot be seen.
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
