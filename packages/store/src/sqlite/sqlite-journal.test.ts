import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Journal } from '../contract/journal.ts'
import { describeJournal } from '../testing/describe-journal.ts'
import { openSqliteJournal, packEntries, unpackEntries } from './sqlite-journal.ts'

const texts = (entries: readonly Uint8Array[]) => entries.map(entry => new TextDecoder().decode(entry))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-journal-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function unexpected(error: Error): void {
  throw error
}

function open(options: { intervalMs?: number; onError?: (error: Error) => void } = {}): Promise<Journal> {
  return openSqliteJournal({ folder, onError: unexpected, ...options })
}

describeJournal('the SQLite journal', () => open())

describe('the SQLite journal', () => {
  it('[S7] keeps what was committed for the next process, and continues after it', async () => {
    const first = await open()
    first.append('a', 'one')
    await first.close()
    const second = await open()
    second.append('a', 'two')
    await second.flush()
    expect([await second.streams(), texts(await second.read('a'))]).toEqual([['a'], ['one', 'two']])
    await second.close()
  })

  it('[S7] commits by itself, together, and only while something waits', async () => {
    const journal = await open({ intervalMs: 20 })
    const watch = watchCommits(join(folder, 'journal.sqlite'))
    await sleep(60)
    expect(watch.commits()).toBe(0)
    for (const stream of ['a', 'b', 'c']) journal.append(stream, 'text')
    expect(await journal.streams()).toEqual([])
    await until(async () => (await journal.streams()).length === 3)
    await sleep(60)
    expect(watch.commits()).toBe(1)
    watch.close()
    await journal.close()
  })

  it('[S7] makes one commit a quarter second for a thousand streams', async () => {
    const journal = await open()
    const watch = watchCommits(join(folder, 'journal.sqlite'))
    const started = performance.now()
    let rounds = 0
    while (performance.now() - started < 1000) {
      for (let stream = 0; stream < 1000; stream += 1) journal.append(`run_${stream}`, `token ${rounds} `)
      rounds += 1
      await sleep(20)
    }
    const elapsed = performance.now() - started
    expect(watch.commits()).toBeLessThanOrEqual(Math.floor(elapsed / 250))
    expect(watch.commits()).toBeGreaterThan(0)
    await journal.flush()
    const wanted = Array.from({ length: rounds }, (_, round) => `token ${round} `)
    expect([(await journal.streams()).length, texts(await journal.read('run_999'))]).toEqual([1000, wanted])
    watch.close()
    await journal.close()
  })

  it('[S7] keeps what waits when a commit fails, says so each time, and commits it later', async () => {
    const errors: Error[] = []
    const journal = await open({ intervalMs: 10, onError: error => errors.push(error) })
    const other = new DatabaseSync(join(folder, 'journal.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    journal.append('a', 'one')
    await until(async () => errors.length > 0)
    journal.append('a', 'two')
    await expect(journal.flush()).rejects.toThrow('could not be committed')
    other.exec('ROLLBACK')
    other.close()
    await until(async () => (await journal.streams()).length === 1)
    expect([errors[0]?.message, texts(await journal.read('a'))]).toEqual([
      'the journal could not be committed; the text of 1 answers waits',
      ['one', 'two'],
    ])
    await journal.close()
  })

  it.each([
    [
      'no database at all',
      () => Buffer.from('this is not a database, and it is longer than a header of one '.repeat(20)),
    ],
    ['a database cut short', (file: Buffer) => file.subarray(0, 5000)],
    [
      'a page overwritten',
      (file: Buffer) => Buffer.concat([file.subarray(0, 4096), Buffer.alloc(4096, 0xa5), file.subarray(8192)]),
    ],
  ])('[FS-4] moves a damaged file aside, says where, and starts empty: %s', async (_name, damage) => {
    const before = await open()
    for (let index = 0; index < 50; index += 1) before.append(`run_${index}`, String.fromCharCode(index).repeat(500))
    await before.close()
    const file = join(folder, 'journal.sqlite')
    const damaged = damage(readFileSync(file))
    writeFileSync(file, damaged)

    const errors: Error[] = []
    const journal = await open({ onError: error => errors.push(error) })
    expect(await journal.streams()).toEqual([])
    journal.append('a', 'one')
    await journal.flush()
    expect(texts(await journal.read('a'))).toEqual(['one'])
    await journal.close()

    const aside = readdirSync(folder).filter(name => name.startsWith('journal.sqlite.damaged-'))
    expect(aside).toHaveLength(1)
    expect(readFileSync(join(folder, aside[0] ?? ''))).toEqual(damaged)
    expect(errors.map(error => error.message)).toEqual([
      `the journal of unfinished answers was damaged; it is kept as ${join(folder, aside[0] ?? '')}`,
    ])
  })

  it('[FS-10] leaves a journal of a newer Stet, or of something else, as it is', async () => {
    const file = join(folder, 'journal.sqlite')
    await (await open()).close()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 2')
    await expect(open()).rejects.toThrow('written by a newer Stet')
    database.exec('PRAGMA application_id = 1')
    database.close()
    const found = readFileSync(file)
    await expect(open()).rejects.toThrow('is not a journal of Stet')
    expect(readFileSync(file)).toEqual(found)
  })

  it('[Z-15] makes its file readable by its owner only', async () => {
    chmodSync(folder, 0o755)
    const journal = await open()
    journal.append('a', 'one')
    await journal.flush()
    const modes = readdirSync(folder).map(name => statSync(join(folder, name)).mode & 0o777)
    expect(modes).toEqual(modes.map(() => 0o600))
    await journal.close()
  })
})

function watchCommits(file: string): { commits(): number; close(): void } {
  const database = new DatabaseSync(file, { readOnly: true })
  const version = database.prepare('PRAGMA data_version')
  const read = () => Number(version.get()?.data_version)
  let last = read()
  let commits = 0
  const timer = setInterval(look, 5)
  function look() {
    const now = read()
    if (now !== last) commits += 1
    last = now
  }
  return {
    commits() {
      look()
      return commits
    },
    close() {
      clearInterval(timer)
      database.close()
    },
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5)
}

it('gives back the entries it packed', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 })), entries => {
      expect(
        unpackEntries(packEntries(entries)).map(entry => new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry)),
      ).toEqual(entries)
    }),
  )
})

it('refuses bytes that end in the middle of an entry', () => {
  const packed = packEntries(['fern!', 'ivy'])
  for (const length of [1, 8, 10, 13, 15]) {
    expect(() => unpackEntries(packed.subarray(0, length))).toThrow('in the middle of one')
  }
})
