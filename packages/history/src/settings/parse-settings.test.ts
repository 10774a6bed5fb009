import { describe, expect, it } from 'vitest'
import { contextSettings } from './context-settings.ts'
import { defaultSettings, parseSettings, readStoredSettings } from './parse-settings.ts'
import { declareSettings, listSettings, type SettingsOf } from './setting.ts'

const declared = declareSettings({
  on: { kind: 'switch', label: 'On', help: '', default: true },
  most: { kind: 'number', label: 'Most', help: '', number: 'whole', from: 1, to: 20_000, unset: 'None', default: null },
  least: {
    kind: 'number',
    label: 'Least',
    help: '',
    number: 'whole',
    from: 0,
    to: 9,
    atMost: 'most',
    default: 3,
    before: 5,
  },
  forget: {
    kind: 'choice',
    label: 'Forget',
    help: '',
    tag: 'mode',
    choices: [
      { value: 'never', label: 'Never' },
      {
        value: 'later',
        label: 'After N',
        number: { name: 'after', label: 'N', number: 'whole', from: 1, to: 5, default: 2 },
      },
    ],
    default: 'later',
  },
  inner: {
    kind: 'group',
    settings: {
      share: { kind: 'number', label: 'Share', help: '', number: 'percent', from: 0.01, to: 1, default: 0.5 },
      model: { kind: 'model', label: 'Model', help: '', unset: 'Own', default: null },
    },
  },
})

const defaults: SettingsOf<typeof declared> = {
  on: true,
  most: null,
  least: 3,
  forget: { mode: 'later', after: 2 },
  inner: { share: 0.5, model: null },
}

describe('declared settings', () => {
  it('[W1] have the defaults of their declaration, which the parser accepts', () => {
    expect(defaultSettings(declared)).toEqual(defaults)
    expect(parseSettings(declared, defaults)).toEqual({ kind: 'parsed', settings: defaults })
  })

  it('[FH-1] are refused in the words of the form, where a form asks', () => {
    const wrong = { ...defaults, most: 0.5, forget: { mode: 'later', after: 9 }, inner: { share: 0, model: null } }
    expect(parseSettings(declared, wrong, 'labels')).toEqual({
      kind: 'invalid',
      errors: [
        { setting: 'most', message: 'Most must be a whole number from 1 to 20,000.' },
        { setting: 'forget.after', message: 'N must be a whole number from 1 to 5.' },
        { setting: 'inner.share', message: 'Share must be from 1% to 100%.' },
      ],
    })
    expect(parseSettings(declared, { ...defaults, most: 2 }, 'labels')).toEqual({
      kind: 'invalid',
      errors: [{ setting: 'least', message: 'Least must be at most Most, 2.' }],
    })
  })

  it('[S7] of an older row have their default, or what the row meant before the setting existed', () => {
    expect(readStoredSettings(declared, undefined)).toEqual({ kind: 'parsed', settings: { ...defaults, least: 5 } })
    const stored = { on: false, most: 30_000, least: -1, forget: { mode: 'never' }, inner: { share: 3 }, later: 1 }
    expect(readStoredSettings(declared, stored)).toEqual({
      kind: 'parsed',
      settings: { on: false, most: 30_000, least: -1, forget: { mode: 'never' }, inner: { share: 3, model: null } },
    })
  })

  it('[S7] of a row that says what nobody knows are invalid, not replaced', () => {
    for (const wrong of [
      { on: 1 },
      { forget: { mode: 'soon' } },
      { inner: [] },
      { most: 'x' },
      { inner: { model: 1 } },
    ]) {
      expect(readStoredSettings(declared, wrong).kind).toBe('invalid')
    }
  })

  it('[C9] take nothing from a prototype', () => {
    const read = readStoredSettings(declared, JSON.parse('{"__proto__":{"on":false}}'))
    expect(read).toEqual({ kind: 'parsed', settings: { ...defaults, least: 5 } })
  })

  it('[C17] are listed with their path and heading', () => {
    expect(listSettings(contextSettings).map(({ path }) => path)).toContain('compaction.startAt')
    expect(listSettings(contextSettings).filter(({ section }) => section === null)).toEqual([])
  })

  it('[C9] do not compile where they contradict themselves', () => {
    const wrong = declareSettings({
      // @ts-expect-error a default that is no choice
      kind: { kind: 'choice', label: '', help: '', choices: [{ value: 'a', label: '' }], default: 'b' },
      // @ts-expect-error null without a word for it
      count: { kind: 'number', label: '', help: '', number: 'whole', from: 0, to: 1, default: null },
      // @ts-expect-error a comparison with a setting that does not exist
      other: { kind: 'number', label: '', help: '', number: 'whole', from: 0, to: 1, below: 'gone', default: 0 },
    })
    expect(Object.keys(wrong)).toHaveLength(3)
  })
})
