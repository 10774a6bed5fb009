import { answerSettings, contextSettings, parseSettings, type Settings, type SettingsOf } from '@stet/history'
import * as z from 'zod/mini'

/** Declared settings as an input. The first that is wrong is the field, and the message names all of them. */
function settingsInput<Declared extends Settings>(declared: Declared): z.ZodMiniType<SettingsOf<Declared>> {
  return z.pipe(
    z.looseObject({}),
    z.transform((value, { issues }) => {
      const parsed = parseSettings(declared, value)
      if (parsed.kind === 'parsed') return parsed.settings
      const message = parsed.errors.map(error => error.message).join('. ')
      issues.push({ code: 'custom', params: { field: parsed.errors[0]?.setting }, message, input: value })
      return z.NEVER
    }),
  )
}

export const contextSettingsInput = settingsInput(contextSettings)
export const answerSettingsInput = settingsInput(answerSettings)
