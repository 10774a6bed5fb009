import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'
import { until } from './testing/until.ts'

/** A little over three pieces, so that a cut falls before, between and after them. */
const FILE = randomBytes(3 * 1024 * 1024 + 777)
const AT_ONCE = 8

interface Stored {
  readonly blobs: number
  readonly pieces: number
  readonly known: number
}

/** Everything of files that is in the database: the blobs, their pieces, and what is known of them. */
function stored(folder: string): Stored {
  const database = new DatabaseSync(join(folder, 'stet.sqlite'), { readOnly: true })
  const count = (from: string) => Number(database.prepare(`select count(*) as count from ${from}`).get()?.count)
  const counts = {
    blobs: count('blobs'),
    pieces: count('blob_pieces'),
    known: count("rows where shelf = 'attachments'"),
  }
  database.close()
  return counts
}

const NOTHING: Stored = { blobs: 0, pieces: 0, known: 0 }

/** Names of files in the data folder, without the process that holds it. */
async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter(name => !/lock|-wal$|-shm$|\.open$/.test(name)).toSorted()
}

/** The bytes of a whole upload on the wire, and how many of them are the file's up to a place. */
function onTheWire(port: number, chunk: number | null) {
  const lines = ['POST /api/blobs HTTP/1.1', `Host: 127.0.0.1:${port}`, 'X-File-Name: cut.bin']
  if (chunk === null) {
    const head = Buffer.from(`${[...lines, `Content-Length: ${FILE.length}`].join('\r\n')}\r\n\r\n`)
    return Buffer.concat([head, FILE])
  }
  const pieces: Buffer[] = [Buffer.from(`${[...lines, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`)]
  for (let at = 0; at < FILE.length; at += chunk) {
    const piece = FILE.subarray(at, at + chunk)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

async function send(port: number, bytes: Uint8Array): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // The server may close first; what it stored is what counts.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  if (bytes.length > 0) await new Promise(resolve => socket.write(bytes, resolve))
  return socket
}

it('[W4] [FS-11] [FH-4] an upload that is cut at any byte of its request leaves neither a blob nor a piece nor a file', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder()
  await using stet = new StetProcess({ STET_DATA: folder.path, STET_DEMO_PACE: '0' })
  const address = await stet.address()
  const port = Number(new URL(address).port)
  const files = await filesIn(folder.path)
  const cut = fc.record({
    chunk: fc.option(fc.integer({ min: 1000, max: 300_000 })),
    /** Where, as a share of the whole: it is never the whole. */
    share: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    /** By an end of what is sent, or by a reset. */
    how: fc.constantFrom('end', 'reset'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: AT_ONCE, maxLength: AT_ONCE }), async cuts => {
      await Promise.all(
        cuts.map(async ({ chunk, share, how }) => {
          const bytes = onTheWire(port, chunk)
          const socket = await send(port, bytes.subarray(0, Math.floor(share * bytes.length)))
          const closed = once(socket, 'close')
          if (how === 'reset') socket.resetAndDestroy()
          else socket.end()
          socket.resume()
          await closed
        }),
      )
      await until('nothing is left', () =>
        JSON.stringify(stored(folder.path)) === JSON.stringify(NOTHING) ? true : null,
      )
      const blob = createHash('sha256').update(FILE).digest('hex')
      expect((await fetch(`${address}/api/blobs/${blob}`)).status).toBe(404)
    }),
    { numRuns: 12 },
  )
  // A piece that was written late would be counted here: the home has ended every upload when it closes.
  stet.kill('SIGTERM')
  await stet.ended()
  expect([stored(folder.path), await filesIn(folder.path)]).toEqual([NOTHING, files])
})

it('[W4] [FS-11] [S7] an upload that is cut off by kill -9 leaves nothing after the next start', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder()
  const env = { STET_DATA: folder.path, STET_DEMO_PACE: '0' }
  let files: readonly string[] | null = null
  for (const share of [0.01, 0.5, 0.7, 0.9, 0.9999]) {
    const stet = new StetProcess(env)
    const port = Number(new URL(await stet.address()).port)
    await until('nothing is left of the last one', () => (stored(folder.path).pieces === 0 ? true : null))
    files ??= await filesIn(folder.path)
    const bytes = onTheWire(port, null)
    const socket = await send(port, bytes.subarray(0, Math.floor(share * bytes.length)))
    // A piece is written when the next is complete.
    if (share > 0.69) await until('a piece is on the disk', () => (stored(folder.path).pieces > 0 ? true : null))
    stet.kill('SIGKILL')
    await stet.ended()
    socket.destroy()
  }
  await using stet = new StetProcess(env)
  await stet.address()
  await until('nothing is left', () => (JSON.stringify(stored(folder.path)) === JSON.stringify(NOTHING) ? true : null))
  expect(await filesIn(folder.path)).toEqual(files)
})
