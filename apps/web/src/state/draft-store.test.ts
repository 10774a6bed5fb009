import { beforeEach, describe, expect, it } from 'vitest'
import { createDraftStore, type DraftStore } from './draft-store.ts'

const HOUR = 60 * 60 * 1000

function memoryStorage(
  entries: Map<string, string>,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
    key: index => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
}

describe('what was typed and not sent', () => {
  let entries: Map<string, string>
  let clock: number
  let drafts: DraftStore

  beforeEach(() => {
    entries = new Map()
    clock = 1_000_000
    drafts = createDraftStore(memoryStorage(entries), () => clock)
  })

  it('[FU-10] is there again in a new page', () => {
    drafts.write('chat_a', { text: 'half a thou', files: [], editedAt: clock, unsent: null })
    const again = createDraftStore(memoryStorage(entries), () => clock)
    expect([again.read('chat_a'), again.read('chat_b')]).toEqual([
      { text: 'half a thou', files: [], editedAt: clock, unsent: null },
      null,
    ])
  })

  it('[W5] is dropped 24 hours after the last edit', () => {
    drafts.write('new', { text: 'old', files: [], editedAt: clock, unsent: null })
    clock += 24 * HOUR - 1
    expect(drafts.read('new')?.text).toBe('old')
    clock += 1
    expect(drafts.read('new')).toBe(null)
  })

  it('[W5] [FU-6] stays as long as it takes when it is a failed send', () => {
    const unsent = { key: 'k1', parentId: 'msg_a', stopFirst: true } as const
    drafts.write('chat_a', { text: 'send me', files: [], editedAt: clock, unsent })
    clock += 1000 * HOUR
    expect(drafts.read('chat_a')).toEqual({ text: 'send me', files: [], editedAt: 1_000_000, unsent })
  })

  it('[W5] is swept away with the others that are past their time', () => {
    entries.set('stet.theme', 'dark')
    drafts.write('a', { text: 'a', files: [], editedAt: clock, unsent: null })
    drafts.write('b', { text: 'b', files: [], editedAt: clock, unsent: { key: 'k', parentId: null, stopFirst: false } })
    clock += 20 * HOUR
    drafts.write('c', { text: 'c', files: [], editedAt: clock, unsent: null })
    clock += 5 * HOUR
    drafts.sweep()
    expect([...entries.keys()]).toEqual(['stet.theme', 'stet.draft.b', 'stet.draft.c'])
  })

  it('[W5] is gone when it is empty', () => {
    drafts.write('a', { text: 'a', files: [], editedAt: clock, unsent: null })
    drafts.write('a', { text: '', files: [], editedAt: clock, unsent: null })
    expect([...entries.keys()]).toEqual([])
  })

  it.each(['', 'null', '3', '"x"', '{', '{"text":1}', '{"text":"a"}', '[]'])('reads %j as nothing', text => {
    entries.set('stet.draft.a', text)
    expect(drafts.read('a')).toBe(null)
  })
})
