import { describe, expect, it } from 'vitest'
import { Conflict, StoreError } from '../contract/store-error.ts'
import { areSame, type Bench, makePut, toBytes, toRow } from './bench.ts'

export function describeRows({ store, database }: Bench): void {
  describe('rows', () => {
    it('[S1] gives back a row as it was put', async () => {
      const put = makePut('a', { order: 7, refs: ['under:b', 'day:2026-11-15'] })
      expect(await store().write([put])).toMatchObject({ puts: [{ id: 'a', order: 7, version: 1 }] })
      expect(await store().get('messages', 'a')).toEqual(toRow(put, 7))
      expect(await store().get('messages', 'b')).toBeNull()
      expect(await store().get('chats', 'a')).toBeNull()
    })

    it('[S1] writes to several shelves at once, or to none of them', async () => {
      const message = makePut('a', { order: 1 })
      const chat = makePut('a', { shelf: 'chats', parent: 'work/open', order: -3 })
      await store().write([message, chat])
      expect(await store().get('messages', 'a')).toEqual(toRow(message, 1))
      expect(await store().get('chats', 'a')).toEqual(toRow(chat, -3))

      const before = await store().usage()
      const late = store().write([makePut('b'), makePut('c', { shelf: 'chats' }), makePut('a', { expect: 2 })])
      await expect(late).rejects.toEqual(new Conflict('messages', 'a', 2, 1))
      expect(await store().getMany('messages', ['a', 'b'])).toEqual([toRow(message, 1), null])
      expect(await store().get('chats', 'c')).toBeNull()
      expect(await store().usage()).toEqual(before)
    })

    it('[S1] replaces a row only at the version that is expected', async () => {
      await store().write([makePut('a', { order: 1 })])
      const second = makePut('a', { order: 1, expect: 1, parent: 'other', refs: ['x:1'], body: toBytes('second') })
      expect((await store().write([second])).puts).toEqual([{ id: 'a', order: 1, version: 2 }])
      await expect(store().write([second])).rejects.toEqual(new Conflict('messages', 'a', 1, 2))
      await expect(store().write([makePut('b', { expect: 1 })])).rejects.toEqual(new Conflict('messages', 'b', 1, 0))
      expect(await store().get('messages', 'a')).toEqual(toRow(second, 1))
    })

    it('[FH-6] creates a row once, however many ask at the same time', async () => {
      const key = () => store().write([makePut('key', { shelf: 'commands' }), makePut(crypto.randomUUID())])
      const answers = await Promise.allSettled([key(), key(), key(), key()])
      expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
      for (const answer of answers) {
        if (answer.status === 'rejected') expect(answer.reason).toEqual(new Conflict('commands', 'key', 0, 1))
      }
      expect((await store().list('messages', { by: { parent: 'chat' }, limit: 10 })).rows).toHaveLength(1)
    })

    it('[S1] fences a write with a check of another row', async () => {
      await store().write([makePut('run', { shelf: 'runs' })])
      const fence = { kind: 'check', shelf: 'runs', id: 'run', expect: 1 } as const
      await store().write([fence, makePut('a', { order: 1 })])
      await store().write([makePut('run', { shelf: 'runs', expect: 1 })])
      await expect(store().write([makePut('b'), fence])).rejects.toEqual(new Conflict('runs', 'run', 1, 2))
      expect(await store().get('messages', 'b')).toBeNull()

      const absent = { kind: 'check', shelf: 'messages', id: 'b', expect: 0 } as const
      await store().write([absent])
      await store().write([makePut('b')])
      await expect(store().write([absent])).rejects.toEqual(new Conflict('messages', 'b', 0, 1))
    })

    it('[S1] removes a row at its version, and lets it be created again', async () => {
      await store().write([makePut('a', { refs: ['x:1'] })])
      const remove = { kind: 'remove', shelf: 'messages', id: 'a', expect: 1 } as const
      await expect(store().write([{ ...remove, expect: 2 }])).rejects.toEqual(new Conflict('messages', 'a', 2, 1))
      expect((await store().write([remove])).puts).toEqual([])
      await expect(store().write([remove])).rejects.toEqual(new Conflict('messages', 'a', 1, 0))
      expect(await store().get('messages', 'a')).toBeNull()
      expect((await store().list('messages', { by: { ref: 'x:1' }, limit: 5 })).rows).toEqual([])
      expect((await store().write([makePut('a', { order: 4 })])).puts).toEqual([{ id: 'a', order: 4, version: 1 }])
    })

    it('[S1] gives each `next` an order above all before it', async () => {
      const first = await store().write([makePut('a'), makePut('b'), makePut('c', { order: 2 })])
      const second = await store().write([makePut('d')])
      const [a, b, c] = first.puts.map(put => put.order)
      expect([a, b].toSorted((left, right) => Number(left) - Number(right))).toEqual([a, b])
      expect(new Set([a, b]).size).toBe(2)
      expect(c).toBe(2)
      expect(second.puts[0]?.order).toBeGreaterThan(Number(b))
      expect((await store().get('messages', 'd'))?.order).toBe(second.puts[0]?.order)
    })

    it('[S1] changes nothing for a write of nothing', async () => {
      const { sequence } = await store().write([makePut('a')])
      expect(await store().write([])).toEqual({ sequence, puts: [], released: [] })
      expect(await store().write([{ kind: 'check', shelf: 'messages', id: 'a', expect: 1 }])).toEqual({
        sequence,
        puts: [],
        released: [],
      })
    })

    it('[FH-5] keeps any bytes and any text', async () => {
      const every = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      const names = [
        '',
        ' ',
        'a\0b',
        'a\0',
        "'; drop table rows --",
        '\u{1f600}',
        '\uffff',
        'e\u0301',
        '\u00e9',
        '\u202e',
        '%_*"',
      ]
      const puts = names.map((name, order) =>
        makePut(name, { shelf: `shelf${name}`, parent: `parent${name}`, order, refs: [`ref:${name}`], body: every }),
      )
      await store().write(puts)
      for (const [order, put] of puts.entries()) {
        const row = toRow(put, order)
        expect(await store().get(put.shelf, put.id)).toEqual(row)
        expect(await store().list(put.shelf, { by: { parent: put.parent }, limit: 2 })).toEqual({
          rows: [row],
          next: null,
        })
        expect(await store().list(put.shelf, { by: { ref: put.refs[0] ?? '' }, limit: 2 })).toEqual({
          rows: [row],
          next: null,
        })
      }
    })

    it('[FH-5] refuses half a character rather than keeping another one', async () => {
      const half = 'a\ud800b'
      for (const put of [
        makePut(half),
        makePut('a', { shelf: half }),
        makePut('a', { parent: half }),
        makePut('a', { refs: [half] }),
      ]) {
        await expect(store().write([makePut('whole'), put])).rejects.toThrow(TypeError)
      }
      expect(await store().get('messages', 'whole')).toBeNull()
    })

    it('[S1] keeps an order of any safe integer, and refuses any other number', async () => {
      const orders = [Number.MIN_SAFE_INTEGER, -1, 0, 1, Number.MAX_SAFE_INTEGER]
      await store().write(orders.map((order, at) => makePut(`row ${at}`, { order })))
      const { rows } = await store().list('messages', { by: { parent: 'chat' }, limit: 10 })
      expect(rows.map(row => row.order)).toEqual(orders)
      for (const order of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
        await expect(store().write([makePut('b', { order })])).rejects.toThrow(RangeError)
      }
    })

    it('[S1] refuses two operations on one row in one write', async () => {
      const check = { kind: 'check', shelf: 'messages', id: 'a', expect: 0 } as const
      await expect(store().write([makePut('a'), makePut('a')])).rejects.toThrow(TypeError)
      await expect(store().write([check, makePut('a')])).rejects.toThrow(TypeError)
      await store().write([makePut('a'), makePut('a', { shelf: 'chats' })])
    })

    it('[S1] keeps empty and large bodies', async () => {
      const large = new Uint8Array(5 * 1024 * 1024)
      for (let at = 0; at < large.length; at += 1) large[at] = (at * 31 + (at >> 8)) & 0xff
      await store().write([
        makePut('empty', { order: 1, body: new Uint8Array() }),
        makePut('large', { order: 2, body: large }),
      ])
      const [empty, found] = await store().getMany('messages', ['empty', 'large'])
      expect(empty).toEqual(toRow(makePut('empty', { body: new Uint8Array() }), 1))
      expect(areSame(found && 'body' in found ? found.body : null, large)).toBe(true)
    })

    it('[S1] answers for each id in the order asked, the same one twice and missing ones too', async () => {
      const a = makePut('a', { order: 1 })
      const b = makePut('b', { order: 2 })
      await store().write([a, b])
      expect(await store().getMany('messages', ['b', 'x', 'a', 'b'])).toEqual([
        toRow(b, 2),
        null,
        toRow(a, 1),
        toRow(b, 2),
      ])
      expect(await store().getMany('messages', [])).toEqual([])
    })

    it('[S5] counts rows, their bytes and the sequence', async () => {
      const empty = await store().usage()
      expect(empty).toMatchObject({ rows: 0, rowBytes: 0, blobs: 0, blobBytes: 0 })
      await store().write([makePut('a', { body: new Uint8Array(1000) }), makePut('b', { body: new Uint8Array(1000) })])
      const two = await store().usage()
      expect(two.rows).toBe(2)
      expect(two.sequence).toBeGreaterThan(empty.sequence)
      await store().write([{ kind: 'remove', shelf: 'messages', id: 'b', expect: 1 }])
      const one = await store().usage()
      expect(one.rows).toBe(1)
      expect(one.rowBytes * 2).toBe(two.rowBytes)
    })

    it('[S1] answers nothing once it is closed', async () => {
      const closed = expect.objectContaining({ name: 'StoreError', kind: 'closed' })
      const other = await database().openStore('ada')
      await store().close()
      await expect(store().get('messages', 'a')).rejects.toEqual(closed)
      await expect(store().getMany('messages', ['a'])).rejects.toEqual(closed)
      await expect(store().list('messages', { by: { parent: 'chat' }, limit: 1 })).rejects.toEqual(closed)
      await expect(store().listMany('messages', [])).rejects.toEqual(closed)
      await expect(store().listHeads('messages', [])).rejects.toEqual(closed)
      await expect(store().changes(0, 1)).rejects.toEqual(closed)
      await expect(store().write([makePut('a')])).rejects.toEqual(closed)
      await expect(store().usage()).rejects.toEqual(closed)
      await expect(store().blobs.get('a')).rejects.toBeInstanceOf(StoreError)
      expect(await other.get('messages', 'a')).toBeNull()
    })
  })
}
