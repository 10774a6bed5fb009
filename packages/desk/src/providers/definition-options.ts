import { EngineError } from '@stet/engine'
import { type DefinitionOptions, defaultDefinitionOptions } from '@stet/models'
import type { ProviderRecord } from '@stet/store'

type OptionValues = { readonly [Name in keyof DefinitionOptions]: readonly DefinitionOptions[Name][] }

/** What each option of a definition may be. */
export const definitionOptionValues: OptionValues = {
  replayReasoning: [true, false],
  outputLimitField: ['max_completion_tokens', 'max_tokens'],
  reasoningField: ['reasoning_effort', 'reasoning', 'thinking', 'none'],
  webSearchField: ['openrouter:web_search', 'web_search_options', 'none'],
  prefill: ['last-message', 'prefix', 'none'],
  takesTopK: [true, false],
  askForUsage: [true, false],
  local: [true, false],
}

const known: ReadonlyMap<string, readonly unknown[]> = new Map(Object.entries(definitionOptionValues))

/** Checks a complete set of options from a request. */
export function checkOptions(given: Readonly<Record<string, unknown>>): DefinitionOptions {
  const names = new Set([...known.keys(), ...Object.keys(given)])
  for (const name of names) {
    const values = known.get(name)
    if (values === undefined) throw new EngineError('invalid', `"options.${name}" is not known here`, `options.${name}`)
    if (!values.includes(given[name])) {
      throw new EngineError('invalid', `options.${name} must be one of ${values.join(', ')}`, `options.${name}`)
    }
  }
  return { ...defaultDefinitionOptions, ...given }
}

/** Stored options: a missing one has its default, and an unknown value makes the provider unreadable. */
export function readOptions(stored: ProviderRecord['options']): DefinitionOptions | { readonly unreadable: string } {
  const strange = Object.entries(stored).find(([name, value]) => known.get(name)?.includes(value) === false)
  if (strange !== undefined) return { unreadable: `its option ${strange[0]} is ${JSON.stringify(strange[1])}` }
  return { ...defaultDefinitionOptions, ...pickKnown(stored) }
}

function pickKnown(stored: ProviderRecord['options']): Partial<DefinitionOptions> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => known.has(name)))
}
