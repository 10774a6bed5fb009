import {
  answerSettings,
  contextSettings,
  modelOverride,
  type ParsedSettings,
  parsePartialSettings,
  parseSettingChanges,
  wordingSettings,
} from '@stet/history'
import * as z from 'zod/mini'

/** Declared settings as an input. The first that is wrong is the field, and the message names all of them. */
function settingsInput<Values>(parse: (value: unknown) => ParsedSettings<Values>, within = ''): z.ZodMiniType<Values> {
  return z.pipe(
    z.looseObject({}),
    z.transform((value, { issues }) => {
      const parsed = parse(value)
      if (parsed.kind === 'parsed') return parsed.settings
      const message = parsed.errors.map(error => error.message).join('. ')
      const setting = parsed.errors[0]?.setting
      const params = setting ? { field: `${within}${setting}` } : {}
      issues.push({ code: 'custom', params, message, input: value })
      return z.NEVER
    }),
  )
}

/*
 * Of each of these any setting may be missing, and then stays as it is: a page of an earlier version does not know the newest, and a command that is
 * repeated after an update must have the hash it had.
 */
export const contextSettingsInput = settingsInput(value => parseSettingChanges(contextSettings, value))
export const wordingSettingsInput = settingsInput(value => parseSettingChanges(wordingSettings, value))
export const answerSettingsInput = settingsInput(value => parseSettingChanges(answerSettings, value))
/** What a user says about a model, in place of what was discovered. */
export const modelOverrideInput = settingsInput(value => parsePartialSettings(modelOverride, value), 'override.')
