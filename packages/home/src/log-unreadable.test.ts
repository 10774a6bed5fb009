import { createMemoryDatabase, type ReadRow, type Store } from '@stet/store'
import { expect, it } from 'vitest'
import { logUnreadable } from './log-unreadable.ts'

/** A store in which one row is damaged. */
function damaged(store: Store, id: string): Store {
  const damage = <Found extends ReadRow | null>(row: Found) =>
    row?.id === id ? { id, parent: '', order: 0, version: 1, refs: [], unreadable: 'the sum is wrong' } : row
  return {
    ...store,
    get: async (shelf, wanted) => damage(await store.get(shelf, wanted)),
    async list(shelf, query) {
      const { rows, next } = await store.list(shelf, query)
      return { rows: rows.map(damage), next }
    },
  }
}

it('[FS-4] logs a row that cannot be read, once, and hands it on', async () => {
  const inner = createMemoryDatabase().openStore('owner')
  const put = { kind: 'put', shelf: 'messages', parent: 'chat', order: 'next', expect: 0, refs: [] } as const
  await inner.write([
    { ...put, id: 'a', body: new Uint8Array() },
    { ...put, id: 'b', body: new Uint8Array() },
  ])
  const logged: unknown[] = []
  const log = { warn: () => undefined, error: (message: string, facts?: object) => logged.push([message, facts]) }
  const store = logUnreadable(damaged(inner, 'b'), log)
  const page = await store.list('messages', { by: { parent: 'chat' }, limit: 5 })
  expect(page.rows.map(row => 'unreadable' in row)).toEqual([false, true])
  expect(await store.get('messages', 'b')).toMatchObject({ unreadable: 'the sum is wrong' })
  expect(logged).toEqual([['a row cannot be read', { shelf: 'messages', id: 'b', because: 'the sum is wrong' }]])
})
