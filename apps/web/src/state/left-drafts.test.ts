import type { DraftState } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { createLeftDrafts, createSafeShelf, moveEarlierDrafts } from './left-drafts.ts'

function memoryStorage(entries: Map<string, string>) {
  return {
    setItem: (key: string, value: string) => void entries.set(key, value),
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
}

function memoryShelf(drafts: DraftState[] = []) {
  return {
    all: async () => drafts,
    put: async (draft: DraftState) => void drafts.push(draft),
    remove: async () => undefined,
  }
}

async function moved(entries: Map<string, string>): Promise<readonly DraftState[]> {
  const drafts: DraftState[] = []
  await moveEarlierDrafts(memoryStorage(entries), memoryShelf(drafts))
  return drafts
}

describe('drafts of an earlier version', () => {
  it('[W5] move once, failed sends and files included; other entries stay', async () => {
    const unsent = { key: 'k1', parentId: 'msg_a', stopFirst: true } as const
    const file = { kind: 'file', blob: 'b', name: 'a.txt', mediaType: 'text/plain', size: 1 }
    const entries = new Map([
      ['stet.theme', 'dark'],
      ['stet.draft.chat_a', JSON.stringify({ text: 'half', files: [file], editedAt: 5, unsent })],
      ['stet.draft.new', JSON.stringify({ text: 'old', editedAt: 6 })],
    ])
    expect(await moved(entries)).toEqual([
      { name: 'chat_a', editedAt: 5, content: { text: 'half', files: [file], unsent } },
      { name: 'new', editedAt: 6, content: { text: 'old', files: [], unsent: null } },
    ])
    expect([...entries.keys()]).toEqual(['stet.theme'])
  })

  it.each(['', 'null', '3', '"x"', '{', '{"text":1}', '{"text":"a"}', '[]'])('reads %j as nothing', async text => {
    expect(await moved(new Map([['stet.draft.a', text]]))).toEqual([])
  })
})

const content = { text: 'half a thought', files: [], unsent: null }
const typed: DraftState = { name: 'new', editedAt: 7, content }
const sent: DraftState = { name: 'chat_a', editedAt: 8, content: null }

describe('drafts of a page that was left', () => {
  it('[FU-10] are kept by the home they were typed in, sent ones too, until they are removed', async () => {
    const entries = new Map<string, string>()
    const left = createLeftDrafts(memoryStorage(entries), '/stet')
    left.leave([typed, sent])
    expect(await createLeftDrafts(memoryStorage(entries), '').all()).toEqual([])
    expect(await createLeftDrafts(memoryStorage(entries), '/stet').all()).toEqual([typed, sent])
    await left.put({ ...typed, editedAt: 6 })
    await left.remove('new', 6)
    await left.remove('chat_a', 8)
    expect(await left.all()).toEqual([typed])
    await left.remove('new', 7)
    expect([...entries.keys()]).toEqual([])
  })
})

describe('where the browser refuses its database', () => {
  it('[FU-10] [W5] drafts are still kept, and the user learns of it once', async () => {
    const troubles: unknown[] = []
    const refusal = new DOMException('denied', 'SecurityError')
    const refuses = async () => Promise.reject(refusal)
    const left = createLeftDrafts(memoryStorage(new Map()), '')
    const shelf = createSafeShelf({ database: { all: refuses, put: refuses, remove: refuses }, left }, error =>
      troubles.push(error),
    )
    await shelf.put(typed)
    await shelf.put({ ...typed, editedAt: 9 })
    expect(await shelf.all()).toEqual([{ ...typed, editedAt: 9 }])
    await shelf.remove('new', 9)
    expect([await shelf.all(), troubles]).toEqual([[], [refusal]])
  })

  it('[FU-10] what a page left behind is read beside the database', async () => {
    const left = createLeftDrafts(memoryStorage(new Map()), '')
    left.leave([typed])
    const shelf = createSafeShelf({ database: memoryShelf([sent]), left }, () => undefined)
    expect(await shelf.all()).toEqual([typed, sent])
  })
})
