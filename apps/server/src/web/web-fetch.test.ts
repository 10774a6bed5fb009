import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { runTool } from '@stet/tools/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from '../create-guarded-fetch.ts'
import { createExtractText } from '../extract-text.ts'
import { makePdf } from '../testing/documents.ts'
import { createWebFetch } from './web-fetch.ts'

/** A server on this computer, which only these tests may reach. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const extract = createExtractText()

const loopback = createGuardedFetch({ reach: 'with-loopback' })

async function read(url: string, fetch = loopback, limits: { readonly deadlineMs?: number } = {}) {
  const { result } = await runTool(createWebFetch({ fetch, extract, ...limits }), { url })
  return {
    outcome: result.outcome,
    text: result.content.map(part => (part.kind === 'text' ? part.text : '')).join('\n'),
  }
}

function latin(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text)
}

const ARTICLE = `<!doctype html><html><head><title>Tides</title><script>secret()</script></head><body><nav>Menu</nav><article><h1>Tides</h1>${'<p>The sea rises twice a day, and falls twice a day.</p>'.repeat(20)}</article></body></html>`

it('[T8] reads the text of HTML, JSON, plain text and PDF, from a text with addresses', async () => {
  const pages: Readonly<Record<string, [string, string | Uint8Array]>> = {
    '/html': ['text/html', ARTICLE],
    '/json': ['application/json', '{"tide":1}'],
    '/pdf': ['application/octet-stream', makePdf('High at noon')],
    '/bare': ['text/html', '<html><p>No body at all</p>'],
    '/latin': ['text/plain; charset=iso-8859-1', Buffer.from('Flüsse', 'latin1')],
    '/meta': ['text/html', Buffer.from('<meta charset="windows-1252"><p>Flüsse</p>', 'latin1')],
  }
  const base = await serve(({ url = '' }, response) => {
    const [type, body] = pages[url] ?? ['text/plain', 'none']
    response.setHeader('content-type', type).end(body)
  })
  const html = await read(`${base}/html`)
  expect(html.text).toContain('The sea rises twice a day')
  expect(html.text).not.toMatch(/secret|<p>/)
  expect((await read(`See ${base}/json, and (${base}/latin).`)).text).toMatch(/\{"tide":1\}[\s\S]*Flüsse/)
  expect((await read(`${base}/pdf`)).text).toContain('High at noon')
  expect((await read(`${base}/bare`)).text).toContain('No body at all')
  expect((await read(`${base}/meta`)).text).toContain('Flüsse')
})

it.each([
  ['/wiki/Wall_(harbour)', '/wiki/Wall_(harbour)'],
  ['See (/wiki/Wall_(harbour)), then rest.', '/wiki/Wall_(harbour)'],
  ['[the wall](/wall). Later', '/wall'],
  ['[the wall](/wiki/Wall_(harbour)).', '/wiki/Wall_(harbour)'],
  ['Is it /wall?!', '/wall'],
  ['/list[0]', '/list[0]'],
])('[T8] in %j the address is %s', async (text, path) => {
  const asked: string[] = []
  const base = await serve(({ url = '' }, response) => {
    asked.push(url)
    response.setHeader('content-type', 'text/plain').end('here')
  })
  await read(text.replace(/\/(?:wiki|wall|list)/, found => `${base}${found}`))
  expect(asked).toEqual([path])
})

it.each<[what: string, type: string, body: Uint8Array]>([
  ['the header', 'text/plain; charset=ISO-8859-1', latin('Flüsse und Bäche')],
  ['the header in quotes', 'text/html; Charset="windows-1252"', latin('<p>Flüsse und Bäche</p>')],
  ['the header, against the page', 'text/html; charset=utf-8', utf8('<meta charset="latin1"><p>Flüsse und Bäche</p>')],
  ['the page', 'text/html', latin('<html><head><meta charset="latin1"></head><p>Flüsse und Bäche</p></html>')],
  [
    'an older page',
    'text/html',
    latin('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15"><p>Flüsse und Bäche</p>'),
  ],
  ['XML', 'application/xml', latin('<?xml version="1.0" encoding="ISO-8859-1"?><p>Flüsse und Bäche</p>')],
  ['a mark of UTF-8, against the header', 'text/plain; charset=latin1', utf8('\ufeffFlüsse und Bäche')],
  ['a mark of UTF-16', 'text/plain', Buffer.from('\ufeffFlüsse und Bäche', 'utf16le')],
  [
    'a mark of UTF-16, the other way round',
    'text/html',
    Buffer.from('\ufeff<p>Flüsse und Bäche</p>', 'utf16le').swap16(),
  ],
  ['the header, for UTF-16 without a mark', 'text/plain; charset=utf-16le', Buffer.from('Flüsse und Bäche', 'utf16le')],
  [
    'a header that names no encoding, and the page',
    'text/html; charset=nonsense',
    latin('<meta charset="latin1"><p>Flüsse und Bäche</p>'),
  ],
  ['nothing', 'text/plain', utf8('Flüsse und Bäche')],
])('[T8] [FT-9] the encoding is known by %s', async (_, type, body) => {
  const base = await serve((_, response) => response.setHeader('content-type', type).end(body))
  const { outcome, text } = await read(base)
  expect([
    outcome,
    text
      .split('\n')
      .at(-1)
      ?.replace(/^.*<p>|<\/p>$/g, ''),
  ]).toEqual(['done', 'Flüsse und Bäche'])
})

it.each([
  ['text/plain; charset=shift_jis', '93fa967b8cea', '\u65e5\u672c\u8a9e'],
  ['text/plain; charset=euc-kr', 'c7d1b1b9', '\ud55c\uad6d'],
  ['text/plain; charset=windows-1251', 'cceef0e5', '\u041c\u043e\u0440\u0435'],
  ['text/plain; charset=gb18030', 'd6d0cec4', '\u4e2d\u6587'],
])('[T8] reads %s', async (type, hex, text) => {
  const base = await serve((_, response) => response.setHeader('content-type', type).end(Buffer.from(hex, 'hex')))
  expect((await read(base)).text).toBe(`${base}/\n\n${text}`)
})

it.each([
  [
    'https://github.com/sea/wall/blob/main/src/tide%20table.ts?plain=1#L10-L20',
    'https://raw.githubusercontent.com/sea/wall/main/src/tide%20table.ts',
  ],
  ['http://github.com/sea/wall/blob/v1.2/README.md', 'https://raw.githubusercontent.com/sea/wall/v1.2/README.md'],
  ['https://github.com/sea/wall/tree/main/src', 'https://github.com/sea/wall/tree/main/src'],
  ['https://github.com.example.net/sea/wall/blob/main/a.ts', 'https://github.com.example.net/sea/wall/blob/main/a.ts'],
])('[T8] for the page of a file on GitHub the file itself is fetched: %s', async (url, fetched) => {
  const asked: string[] = []
  const base = await serve((_, response) => response.setHeader('content-type', 'text/plain').end('export {}'))
  // What would go to GitHub goes to a server of this test.
  const diverted: typeof fetch = (input, init) => {
    asked.push(String(input))
    return loopback(base, init)
  }
  expect(await read(url, diverted)).toEqual({ outcome: 'done', text: `${fetched}\n\nexport {}` })
  expect(asked).toEqual([fetched])
})

it('[T8] says who asks, and sends nothing that identifies the user', async () => {
  const asked: IncomingHttpHeaders[] = []
  const base = await serve(({ url, headers }, response) => {
    asked.push(headers)
    response.setHeader('set-cookie', 'a=b').setHeader('content-type', 'text/plain')
    if (url === '/') response.writeHead(302, { location: '/next' })
    response.end('Tides')
  })
  expect((await read(base)).text).toContain('Tides')
  expect(asked).toHaveLength(2)
  for (const headers of asked) {
    expect(headers['user-agent']).toMatch(/^Mozilla\/5\.0 \(compatible; Stet; /)
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['referer']))
  }
})

it('[T8] follows five redirects, and not a sixth', async () => {
  let asked = 0
  const base = await serve(({ url = '' }, response) => {
    asked += 1
    const left = Number(url.slice(1))
    if (left > 0) response.writeHead(301, { location: `${left - 1}` }).end()
    else response.setHeader('content-type', 'text/plain').end('There')
  })
  expect(await read(`${base}/5`)).toEqual({ outcome: 'done', text: `${base}/0\n\nThere` })
  asked = 0
  expect(await read(`${base}/6`)).toEqual({
    outcome: 'failed',
    text: `${base}/6 redirects more than 5 times.`,
  })
  expect(asked).toBe(6)
})

it('[T8] [FT-9] of a body without an end five megabytes are read, and the connection is closed', async () => {
  const closed = Promise.withResolvers<number>()
  const base = await serve(async (_, response) => {
    response.setHeader('content-type', 'text/plain')
    const piece = Buffer.alloc(256 * 1024, 'a')
    let sent = 0
    response.once('close', () => closed.resolve(sent))
    while (!response.destroyed) {
      sent += piece.length
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed.promise])
    }
  })
  const { outcome, text } = await read(base)
  expect([outcome, text.endsWith('\n[The page is longer. This is its beginning.]')]).toEqual(['done', true])
  expect(await closed.promise).toBeGreaterThan(5 * 1024 * 1024)
})

it('[T8] [FT-9] a PDF is read as text; one that is too large or damaged ends with a reason', async () => {
  const pdf = makePdf('High at noon')
  const base = await serve(({ url }, response) => {
    response.setHeader('content-type', 'application/pdf')
    if (url === '/large') response.end(Buffer.concat([pdf, Buffer.alloc(6 * 1024 * 1024, ' ')]))
    else response.end(url === '/damaged' ? pdf.subarray(0, 60) : pdf)
  })
  expect(await read(`${base}/tides.pdf`)).toEqual({ outcome: 'done', text: `${base}/tides.pdf\n\nHigh at noon` })
  expect(await read(`${base}/large`)).toEqual({ outcome: 'failed', text: `${base}/large is a PDF of more than 5 MB.` })
  expect(await read(`${base}/damaged`)).toEqual({
    outcome: 'failed',
    text: expect.stringContaining(`${base}/damaged cannot be read: `),
  })
})

it.each([
  ['says nothing', () => undefined],
  [
    'writes a byte at a time',
    (response: ServerResponse) => {
      const timer = setInterval(() => response.write('a'), 5)
      response.once('close', () => clearInterval(timer))
    },
  ],
])('[T8] [FT-9] a server that %s is given up at the deadline', async (_, drip) => {
  const base = await serve((_, response) => drip(response))
  expect(await read(base, loopback, { deadlineMs: 500 })).toEqual({
    outcome: 'failed',
    text: `${base} took more than 0.5 seconds.`,
  })
})

it.each([
  'http://127.1/',
  'http://0177.1/',
  'http://0/',
  'http://2130706433/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[2002:7f00:1::]/',
  'http://[64:ff9b::7f00:1]/',
  'http://100.64.0.1/',
])('[Z-4] [T8] refuses %s', async url => {
  expect(await read(url, createGuardedFetch({ reach: 'public' }))).toEqual({
    outcome: 'failed',
    text: expect.stringContaining('not a public address'),
  })
})

it('[Z-4] refuses a name that leads to this computer, and a redirect to it, and sends nothing there', async () => {
  const asked: string[] = []
  const inner = await serve(({ url = '' }, response) => {
    asked.push(url)
    response.end('inside')
  })
  const named = createGuardedFetch({
    reach: 'public',
    findAddresses: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  expect((await read(`http://innocent.example:${new URL(inner).port}/`, named)).text).toContain('not a public address')
  const closed = createGuardedFetch({ reach: 'public' })
  const outer = await serve((_, response) => response.writeHead(302, { location: `${inner}/moved` }).end())
  // The first hop is let through, as a public page would be; the second is checked like any other.
  const hops: typeof fetch = (input, init) =>
    String(input).startsWith(outer) ? loopback(input, init) : closed(input, init)
  expect((await read(outer, hops)).text).toContain('not a public address')
  expect(asked).toEqual([])
})

it('[FT-9] a loop, a huge body, a gzip bomb, a lie about the type and a refusal end with a reason', async () => {
  const base = await serve(({ url = '' }, response) => {
    if (url === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (url === '/bomb')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000_000, 'a')))
    else if (url === '/image')
      response.writeHead(200, { 'content-type': 'image/png' }).end('<html><body><p>Not an image</p></body></html>')
    else if (url === '/zip')
      response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from('504b030414000000', 'hex'))
    else response.writeHead(404).end()
  })
  expect((await read(`${base}/loop`)).text).toContain('redirects more than 5 times')
  const bomb = await read(`${base}/bomb`)
  expect([bomb.outcome, bomb.text.length < 110_000, bomb.text.includes('The page is longer')]).toEqual([
    'done',
    true,
    true,
  ])
  expect((await read(`${base}/image`)).text).toContain('Not an image')
  expect((await read(`${base}/zip`)).outcome).toBe('failed')
  expect((await read(`${base}/none`)).text).toContain('status 404')
  expect((await read('http://user:password@example.com/')).text).toContain('a name or a password')
})
