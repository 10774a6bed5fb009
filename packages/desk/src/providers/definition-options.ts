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

/** Options from outside, whole. */
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

/** Options as they were kept. One that did not exist yet has its default; one that says what nobody knows is no option at all. */
export function readOptions(kept: ProviderRecord['options']): DefinitionOptions | { readonly unreadable: string } {
  const strange = Object.entries(kept).find(([name, value]) => known.get(name)?.includes(value) === false)
  if (strange !== undefined) return { unreadable: `its option ${strange[0]} is ${JSON.stringify(strange[1])}` }
  return { ...defaultDefinitionOptions, ...pickKnown(kept) }
}

function pickKnown(kept: ProviderRecord['options']): Partial<DefinitionOptions> {
  return Object.fromEntries(Object.entries(kept).filter(([name]) => known.has(name)))
}
