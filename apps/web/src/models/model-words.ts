import type { ModelFacts } from '@stet/api/client'

/** A context window such as 200k or 1M. */
export function formatWindow(tokens: number | null): string {
  if (tokens === null) return 'unknown'
  if (tokens >= 999_500) return `${Number((tokens / 1_000_000).toFixed(1))}M`
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(tokens)
}

/** The window of a model; `~` where the server decides it later. */
export function windowOf({ contextWindow, uncertainWindow }: ModelFacts): string {
  return `${uncertainWindow === true ? '~' : ''}${formatWindow(contextWindow)}`
}

const reasoningWords = {
  none: 'no reasoning',
  budget: 'reasoning (budget)',
  effort: 'reasoning (effort)',
  level: 'reasoning (level)',
  switch: 'reasoning (on or off)',
} satisfies Record<ModelFacts['reasoning'], string>

/** What a model can do besides text. */
export function abilitiesOf({ takes, reasoning }: ModelFacts): readonly string[] {
  return [
    ...(takes.images ? ['images'] : []),
    ...(takes.files ? ['files'] : []),
    ...(takes.tools ? ['tools'] : []),
    ...(reasoning === 'none' ? [] : [reasoningWords[reasoning]]),
  ]
}
