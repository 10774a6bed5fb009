import {
  changeSettings,
  messageTemplateErrors,
  type ParsedSettings,
  PROMPT_VARIABLES,
  parseSettings,
  type SettingChangesOf,
  type Settings,
  type SettingsOf,
  templateErrors,
  type WordingSettings,
} from '@stet/history'
import { EngineError } from './engine-error.ts'

/** Settings from outside. The error names every setting that is wrong and what it may be. */
export function checkSettings<Declared extends Settings>(declared: Declared, value: unknown): SettingsOf<Declared> {
  return settingsOf(parseSettings(declared, value))
}

/** Settings after a change from outside. Those that it does not name stay, such as settings that its sender does not know yet. */
export function checkChanges<Declared extends Settings>(
  declared: Declared,
  settings: SettingsOf<Declared>,
  changes: SettingChangesOf<Declared>,
): SettingsOf<Declared> {
  return settingsOf(changeSettings(declared, settings, changes))
}

function settingsOf<Values>(parsed: ParsedSettings<Values>): Values {
  if (parsed.kind === 'parsed') return parsed.settings
  const message = parsed.errors.map(error => error.message).join('. ')
  throw new EngineError('invalid', message, parsed.errors[0]?.setting || null)
}

/** A system prompt from outside. The error names everything that is wrong in it. */
export function checkPrompt(systemPrompt: string, field = 'text'): void {
  const errors = templateErrors(systemPrompt, PROMPT_VARIABLES)
  if (errors.length > 0) throw new EngineError('invalid', errors.map(({ message }) => message).join(' '), field)
}

/** The template of messages, where it is used. */
export function checkWording(wording: WordingSettings): void {
  const errors = messageTemplateErrors(wording)
  if (errors.length > 0) {
    throw new EngineError('invalid', errors.map(({ message }) => message).join(' '), 'messageTemplate')
  }
}
