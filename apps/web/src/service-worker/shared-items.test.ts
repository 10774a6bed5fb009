import { expect, it } from 'vitest'
import { keepShared, takeShared } from './shared-items.ts'

const SCOPE = 'https://host.test/'

function memoryCaches() {
  const held = new Map<string, Map<string, Response>>()
  return {
    has: async (name: string) => held.has(name),
    delete: async (name: string) => held.delete(name),
    open: async (name: string) => {
      const cache = held.get(name) ?? new Map<string, Response>()
      held.set(name, cache)
      return {
        match: async (url: string) => cache.get(url)?.clone(),
        put: async (url: string, response: Response) => void cache.set(url, response),
      } as unknown as Cache
    },
  }
}

it('[V1] what was shared is taken once: its words without repetition, its files with their names', async () => {
  const caches = memoryCaches()
  const form = new FormData()
  form.set('title', 'A page')
  form.set('text', 'A page worth reading\nhttps://example.com/a')
  form.set('url', 'https://example.com/a')
  form.append('files', new File(['bytes'], 'süß 1.png', { type: 'image/png' }))
  form.append('files', new File(['more'], 'b.txt', { type: 'text/plain' }))
  await keepShared(caches, SCOPE, form)
  const taken = await takeShared(caches, SCOPE)
  expect(taken?.text).toBe('A page worth reading\nhttps://example.com/a')
  const files = await Promise.all((taken?.files ?? []).map(async file => [file.name, file.type, await file.text()]))
  expect(files).toEqual([
    ['süß 1.png', 'image/png', 'bytes'],
    ['b.txt', 'text/plain', 'more'],
  ])
  expect(await takeShared(caches, SCOPE)).toBeNull()
})
