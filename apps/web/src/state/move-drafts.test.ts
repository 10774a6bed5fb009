import type { DraftState } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { leaveDrafts, moveDrafts } from './move-drafts.ts'

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

async function moved(entries: Map<string, string>, home = ''): Promise<readonly DraftState[]> {
  const drafts: DraftState[] = []
  const shelf = {
    all: async () => drafts,
    put: async (draft: DraftState) => void drafts.push(draft),
    remove: async () => undefined,
  }
  await moveDrafts(memoryStorage(entries), home, shelf)
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

describe('drafts of a page that was left', () => {
  it('[FU-10] move once, to the home they were typed in', async () => {
    const entries = new Map<string, string>()
    const content = { text: 'half a thought', files: [], unsent: null }
    leaveDrafts(memoryStorage(entries), '/stet', [
      { name: 'new', editedAt: 7, content },
      { name: 'chat_a', editedAt: 8, content: null },
    ])
    expect(await moved(entries)).toEqual([])
    expect(await moved(entries, '/stet')).toEqual([{ name: 'new', editedAt: 7, content }])
    expect([...entries.keys()]).toEqual([])
  })
})
