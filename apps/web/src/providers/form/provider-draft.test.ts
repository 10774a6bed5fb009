import { defaultDefinitionOptions, type Preset, type ShownProvider } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { newDraft, sameDraft, toDraft, toForm } from './provider-draft.ts'

const preset: Preset = {
  id: 'ollama',
  name: 'Ollama',
  type: 'openai-chat',
  icon: 'ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  modelsUrl: null,
  asksBaseUrl: false,
  key: 'none',
  keyUrl: null,
  options: { ...defaultDefinitionOptions, local: true },
  headers: { 'X-Vendor': 'fixed' },
  note: null,
}

const kept: ShownProvider = {
  id: 'def_1',
  type: 'anthropic',
  name: 'Work',
  icon: null,
  preset: 'anthropic',
  baseUrl: null,
  modelsUrl: null,
  options: defaultDefinitionOptions,
  enabled: true,
  hasKey: true,
  headerNames: ['X-Team'],
  secretsTrouble: null,
  overrides: {},
  catalog: { at: null, count: 0, error: null },
}

describe('the form of a provider', () => {
  it('[P1] is filled by a preset, at the address where a server was found', () => {
    expect(toForm(newDraft(preset, null))).toEqual({
      type: 'openai-chat',
      name: 'Ollama',
      icon: 'ollama',
      preset: 'ollama',
      baseUrl: 'http://127.0.0.1:11434/v1',
      modelsUrl: null,
      options: { ...defaultDefinitionOptions, local: true },
      enabled: true,
      headers: { 'X-Vendor': 'fixed' },
    })
    expect(toForm(newDraft(preset, 'http://127.0.0.1:9/v1')).baseUrl).toBe('http://127.0.0.1:9/v1')
  })

  it('[P1] keeps secrets that are not touched, by not naming them', () => {
    const { id, hasKey, headerNames, secretsTrouble, overrides, catalog, ...form } = kept
    expect(toForm(toDraft(kept))).toEqual({ ...form, headers: { 'X-Team': null } })
    expect(sameDraft(toDraft(kept), { ...toDraft(kept), name: ' Work ' })).toBe(true)
  })

  it('[P1] sets what was entered and removes what was removed', () => {
    const draft = toDraft(kept)
    expect(toForm({ ...draft, key: { kind: 'entered', text: ' sk-1 ' }, headers: [] })).toMatchObject({
      key: 'sk-1',
      headers: {},
    })
    expect(toForm({ ...draft, key: { kind: 'removed' } })).toMatchObject({ key: null })
    expect(sameDraft(draft, { ...draft, key: { kind: 'removed' } })).toBe(false)
    // A field that was opened and left empty replaces nothing.
    expect(sameDraft(draft, { ...draft, key: { kind: 'entered', text: '' } })).toBe(true)
  })
})
