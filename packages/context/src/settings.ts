import {
  type ContextSettings,
  contextSettings,
  defaultSettings,
  type ModelFacts,
  type ParsedSettings,
  parseSettings,
} from '@stet/history'

/** The largest request where neither the model's window nor a limit of the user's is known (C9). */
export const ASSUMED_WINDOW = 8192

/** What a new chat starts from: a model that takes cache marks gets them (C14, C24). */
export function defaultContextSettings({
  caching,
  takesMarks = false,
}: Pick<ModelFacts, 'caching' | 'takesMarks'>): ContextSettings {
  const isMarked = caching === 'marks' || takesMarks
  return { ...defaultSettings(contextSettings), cache: isMarked ? 'cached' : 'all-off' }
}

/** Settings from outside. What is invalid, missing or unknown is refused by name, never replaced. */
export function parseContextSettings(value: unknown): ParsedSettings<ContextSettings> {
  return parseSettings(contextSettings, value)
}
