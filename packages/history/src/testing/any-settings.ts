import fc from 'fast-check'
import { choiceValue } from '../settings/parse-settings.ts'
import type { Setting, Settings, SettingsOf } from '../settings/setting.ts'

/** Any values that the declarations allow, one by one: numbers that contradict each other are possible. */
export function anySettings<Declared extends Settings>(declared: Declared): fc.Arbitrary<SettingsOf<Declared>> {
  const values = Object.entries(declared).map(([name, each]) => [
    name,
    each.kind === 'group' ? anySettings(each.settings) : anyValue(each),
  ])
  return fc.record(Object.fromEntries(values)) as fc.Arbitrary<SettingsOf<Declared>>
}

function anyValue(setting: Setting): fc.Arbitrary<unknown> {
  switch (setting.kind) {
    case 'switch':
      return fc.boolean()
    case 'number': {
      const { from, to, default: usual } = setting
      return fc.constantFrom(from, to, usual)
    }
    case 'choice': {
      const choices = setting.choices.map(choice => {
        const { from = 0, to = 0 } = choice.number ?? {}
        return fc.constantFrom(from, to).map(amount => choiceValue(setting, choice, amount))
      })
      return fc.oneof(...choices, ...(setting.unset === undefined ? [] : [fc.constant(null)]))
    }
    case 'text':
      return fc.string({ maxLength: Math.min(setting.longest, 100) })
    case 'model':
      return fc.constant(null)
  }
}
