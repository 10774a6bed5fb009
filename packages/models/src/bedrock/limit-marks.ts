import type { ConverseBody } from './body.ts'

/** Bedrock takes no more cache points in one request. */
export const MOST_MARKS = 4

/** At most as many cache points as Bedrock takes: the last ones stand, since everything before one is cached up to it. */
export function limitMarks(body: ConverseBody): { readonly body: ConverseBody; readonly dropped: number } {
  const marks = marksOf(body)
  const excess = Math.max(0, marks - MOST_MARKS)
  if (excess === 0) return { body, dropped: 0 }
  let left = excess
  const keep = (block: object): boolean => {
    if (!('cachePoint' in block) || left === 0) return true
    left -= 1
    return false
  }
  const system = body.system?.filter(keep)
  const messages = body.messages.map(message => ({ ...message, content: message.content.filter(keep) }))
  return { body: { ...body, ...(system !== undefined && { system }), messages }, dropped: excess }
}

export function marksOf({ system = [], messages }: ConverseBody): number {
  return [...system, ...messages.flatMap(({ content }) => content)].filter(block => 'cachePoint' in block).length
}
