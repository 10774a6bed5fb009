import { hasToolCalls, isAside, type Message } from '@stet/history'

/** The first and the last message of a step. */
export interface StepBounds {
  readonly from: number
  readonly through: number
}

/** The step that the message at `index` belongs to: calls and their results, asides between them included; else itself alone. */
export function stepAround(messages: readonly Message[], index: number): StepBounds {
  const from = callsBefore(messages, index)
  return from === -1 ? { from: index, through: index } : { from, through: lastResults(messages, from) }
}

function callsBefore(messages: readonly Message[], index: number): number {
  for (let at = index; at >= 0; at -= 1) {
    const message = messages[at]
    if (message === undefined) break
    if (hasToolCalls(message)) return at
    if (message.role !== 'tool-results' && (at === index || !isAside(message))) break
  }
  return -1
}

function lastResults(messages: readonly Message[], from: number): number {
  let through = from
  for (let at = from + 1; at < messages.length; at += 1) {
    const message = messages[at]
    if (message === undefined || (message.role !== 'tool-results' && !isAside(message))) break
    if (message.role === 'tool-results') through = at
  }
  return through
}
