import { describe, expect, it } from 'vitest'
import type { Cursor, ListQuery, ReadRow, Store } from '../contract/store.ts'
import { type Bench, idsOf, makePut } from './bench.ts'

/** Follows the cursors to the end. `between` runs behind every page. */
async function readAll(
  store: Store,
  shelf: string,
  query: ListQuery,
  between: () => Promise<void> = async () => undefined,
): Promise<readonly ReadRow[]> {
  const rows: ReadRow[] = []
  let after: Cursor | undefined
  for (;;) {
    const page = await store.list(shelf, { ...query, ...(after === undefined ? {} : { after }) })
    rows.push(...page.rows)
    if (page.next === null) return rows
    expect(page.rows).toHaveLength(query.limit)
    after = page.next
    await between()
  }
}

export function describeLists({ store }: Bench): void {
  const groups = [
    ['parent', { parent: 'chat' }, {}],
    ['ref', { ref: 'under:m' }, { parent: 'anywhere', refs: ['other:1', 'under:m'] }],
  ] as const

  describe.each(groups)('lists by %s', (_name, by, where) => {
    it('[S1] pages through all rows in both directions, ties by id', async () => {
      const orders = [3, 1, 2, 2, 2, -1, 0, 9]
      const ids = ['h', 'c', 'e', 'd', 'f', 'a', 'b', 'i']
      await store().write([
        ...ids.map((id, at) => makePut(id, { ...where, order: orders[at] ?? 0 })),
        makePut('elsewhere', { parent: 'another', order: 2 }),
        makePut('g', { ...where, shelf: 'chats', order: 2 }),
      ])
      const expected = ['a', 'b', 'c', 'd', 'e', 'f', 'h', 'i']
      for (const limit of [1, 2, 3, 7, 8, 9]) {
        expect(idsOf(await readAll(store(), 'messages', { by, limit }))).toEqual(expected)
        expect(idsOf(await readAll(store(), 'messages', { by, limit, reverse: true }))).toEqual(expected.toReversed())
      }
    })

    it('[S1] says that nothing is behind the last page', async () => {
      expect(await store().list('messages', { by, limit: 3 })).toEqual({ rows: [], next: null })
      await store().write(['a', 'b', 'c'].map((id, order) => makePut(id, { ...where, order })))
      expect((await store().list('messages', { by, limit: 3 })).next).toBeNull()
      expect((await store().list('messages', { by, limit: 2 })).next).toEqual({ order: 1, id: 'b' })
      const behind = await store().list('messages', { by, limit: 2, after: { order: 2, id: 'c' } })
      expect(behind).toEqual({ rows: [], next: null })
      const from = await store().list('messages', { by, limit: 5, after: { order: 1, id: '' } })
      expect(idsOf(from.rows)).toEqual(['b', 'c'])
    })

    it('[S1] shows every row once while others are put in between', async () => {
      const ids = Array.from({ length: 20 }, (_, at) => `row ${String(at).padStart(2, '0')}`)
      await store().write(ids.map((id, at) => makePut(id, { ...where, order: at * 10 })))
      for (const reverse of [false, true]) {
        let added = 0
        const between = async () => {
          added += 1
          const put = (id: string, order: number) => makePut(`${id} ${reverse} ${added}`, { ...where, order })
          await store().write([put('before', -added), put('behind', 1000 + added), put('among', added * 7)])
        }
        const seen = idsOf(await readAll(store(), 'messages', { by, limit: 3, reverse }, between))
        expect(new Set(seen).size).toBe(seen.length)
        const known = seen.filter(id => ids.includes(id))
        expect(known).toEqual(reverse ? ids.toReversed() : ids)
      }
    })

    it('[S1] follows a row that moves to another place', async () => {
      await store().write(['a', 'b', 'c'].map((id, order) => makePut(id, { ...where, order })))
      await store().write([makePut('a', { ...where, order: 5, expect: 1 })])
      await store().write([makePut('b', { parent: 'gone', order: 1, expect: 1, refs: [] })])
      expect(idsOf((await store().list('messages', { by, limit: 5 })).rows)).toEqual(['c', 'a'])
      expect(idsOf((await store().list('messages', { by: { parent: 'gone' }, limit: 5 })).rows)).toEqual(['b'])
      await store().write([{ kind: 'remove', shelf: 'messages', id: 'a', expect: 2 }])
      expect(idsOf((await store().list('messages', { by, limit: 5 })).rows)).toEqual(['c'])
    })
  })

  it('[S1] answers many lists in one call, each with its own end', async () => {
    await store().write([
      ...['a', 'b', 'c'].map((id, order) => makePut(id, { order, refs: ['x:1'] })),
      makePut('d', { order: 3, parent: 'other' }),
      makePut('e', { order: 4, shelf: 'chats' }),
    ])
    const queries: readonly ListQuery[] = [
      { by: { parent: 'other' }, limit: 5 },
      { by: { ref: 'x:1' }, limit: 2 },
      { by: { parent: 'nowhere' }, limit: 5 },
      { by: { parent: 'chat' }, limit: 2, reverse: true },
      { by: { ref: 'x:1' }, limit: 2, after: { order: 1, id: 'b' } },
    ]
    const pages = await store().listMany('messages', queries)
    expect(pages.map(page => idsOf(page.rows))).toEqual([['d'], ['a', 'b'], [], ['c', 'b'], ['c']])
    expect(pages).toEqual(await Promise.all(queries.map(query => store().list('messages', query))))
    const heads = pages.map(({ rows, next }) => ({
      heads: rows.map(({ id, parent, order, version }) => ({ id, parent, order, version })),
      next,
    }))
    expect(await store().listHeads('messages', queries)).toEqual(heads)
    expect(await store().listMany('messages', [])).toEqual([])
    expect(await store().listHeads('messages', [])).toEqual([])
  })

  it('[S1] lists a row under each of its refs, and once under one that it names twice', async () => {
    await store().write([
      makePut('a', { order: 1, refs: ['x:1', 'x:2', 'x:1'] }),
      makePut('b', { order: 2, refs: ['x:2'] }),
    ])
    expect(idsOf((await store().list('messages', { by: { ref: 'x:1' }, limit: 5 })).rows)).toEqual(['a'])
    expect(idsOf((await store().list('messages', { by: { ref: 'x:2' }, limit: 5 })).rows)).toEqual(['a', 'b'])
    expect((await store().get('messages', 'a'))?.refs).toEqual(['x:1', 'x:2', 'x:1'])
    await store().write([makePut('a', { order: 1, expect: 1, refs: ['x:3'] })])
    expect((await store().list('messages', { by: { ref: 'x:1' }, limit: 5 })).rows).toEqual([])
  })

  it('[S1] refuses a page of no rows', async () => {
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      await expect(store().list('messages', { by: { parent: 'chat' }, limit })).rejects.toThrow(RangeError)
      await expect(store().listMany('messages', [{ by: { parent: 'chat' }, limit }])).rejects.toThrow(RangeError)
      await expect(store().listHeads('messages', [{ by: { parent: 'chat' }, limit }])).rejects.toThrow(RangeError)
      await expect(store().changes(0, limit)).rejects.toThrow(RangeError)
    }
  })

  it('[S1] pages through ten thousand rows', async () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `row ${String(at).padStart(5, '0')}`)
    for (let from = 0; from < ids.length; from += 500) {
      await store().write(ids.slice(from, from + 500).map((id, at) => makePut(id, { order: from + at })))
    }
    expect(idsOf(await readAll(store(), 'messages', { by: { parent: 'chat' }, limit: 500 }))).toEqual(ids)
    const last = await store().list('messages', { by: { parent: 'chat' }, limit: 3, reverse: true })
    expect(idsOf(last.rows)).toEqual(ids.slice(-3).toReversed())
    expect((await store().usage()).rows).toBe(10_000)
  })
}
