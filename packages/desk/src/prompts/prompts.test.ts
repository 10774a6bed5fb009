import { createCommands } from '@stet/engine'
import { newKey, openMemoryHome } from '@stet/engine/testing'
import { PROMPT_VARIABLES, templateErrors } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { DeskDeps } from '../desk.ts'
import { changePrompt, createPrompt, deletePrompt, listPrompts } from './prompts.ts'
import { SHIPPED_PROMPTS } from './shipped-prompts.ts'

function open() {
  const { store } = openMemoryHome()
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
  const deps = { store, clock: () => 5, randomBytes } as DeskDeps
  return { deps, commands: createCommands(deps), list: () => listPrompts(deps) }
}

describe('the library of prompts', () => {
  it('[W2] ships an assistant, a coding agent and a writer, whose templates can be filled', async () => {
    const { list } = open()
    expect((await list()).map(({ name, kind }) => [name, kind])).toEqual([
      ['Assistant', 'shipped'],
      ['Coding agent', 'shipped'],
      ['Writer', 'shipped'],
    ])
    expect(SHIPPED_PROMPTS.flatMap(({ text }) => templateErrors(text, PROMPT_VARIABLES))).toEqual([])
    expect(SHIPPED_PROMPTS.find(({ name }) => name === 'Coding agent')?.text).toContain('{{roots}}')
  })

  it('[W2] changes a shipped prompt and resets it', async () => {
    const { deps, commands, list } = open()
    const [assistant] = await list()
    const promptId = assistant?.id ?? 'prm_'
    await changePrompt(deps, commands, { key: newKey(), promptId, name: 'Mine', text: 'Be kind.' })
    await changePrompt(deps, commands, { key: newKey(), promptId, name: 'Mine', text: 'Be kinder.' })
    expect((await list())[0]).toEqual({ id: promptId, name: 'Mine', text: 'Be kinder.', kind: 'changed' })
    await deletePrompt(deps, commands, { key: newKey(), promptId })
    await deletePrompt(deps, commands, { key: newKey(), promptId })
    expect((await list())[0]).toEqual(assistant)
  })

  it('[W2] saves prompts of the user, once for a key, and deletes them', async () => {
    const { deps, commands, list } = open()
    const given = { key: 'one', name: ' Gardener ', text: 'Today is {{date}}.' }
    const promptId = await createPrompt(deps, commands, given)
    expect(await createPrompt(deps, commands, given)).toBe(promptId)
    expect((await list()).slice(3)).toEqual([
      { id: promptId, name: 'Gardener', text: 'Today is {{date}}.', kind: 'own' },
    ])
    const wrong = createPrompt(deps, commands, { key: newKey(), name: 'x', text: '{{dat}}' })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid', field: 'text' })
    await deletePrompt(deps, commands, { key: newKey(), promptId })
    const gone = changePrompt(deps, commands, { key: newKey(), promptId, name: 'x', text: '' })
    await expect(gone).rejects.toMatchObject({ code: 'prompt-not-found' })
    expect(await list()).toHaveLength(3)
  })
})
