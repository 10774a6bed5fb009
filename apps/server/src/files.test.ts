import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDocx, makePdf } from './testing/documents.ts'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'
import { until } from './testing/until.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let stet: StetProcess
let address = ''

beforeAll(async () => {
  folder = await temporaryFolder()
  stet = new StetProcess({ STET_DATA: folder.path, STET_DEMO_PACE: '0' })
  address = await stet.address()
})
afterAll(async () => {
  await stet[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const LARGE = Buffer.alloc(5 * 1024 * 1024 + 17, 'Stet ')

async function upload(
  name: string,
  type: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'x-file-name': encodeURIComponent(name), 'content-type': type }
  const response = await fetch(`${address}/api/blobs`, { method: 'POST', headers, body: bytes })
  return { status: response.status, body: await response.json() }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Everything of files that is in the database: the blobs, their pieces, and what is known of them. */
function countStored(): unknown {
  const database = new DatabaseSync(join(folder.path, 'stet.sqlite'), { readOnly: true })
  const counts = database
    .prepare(
      `select (select count(*) from blobs) as blobs, (select count(*) from blob_pieces) as pieces,
       (select count(*) from rows where shelf = 'attachments') as known`,
    )
    .get()
  database.close()
  return { ...counts }
}

describe('uploads', () => {
  it('[W4] stores a file once by its SHA-256, however often it arrives', async () => {
    const expected = { kind: 'file', blob: sha256(LARGE), mediaType: 'text/plain', size: LARGE.length }
    const first = await upload('words.txt', 'text/plain', LARGE)
    const stored = countStored()
    expect(first).toEqual({ status: 201, body: { ...expected, name: 'words.txt' } })
    expect(await upload('../again\u202e.txt', 'text/plain', LARGE)).toEqual({
      status: 201,
      body: { ...expected, name: '_again_.txt' },
    })
    expect(countStored()).toEqual(stored)
  })

  it('[W4] refuses a file over 100 MB with 413, by what it claims and by what arrives', async () => {
    const stored = countStored()
    const port = Number(new URL(address).port)
    const head = `POST /api/blobs HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-File-Name: a\r\nConnection: close\r\n`
    expect(await say(port, [`${head}Content-Length: ${100 * 1024 * 1024 + 1}\r\n\r\n`])).toContain('"code":"too-large"')
    const mebibyte = `100000\r\n${'a'.repeat(1024 * 1024)}\r\n`
    const pieces = Array.from({ length: 101 }, () => mebibyte)
    const answer = await say(port, [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...pieces])
    expect(answer).toContain('HTTP/1.1 413')
    await until('nothing is left', () => (JSON.stringify(countStored()) === JSON.stringify(stored) ? true : null))
  })

  it('[W4] stores the text of a PDF and of a DOCX once beside the file', async () => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const first = await upload('ferns.pdf', 'application/pdf', new Uint8Array(makePdf('Ferns like shade')))
    expect(first.body).toMatchObject({ mediaType: 'application/pdf', extracted: { characters: 16 } })
    const stored = countStored()
    expect((await upload('again.pdf', 'application/pdf', new Uint8Array(makePdf('Ferns like shade')))).body).toEqual({
      ...first.body,
      name: 'again.pdf',
    })
    expect(countStored()).toEqual(stored)
    const moss = await upload('moss.docx', docx, new Uint8Array(makeDocx('Moss too')))
    expect(moss.body).toMatchObject({ mediaType: docx, extracted: { characters: expect.any(Number) } })
    const damaged = await upload('broken.pdf', 'application/pdf', new TextEncoder().encode('%PDF-1.4 nothing else'))
    expect([damaged.status, 'extracted' in damaged.body]).toEqual([201, false])
  })

  it('[FH-3] needs a name', async () => {
    for (const name of ['', '%', '%E0%A4%A', 'a'.repeat(1001)]) {
      const response = await fetch(`${address}/api/blobs`, {
        method: 'POST',
        headers: { 'x-file-name': name },
        body: 'a',
      })
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'invalid', field: 'X-File-Name' }),
      ])
    }
  })
})

