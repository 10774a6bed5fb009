import { describe, expect, it } from 'vitest'
import type { Change, Store } from '../contract/store.ts'
import { type Bench, makePut } from './bench.ts'

async function readChanges(store: Store, limit: number, from = 0): Promise<readonly Change[]> {
  const changes: Change[] = []
  let after = from
  for (;;) {
    const page = await store.changes(after, limit)
    changes.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return changes
    after = last.sequence
  }
}

function name(change: Change): string {
  const id = change.kind === 'put' ? `${change.row.id} at ${change.row.version}` : change.id
  return `${change.kind} ${change.shelf}/${id}`
}

export function describeChanges({ store, database }: Bench): void {
  describe('changes', () => {
    it('[S1] reports the latest change of every row, oldest first', async () => {
      await store().write([makePut('a', { order: 1 }), makePut('b', { shelf: 'chats' }), makePut('c')])
      const { sequence } = await store().write([{ kind: 'remove', shelf: 'messages', id: 'c', expect: 1 }])
      await store().write([makePut('a', { order: 1, expect: 1 })])
      const expected = ['put chats/b at 1', 'remove messages/c', 'put messages/a at 2']
      for (const limit of [1, 2, 3, 4, 100]) expect((await readChanges(store(), limit)).map(name)).toEqual(expected)
      expect((await readChanges(store(), 100, sequence)).map(name)).toEqual(['put messages/a at 2'])
      const [last] = await store().changes(sequence, 1)
      expect(last?.kind === 'put' && last.row).toEqual(await store().get('messages', 'a'))
    })

    it('[S1] reports only the creation of a row that was removed and created again', async () => {
      const remove = { kind: 'remove', shelf: 'messages', id: 'a', expect: 1 } as const
      await store().write([makePut('a')])
      await store().write([remove])
      await store().write([makePut('a')])
      expect((await readChanges(store(), 10)).map(name)).toEqual(['put messages/a at 1'])
      await store().write([remove])
      expect((await readChanges(store(), 10)).map(name)).toEqual(['remove messages/a'])
    })

    it('[S1] ends at the sequence number that the last write returned', async () => {
      const { sequence } = await store().write([makePut('a'), makePut('b')])
      const changes = await store().changes(0, 10)
      expect(changes.at(-1)?.sequence).toBe(sequence)
      expect((await store().usage()).sequence).toBe(sequence)
      expect(await store().changes(sequence, 10)).toEqual([])
    })

    it('[FH-10] hides no change from a reader while many write', async () => {
      const stores = [store(), await database().openStore('ada'), await database().openStore('ada')]
      const writers = stores.map(async (writer, at) => {
        for (let number = 0; number < 20; number += 1) {
          await writer.write([makePut(`${at}.${number}`), makePut(`${at}.${number}`, { shelf: 'calls' })])
        }
      })
      const seen: Change[] = []
      let writing = true
      const follow = async () => {
        for (;;) {
          const ended = !writing
          const page = await store().changes(seen.at(-1)?.sequence ?? 0, 7)
          seen.push(...page)
          if (ended && page.length === 0) return
          await new Promise(resolve => setTimeout(resolve, 0))
        }
      }
      const following = follow()
      await Promise.all(writers)
      writing = false
      await following
      expect(new Set(seen.map(name)).size).toBe(120)
      const sequences = seen.map(change => change.sequence)
      expect(sequences).toEqual(sequences.toSorted((left, right) => left - right))
      expect(new Set(sequences).size).toBe(120)
    })

    it('[FH-10] lets exactly one of many writers at the same version win', async () => {
      await store().write([makePut('a', { order: 0 })])
      for (let version = 1; version <= 5; version += 1) {
        const tries = Array.from({ length: 8 }, (_, order) => store().write([makePut('a', { order, expect: version })]))
        const won = (await Promise.allSettled(tries)).filter(result => result.status === 'fulfilled')
        expect(won).toHaveLength(1)
        expect(await store().get('messages', 'a')).toMatchObject({
          version: version + 1,
          order: won[0]?.value.puts[0]?.order,
        })
      }
    })
  })
}
