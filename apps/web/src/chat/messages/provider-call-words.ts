import type { ProviderCallPart } from '@stet/api/client'

/** Tools of providers have no label: `web_search` is "Web search". */
export function toolWords(tool: string): string {
  const words = tool.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The input of a provider's tool in words: its search terms or addresses, or else the raw input. */
export function askedWords(input: string): string {
  const values = valuesIn(input)
  return values === null || values.length === 0 ? input : values.join(', ')
}

export function failureWords({ outcome, because }: Pick<ProviderCallPart, 'outcome' | 'because'>): string {
  if (outcome === 'done') return ''
  return because === undefined ? ' failed' : ` failed (${because.replaceAll('_', ' ')})`
}

/** Null for what is no object of texts and lists of texts. */
function valuesIn(input: string): readonly string[] | null {
  if (!input.startsWith('{')) return null
  try {
    const fields: unknown = JSON.parse(input)
    const values = Object.values(fields ?? {}).flat()
    return values.every(value => typeof value === 'string') ? values : null
  } catch (error) {
    // It is still being written.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
