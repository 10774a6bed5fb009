import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Journal } from '../contract/journal.ts'

const texts = (entries: readonly Uint8Array[]) => entries.map(entry => new TextDecoder().decode(entry))

/** The contract suite of journals. */
export function describeJournal(name: string, open: () => Promise<Journal>): void {
  describe(name, () => {
    let journal: Journal
    beforeEach(async () => {
      journal = await open()
    })
    afterEach(async () => {
      await journal.close()
    })

    it('[S7] gives back the entries of a stream, each as it was appended, oldest first', async () => {
      journal.append('a', 'one')
      journal.append('b', 'other')
      journal.append('a', '')
      await journal.flush()
      journal.append('a', 'three')
      await journal.flush()
      expect([texts(await journal.read('a')), texts(await journal.read('b'))]).toEqual([
        ['one', '', 'three'],
        ['other'],
      ])
    })

    it('[S7] keeps any text, and any name of a stream', async () => {
      const entry = String.fromCodePoint(
        ...Array.from({ length: 70_000 }, (_, index) => (index * 61) % 0xd800),
        0x1f33f,
      )
      journal.append("'; --\0é", entry)
      await journal.flush()
      expect(texts(await journal.read("'; --\0é"))).toEqual([entry])
    })

    it('[S7] knows the streams that have entries, and nothing of others', async () => {
      journal.append('b', '1')
      journal.append('a', '1')
      await journal.flush()
      expect([[...(await journal.streams())].sort(), await journal.read('c')]).toEqual([['a', 'b'], []])
    })

    it('[S7] forgets dropped streams, entries that still waited included, and starts them afresh', async () => {
      journal.append('a', '1')
      journal.append('b', '1')
      await journal.flush()
      journal.append('a', '2')
      await journal.drop(['a', 'never there'])
      await journal.flush()
      expect([await journal.streams(), texts(await journal.read('a'))]).toEqual([['b'], []])
      journal.append('a', '3')
      await journal.flush()
      expect(texts(await journal.read('a'))).toEqual(['3'])
    })

    it('refuses to be used after it was closed, and can be closed twice', async () => {
      await journal.close()
      await journal.close()
      expect(() => journal.append('a', '1')).toThrow('closed')
      await expect(journal.flush()).rejects.toThrow('closed')
      await expect(journal.read('a')).rejects.toThrow('closed')
      await expect(journal.streams()).rejects.toThrow('closed')
      await expect(journal.drop(['a'])).rejects.toThrow('closed')
    })
  })
}
