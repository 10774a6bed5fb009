import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Put, SearchableStore, SearchSource } from '../contract/store.ts'
import { type DatabaseUnderTest, fromBytes, type MakeSearchableDatabase, makePut, toBytes } from './bench.ts'

/** Finds the body's text. Its group is what is before the first colon; without one there is nothing to find. */
const source: SearchSource = {
  shelf: 'messages',
  toDocument(_id, body) {
    const [group, ...rest] = fromBytes(body).split(':')
    if (group === undefined || rest.length === 0) return null
    const text = rest.join(':')
    return { group, text, facets: [`group:${group}`, `length:${text.length < 20 ? 'short' : 'long'}`] }
  },
}

/** The conformance suite of search, for every backend that has it. */
export function describeSearch(name: string, makeDatabase: MakeSearchableDatabase): void {
  describe(`${name} as a search`, () => {
    let database: DatabaseUnderTest<SearchableStore>
    let store: SearchableStore
    beforeEach(async () => {
      database = await makeDatabase([source])
      store = await database.openStore('ada')
    })
    afterEach(() => database.close())

    const message = (id: string, text: string, more: Partial<Put> = {}) =>
      makePut(id, { body: toBytes(`chat:${text}`), ...more })
    const find = async (text: string, limit = 10) => (await store.search.find({ text, limit })).map(hit => hit.id)

    it('finds all words, the last one unfinished, newest first', async () => {
      await store.write([
        message('a', 'The quick brown fox'),
        message('b', 'A quick red fox'),
        message('c', 'Slow snails'),
      ])
      expect(await find('quick fo')).toEqual(['b', 'a'])
      expect(await find('QUICK brown ')).toEqual(['a'])
      expect(await find('quick snails')).toEqual([])
      expect(await find('fo ')).toEqual([])
      expect(await find('uick')).toEqual([])
    })

    it('finds every ending of an unfinished word, however many there are', async () => {
      const ids = Array.from({ length: 100 }, (_, at) => `m${at}`)
      await store.write(ids.map(id => message(id, `unfinished${id} and more`)))
      expect(await find('unfinished', 200)).toEqual(ids.toReversed())
      expect(await find('unfinishedm7', 200)).toEqual([
        'm79',
        'm78',
        'm77',
        'm76',
        'm75',
        'm74',
        'm73',
        'm72',
        'm71',
        'm70',
        'm7',
      ])
      expect(await find('more unfinishedx')).toEqual([])
    })

    it('says where a hit leads, and shows the text around it', async () => {
      const { sequence } = await store.write([message('a', 'The quick brown fox')])
      expect(await store.search.find({ text: 'brown', limit: 1 })).toEqual([
        { id: 'a', group: 'chat', order: sequence, snippet: { text: 'The quick brown fox', marks: [[10, 15]] } },
      ])
    })

    it('[W3] is narrowed by facets, which no text finds', async () => {
      await store.write([
        message('a', 'a fox'),
        message('b', 'a fox that jumps very far'),
        message('c', 'a fox', { body: toBytes('other:a fox') }),
      ])
      const narrowed = async (facets: { readonly all?: readonly string[]; readonly any?: readonly string[] }) =>
        (await store.search.find({ text: 'fo', limit: 10, ...facets })).map(hit => hit.id)
      expect(await narrowed({})).toEqual(['c', 'b', 'a'])
      expect(await narrowed({ all: ['group:chat'] })).toEqual(['b', 'a'])
      expect(await narrowed({ all: ['group:chat', 'length:short'] })).toEqual(['a'])
      expect(await narrowed({ any: ['length:long', 'group:other'] })).toEqual(['c', 'b'])
      expect(await narrowed({ all: ['length:short'], any: ['group:other', 'group:none'] })).toEqual(['c'])
      expect(await narrowed({ any: [] })).toEqual([])
      for (const text of ['gr', 'group', 'group:chat', '=group:chat', 'le', 'short'])
        expect(await find(text)).toEqual([])
    })

    it('pages from the newest to the oldest', async () => {
      const ids = Array.from({ length: 25 }, (_, at) => `m${at}`)
      for (const id of ids) await store.write([message(id, `common ${id}`), makePut(`${id} call`, { shelf: 'calls' })])
      const found: string[] = []
      let before: number | undefined
      for (;;) {
        const page = await store.search.find({ text: 'common', limit: 10, ...(before === undefined ? {} : { before }) })
        found.push(...page.map(hit => hit.id))
        before = page.at(-1)?.order
        if (page.length < 10) break
      }
      expect(found).toEqual(ids.toReversed())
    })

    it('follows a row that changes or goes', async () => {
      await store.write([message('a', 'first words'), message('b', 'other words')])
      await store.write([message('a', 'second words', { expect: 1 })])
      expect(await find('first')).toEqual([])
      expect(await find('words')).toEqual(['a', 'b'])
      await store.write([{ kind: 'remove', shelf: 'messages', id: 'a', expect: 2 }])
      expect(await find('words')).toEqual(['b'])
      await store.write([makePut('b', { expect: 1, body: toBytes('no document words') })])
      expect(await find('words')).toEqual([])
    })

    it('finds nothing of a write that failed', async () => {
      await store.write([message('a', 'kept words')])
      const failed = store.write([message('b', 'lost words'), message('a', 'lost words', { expect: 5 })])
      await expect(failed).rejects.toThrow('is at version 1')
      expect(await find('words')).toEqual(['a'])
    })

    it('finds only what its source offers', async () => {
      await store.write([message('a', 'hidden', { shelf: 'chats' }), makePut('b', { body: toBytes('hidden') })])
      expect(await find('hidden')).toEqual([])
    })

    it('[S9] finds only what belongs to its owner', async () => {
      const other = await database.openStore('bob')
      await store.write([message('a', 'secret words')])
      expect(await other.search.find({ text: 'secret', limit: 10 })).toEqual([])
      await other.write([message('a', 'secret words of bob'), message('b', 'secret words of bob')])
      expect(await find('secret')).toEqual(['a'])
      expect((await other.search.find({ text: 'secret', limit: 10 })).map(hit => hit.id)).toEqual(['b', 'a'])
    })

    it('finds words of any script and single emoji', async () => {
      await store.write([
        message('a', '東京都に住んでいます'),
        message('b', 'Ünïcödé straße 😀'),
        message('c', 'Привет, мир'),
      ])
      expect(await find('東京')).toEqual(['a'])
      expect(await find('unicode')).toEqual(['b'])
      expect(await find('😀')).toEqual(['b'])
      expect(await find('прив')).toEqual(['c'])
    })

    it('[FH-5] takes any text as words, never as a query language', async () => {
      await store.write([message('a', 'plain words and or not near'), message('b', 'C# and #️⃣ "quoted" it\'s')])
      const hostile = [
        '"',
        "'",
        '*',
        'a"*',
        '" OR "',
        'terms:words',
        'NEAR(',
        '(',
        ')',
        '^plain',
        '-plain',
        'a AND',
        '\0',
        '\ud800',
        '{}',
        '\\',
        ';--',
        '#️⃣',
      ]
      for (const text of hostile) expect(Array.isArray(await store.search.find({ text, limit: 5 }))).toBe(true)
      expect(await find('plain OR missing')).toEqual([])
      expect(await find('and or not')).toEqual(['a'])
      expect(await find('')).toEqual([])
      expect(await find(' \n')).toEqual([])
    })

    it('finds a word in the middle of a very long text', async () => {
      const filler = Array.from({ length: 20_000 }, (_, at) => `word${at}`)
      await store.write([message('a', [...filler, 'needle', ...filler].join(' '))])
      const [hit] = await store.search.find({ text: 'needle', limit: 1 })
      expect(hit?.snippet.text).toContain('needle')
      expect(hit?.snippet.text.length).toBeLessThan(300)
    })
  })
}
