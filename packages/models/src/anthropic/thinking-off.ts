import type { Thinking } from './request-body.ts'

/** How a family is told not to think where it thinks unasked, or that it cannot be told. A later row overrules an earlier one. */
const families: readonly { readonly pattern: RegExp; readonly off: Thinking | 'never' }[] = [
  { pattern: /claude-(opus|sonnet|haiku)-5/, off: { type: 'disabled' } },
  { pattern: /claude-sonnet-5-5/, off: { type: 'between_tools' } },
  { pattern: /claude-(opus-5-5|fable|mythos)/, off: 'never' },
]

/** Null for a model that does not think unless it is asked to, and for one that nobody knows: those are told nothing, which none refuses. */
export function thinkingOff(model: string): Thinking | 'never' | null {
  const name = model.toLowerCase()
  return families.findLast(({ pattern }) => pattern.test(name))?.off ?? null
}
