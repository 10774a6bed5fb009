import type { ChatView, Message, ToolResultPart } from '@stet/api/client'

type Results = Extract<Message, { role: 'tool-results' }>

/**
 * The results that stay in sight when their steps are folded: one of their calls failed, and no later one did the same with success. A long run
 * meets many errors that it then puts right by itself.
 */
export function openFailures(steps: readonly Message[], calls: ChatView['calls']): readonly Results[] {
  const nameOf = ({ callId, tool }: ToolResultPart) => JSON.stringify([tool, calls[callId]?.shown.summary ?? null])
  const madeGood = new Set<string>()
  const open: Results[] = []
  for (const message of steps.toReversed()) {
    if (message.role !== 'tool-results') continue
    if (message.parts.some(part => hasFailed(part) && !madeGood.has(nameOf(part)))) open.unshift(message)
    for (const part of message.parts) if (part.outcome === 'done') madeGood.add(nameOf(part))
  }
  return open
}

export function hasFailed({ outcome }: Pick<ToolResultPart, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'unknown'
}
