/** An argument of a call as the user reads it. */
export interface Argument {
  readonly name: string
  /** A text as it is; everything else as JSON. */
  readonly text: string
  readonly kind: 'text' | 'number' | 'yes or no' | 'list' | 'fields' | 'nothing'
}

/**
 * The arguments of a call, each by its name, as the tool will read them; null where the text is no JSON object, as a model may well
 * write it, and can only be shown as it is.
 */
export function readArguments(input: string): readonly Argument[] | null {
  const value = parse(input.trim() === '' ? '{}' : input)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.entries(value).map(([name, given]) => ({ name, ...toText(given) }))
}

function toText(value: unknown): Pick<Argument, 'text' | 'kind'> {
  if (typeof value === 'string') return { kind: 'text', text: value }
  return { kind: kindOf(value), text: JSON.stringify(value, null, 2) }
}

function kindOf(value: unknown): Argument['kind'] {
  if (value === null) return 'nothing'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'yes or no'
  return Array.isArray(value) ? 'list' : 'fields'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
