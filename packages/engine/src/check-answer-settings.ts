import { type AnswerSettings, parseAnswerSettings } from '@stet/history'
import { EngineError } from './engine-error.ts'

/** Answer settings from outside. What is wrong is told by its name and what it may be, all of it at once. */
export function checkAnswerSettings(value: unknown): AnswerSettings {
  const parsed = parseAnswerSettings(value)
  if (parsed.kind === 'parsed') return parsed.settings
  const [first] = parsed.errors
  if (first === undefined) throw new Error('settings were refused without an error')
  throw new EngineError('invalid', parsed.errors.map(({ message }) => message).join('. '), first.setting || null)
}
