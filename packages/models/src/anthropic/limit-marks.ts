import type { Block, Turn } from './block.ts'

/** Anthropic takes no more marks in one request. */
export const MOST_MARKS = 4

/**
 * At most as many marks as Anthropic takes: the last ones stand, since everything before a mark is cached up to it, and the earlier ones go.
 */
export function limitMarks<Body extends { readonly system?: readonly Block[]; readonly messages: readonly Turn[] }>(
  body: Body,
): { readonly body: Body; readonly dropped: number } {
  const marks = [...(body.system ?? []), ...body.messages.flatMap(turn => turn.content)].filter(isMarked)
  const dropped = new Set(marks.slice(0, Math.max(0, marks.length - MOST_MARKS)))
  if (dropped.size === 0) return { body, dropped: 0 }
  const unmark = (block: Block): Block => {
    const { cache_control: _mark, ...rest } = block
    return dropped.has(block) ? rest : block
  }
  const messages = body.messages.map(turn => ({ ...turn, content: turn.content.map(unmark) }))
  const system = body.system?.map(unmark)
  return { body: { ...body, messages, ...(system === undefined ? {} : { system }) }, dropped: dropped.size }
}

export function isMarked(block: Block): boolean {
  return block.cache_control !== undefined && block.cache_control !== null
}
