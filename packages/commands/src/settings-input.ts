import {
  answerSettings,
  contextSettings,
  modelOverride,
  type ParsedSettings,
  parsePartialSettings,
  parseSettings,
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
      issues.push({ code: 'custom', params: { field: `${within}${parsed.errors[0]?.setting}` }, message, input: value })
      return z.NEVER
    }),
  )
}

export const contextSettingsInput = settingsInput(value => parseSettings(contextSettings, value))
export const wordingSettingsInput = settingsInput(value => parseSettings(wordingSettings, value))
export const answerSettingsInput = settingsInput(value => parseSettings(answerSettings, value))
/** What a user says about a model, in place of what was discovered. */
export const modelOverrideInput = settingsInput(value => parsePartialSettings(modelOverride, value), 'override.')
