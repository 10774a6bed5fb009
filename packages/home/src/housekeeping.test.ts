import { COMMANDS_SHELF, createMemoryDatabase, type Store, toCommandPut } from '@stet/store'
import { expect, it } from 'vitest'
import { startHousekeeping } from './housekeeping.ts'

const HOUR = 60 * 60 * 1000
const START = 1_800_000_000_000

/** A home's clock and sleep under the control of a test: an hour passes when `hour` is called, and resolves after the pass. */
function startAt(store: Store) {
  let now = START
  const logged: unknown[] = []
  let asleep = Promise.withResolvers<void>()
  let awake = Promise.withResolvers<void>()
  const log = { warn: () => undefined, error: (message: string) => logged.push(message) }
  const housekeeping = startHousekeeping({
    store,
    clock: () => now,
    log,
    async sleep(milliseconds, signal) {
      asleep.resolve()
      signal.addEventListener('abort', () => awake.resolve())
      await awake.promise
      awake = Promise.withResolvers()
      now += milliseconds
    },
  })
  return {
    logged,
    close: () => housekeeping.close(),
    pass: () => asleep.promise,
    async hour() {
      asleep = Promise.withResolvers()
      awake.resolve()
      await asleep.promise
    },
  }
}

function command(id: string, at: number) {
  return toCommandPut({ id, command: 'send', inputHash: 'hash', answer: null, at })
}

it('[FS-11] sweeps blobs that no row named for a day, hour by hour', async () => {
  const store = createMemoryDatabase().openStore('owner')
  await store.blobs.put('lost', new Uint8Array(3), START - 1)
  const home = startAt(store)
  await home.pass()
  for (let hours = 0; hours < 24; hours += 1) await home.hour()
  expect(await store.blobs.get('lost')).not.toBeNull()
  await home.hour()
  expect(await store.blobs.get('lost')).toBeNull()
  await home.close()
})

it('[FH-6] forgets commands after a day, more than one write takes', async () => {
  const store = createMemoryDatabase().openStore('owner')
  const old = Array.from({ length: 450 }, (_, index) => command(`old ${index}`, START - 25 * HOUR + index))
  await store.write([...old, command('new', START - HOUR)])
  const home = startAt(store)
  await home.pass()
  const { rows } = await store.list(COMMANDS_SHELF, { by: { parent: '' }, limit: 1_000 })
  expect(rows.map(row => row.id)).toEqual(['new'])
  await home.close()
})

it('[FS-2] logs a pass that failed and tries again, and ends when it is closed', async () => {
  const store = createMemoryDatabase().openStore('owner')
  let failures = 1
  const home = startAt({
    ...store,
    blobs: {
      ...store.blobs,
      async sweep(now) {
        failures -= 1
        if (failures >= 0) throw new Error('the disk is full')
        return store.blobs.sweep(now)
      },
    },
  })
  await home.pass()
  expect(home.logged).toEqual(['housekeeping failed'])
  await home.hour()
  expect([home.logged.length, failures]).toEqual([1, -1])
  await home.close()
})
