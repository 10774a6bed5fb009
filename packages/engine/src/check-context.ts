import { parseContextSettings } from '@stet/context'
import type { ContextSettings } from '@stet/history'
import { EngineError } from './engine-error.ts'

/** Context settings from outside. What is wrong is told by its name and what it may be, all of it at once. */
export function checkContext(value: unknown): ContextSettings {
  const parsed = parseContextSettings(value)
  if (parsed.kind === 'parsed') return parsed.settings
  const [first] = parsed.errors
  if (first === undefined) throw new Error('settings were refused without an error')
  throw new EngineError('invalid', parsed.errors.map(({ message }) => message).join('. '), first.setting || null)
}
