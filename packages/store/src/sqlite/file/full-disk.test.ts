import { expect, it } from 'vitest'
import { hasCommand, startCommand, temporaryFolder } from '../../testing/host.ts'

const DATABASE = JSON.stringify(new URL('../open-sqlite-database.ts', import.meta.url).href)
const SAMPLES = JSON.stringify(new URL('../../testing/bench.ts', import.meta.url).href)

const FILL = `
  import { rmSync, writeFileSync } from 'node:fs'
  import { openSqliteDatabase } from ${DATABASE}
  import { makePut } from ${SAMPLES}
  const folder = process.argv[1]
  const source = { shelf: 'messages', toDocument: () => ({ text: 'words', group: 'chat' }) }
  const database = await openSqliteDatabase({ folder, search: [source] })
  const store = database.openStore('ada')
  const settle = async (...writes) => {
    const results = await Promise.allSettled(writes)
    console.log(JSON.stringify(results.map(({ reason }) => reason?.kind ?? 'done')))
  }
  const large = makePut('large', { body: new Uint8Array(900_000).fill(1) })
  writeFileSync(folder + '/ballast', new Uint8Array(3_300_000))
  await settle(store.write([makePut('first')]))
  await settle(store.write([makePut('second')]), store.write([large]), store.write([makePut('third')]))
  await settle(store.blobs.put('blob', large.body, 0))
  console.log(JSON.stringify((await store.getMany('messages', ['first', 'large', 'second', 'third'])).map(row => row?.id)))
  rmSync(folder + '/ballast')
  await settle(store.write([large]), store.blobs.put('blob', new Uint8Array(10), 0))
  console.log(JSON.stringify([await store.usage(), (await store.search.find({ text: 'words', limit: 9 })).length]))
  writeFileSync(folder + '/ballast', new Uint8Array(1))
  for (let size = 1_000_000; size > 1_000; size = size / 2) {
    try { writeFileSync(folder + '/ballast', new Uint8Array(size), { flag: 'a' }) } catch (error) { if (error.code !== 'ENOSPC') throw error }
  }
  await database.close()
  console.log('closed')
  rmSync(folder + '/ballast')
  const again = await openSqliteDatabase({ folder, search: [source] })
  console.log(JSON.stringify((await again.openStore('ada').usage()).rows))
  await again.close()
`

// Another user than root gets a user namespace too.
const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
const isolated = hasCommand(
  ['unshare', ...namespaces, 'true'],
  'a full disk fails the write that does not fit and no other',
)

/** A disk of its own, in a mount namespace that ends with the process. */
function startOnSmallDisk(folder: string, code: string) {
  const script =
    'mount -t tmpfs -o size=4m,mode=700 stet "$1" && exec "$2" --input-type=module-typescript --eval "$3" -- "$1"'
  return startCommand('unshare', [...namespaces, 'sh', '-c', script, 'sh', folder, process.execPath, code])
}

it.runIf(isolated)(
  '[FS-2] a full disk fails the write that does not fit and no other, and is recovered from without a restart',
  async () => {
    const child = startOnSmallDisk(temporaryFolder(), FILL)
    const next = async () => JSON.parse(await child.line())
    expect(await next()).toEqual(['done'])
    expect(await next()).toEqual(['done', 'full', 'done'])
    expect(await next()).toEqual(['full'])
    expect(await next()).toEqual(['first', null, 'second', 'third'])
    expect(await next()).toEqual(['done', 'done'])
    expect(await next()).toEqual([{ rows: 4, rowBytes: 900_040, blobs: 1, blobBytes: 10, sequence: 4 }, 4])
    expect(await child.line()).toBe('closed')
    expect(await next()).toBe(4)
    expect(await child.ended()).toMatchObject({ code: 0 })
  },
)
