import { COMMANDS, DUMP, EVENTS, FILES, READS, ZIP } from '@stet/commands'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeApi, HOST, ORIGIN } from '../testing/fakes.ts'
import { ROUTES } from '../testing/requests.ts'

const { app } = fakeApi()
// Neither a route nor a file: a refused caller does not learn what is behind the guard.
const paths = [
  ...ROUTES,
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/assets/app.js' },
  { method: 'GET', path: '/api/none' },
]

const FOREIGN_ORIGINS = [
  'https://evil.test',
  'null',
  '',
  'http://127.0.0.1:4849',
  'http://127.0.0.1',
  'https://127.0.0.1:4848',
  'http://localhost:3000',
  'http://127.0.0.1:4848.evil.test',
  'http://evil.test/http://127.0.0.1:4848',
  'http://127.0.0.1:48480',
  'http://x127.0.0.1:4848',
  `${ORIGIN}/`,
  `${ORIGIN}, https://evil.test`,
]
const FOREIGN_HOSTS = [
  'evil.test',
  'evil.test:4848',
  '127.0.0.1.evil.test',
  '127.0.0.1.evil.test:4848',
  '127.0.0.1',
  '127.0.0.1:80',
  '127.0.0.1:4849',
  'localhost:4849',
  'localhost.:4848',
  '[::1]:4848',
  `${HOST}, ${HOST}`,
  `${HOST}, evil.test`,
  '',
]

function send(method: string, url: string, headers: Record<string, string>) {
  return app.request(url, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k', ...headers },
  })
}

async function codeOf(response: Response): Promise<unknown> {
  const cors = [...response.headers.keys()].filter(name => name.startsWith('access-control-'))
  const { code } = await response.json()
  return { status: response.status, code, cors }
}

it('covers every route of the application, the event stream among them', () => {
  const served = app.routes.filter(route => route.method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  const defined = [
    ...Object.values(COMMANDS),
    ...Object.values(READS),
    EVENTS,
    FILES.upload,
    FILES.download,
    ZIP,
    DUMP,
  ].map(({ method, path }) => `${method} ${path}`)
  expect(served.toSorted()).toEqual(defined.toSorted())
  expect(ROUTES.length).toBe(defined.length)
})

describe.each(paths)('$method $path', ({ method, path }) => {
  it.each(FOREIGN_ORIGINS)('[Z-1] [FH-9] refuses the origin "%s" and sends no CORS header', async origin => {
    expect(await codeOf(await send(method, ORIGIN + path, { origin }))).toEqual({
      status: 403,
      code: 'origin-refused',
      cors: [],
    })
  })

  it.each(FOREIGN_HOSTS)('[Z-2] [FH-9] refuses the host "%s"', async host => {
    expect(await codeOf(await send(method, ORIGIN + path, { host }))).toEqual({
      status: 403,
      code: 'host-refused',
      cors: [],
    })
  })

  it('[Z-2] refuses a request line that names another host than its Host header', async () => {
    expect(await codeOf(await send(method, `http://evil.test${path}`, { host: HOST }))).toEqual({
      status: 403,
      code: 'host-refused',
      cors: [],
    })
  })

  it.each(['cross-site', 'same-site', 'anything-new'])('[Z-1] refuses what a browser calls %s', async site => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }
    expect(await codeOf(await send(method, ORIGIN + path, headers))).toEqual({
      status: 403,
      code: 'cross-site',
      cors: [],
    })
  })
})

describe('what is let in', () => {
  const health = (headers: Record<string, string>) => send('GET', `${ORIGIN}/api/health`, headers)

  it.each([
    ['a program that names no origin', {}],
    ['our own page', { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }],
    ['an address that the person typed', { 'sec-fetch-site': 'none' }],
    ['a host by its other name, in capitals', { host: 'LOCALHOST:4848' }],
  ])('%s', async (_, headers) => {
    expect((await health(headers)).status).toBe(200)
  })

  it('a link on another site may open the page and not the API', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const framed = { ...headers, 'sec-fetch-dest': 'iframe' }
    // 404 is what is behind the guard here: this API has no page.
    expect([
      (await send('GET', `${ORIGIN}/`, headers)).status,
      (await send('GET', `${ORIGIN}/`, framed)).status,
      (await send('GET', `${ORIGIN}/api/health`, headers)).status,
    ]).toEqual([404, 403, 403])
  })

  it('[Z-1] [Z-2] no other origin and no other host, whatever it looks like', async () => {
    const near = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.tuple(fc.string(), fc.string()).map(([a, b]) => a + ORIGIN + b),
    )
    const printable = near
      .map(text => text.replace(/[^!-~]/g, ''))
      .filter(text => ![ORIGIN, HOST, 'localhost:4848'].includes(text))
    await fc.assert(
      fc.asyncProperty(printable, async text => {
        expect([(await health({ origin: text })).status, (await health({ host: text })).status]).toEqual([403, 403])
      }),
    )
  })
})