describe('downloads', () => {
  const got = async (path: string, init: RequestInit = {}) => fetch(`${address}/api/blobs/${path}`, init)

  it('[Z-6] shows a picture in place, sandboxed, with its own caching', async () => {
    await upload('cat.png', 'image/png', PNG)
    const response = await got(`${sha256(PNG)}?name=cat.png`)
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true)
    const {
      date: _date,
      connection: _connection,
      'keep-alive': _alive,
      ...headers
    } = Object.fromEntries(response.headers)
    expect(headers).toEqual({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-disposition': `inline; filename="cat.png"; filename*=UTF-8''cat.png`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      etag: `"${sha256(PNG)}"`,
    })
    expect((await got(sha256(PNG), { headers: { 'if-none-match': `"${sha256(PNG)}"` } })).status).toBe(304)
    const saved = await got(`${sha256(PNG)}?name=cat.png&download=true`)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  it.each([
    ['a page', 'text/html', '<script>alert(1)</script>', 'x.html'],
    ['a drawing', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'x.svg'],
    ['a page that claims to be a picture', 'image/png', '<html><script>alert(1)</script>', 'x.png'],
    ['a document', 'application/pdf', '%PDF-1.7 …', 'x.pdf'],
  ])('[Z-6] never shows %s in place', async (_, type, text, name) => {
    const bytes = new TextEncoder().encode(text)
    const { body } = await upload(name, type, bytes)
    const response = await got(`${String(body.blob)}?name=${encodeURIComponent(`ü"${name}\r\n`)}`)
    const header = (name: string) => response.headers.get(name)
    expect([await response.text(), header('content-type'), header('x-content-type-options')]).toEqual([
      text,
      'application/octet-stream',
      'nosniff',
    ])
    expect(header('content-disposition')).toBe(`attachment; filename="__${name}__"; filename*=UTF-8''%C3%BC_${name}__`)
    expect(header('content-security-policy')).toContain('sandbox')
  })

  it('[W4] answers ranges and HEAD', async () => {
    const { body } = await upload('words.txt', 'text/plain', LARGE)
    const path = String(body.blob)
    const ranges = [
      ['bytes=0-4', 206, `bytes 0-4/${LARGE.length}`, [0, 5]],
      ['bytes=1048570-1048580', 206, `bytes 1048570-1048580/${LARGE.length}`, [1048570, 1048581]],
      ['bytes=5242890-', 206, `bytes 5242890-${LARGE.length - 1}/${LARGE.length}`, [5242890, LARGE.length]],
      [
        'bytes=-3',
        206,
        `bytes ${LARGE.length - 3}-${LARGE.length - 1}/${LARGE.length}`,
        [LARGE.length - 3, LARGE.length],
      ],
      ['bytes=0-1,4-5', 200, null, [0, LARGE.length]],
      ['lines=1-2', 200, null, [0, LARGE.length]],
    ] as const
    for (const [range, status, contentRange, [from, to]] of ranges) {
      const response = await got(path, { headers: { range } })
      expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange])
      expect(Buffer.from(await response.arrayBuffer()).equals(LARGE.subarray(from, to))).toBe(true)
    }
    const beyond = await got(path, { headers: { range: `bytes=${LARGE.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${LARGE.length}`])
    const older = await got(path, { headers: { range: 'bytes=0-4', 'if-range': '"another"' } })
    expect([older.status, (await older.arrayBuffer()).byteLength]).toEqual([200, LARGE.length])
    const head = await got(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(LARGE.length),
      '',
    ])
  })

  it('[Z-3] serves no blob that is no file, and answers all of them alike', async () => {
    const answers = await Promise.all(
      ['0'.repeat(64), 'A'.repeat(64), 'x', '..%2Fstet.sqlite'].map(async id => {
        const response = await got(id)
        const { code } = await response.json()
        return [response.status, code]
      }),
    )
    expect(answers).toEqual(answers.map(() => [404, 'attachment-not-found']))
  })
})

/** Speaks HTTP by hand and returns what was answered, whether or not all of it was read. */
async function say(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  let text = ''
  socket.setEncoding('latin1').on('data', data => {
    text += data
  })
  socket.on('error', () => undefined)
  for (const piece of pieces) {
    if (text !== '' || socket.destroyed) break
    await new Promise(resolve => socket.write(piece, resolve))
  }
  await closed
  return text
}
