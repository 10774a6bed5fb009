import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStaticFiles } from './static-files.ts'

let parent = ''
let files: Awaited<ReturnType<typeof openStaticFiles>>

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'stet-static-'))
  const folder = join(parent, 'dist')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(parent, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'index.html'), '<title>Stet</title><script src="./a.js"></script>')
  await writeFile(join(folder, 'theme.js'), 'theme')
  await mkdir(join(folder, 'diagram'))
  await writeFile(join(folder, 'diagram', `${'0'.repeat(64)}.html`), 'frame')
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'app')
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), 'small')
  await writeFile(join(folder, 'assets', 'font.woff2'), new Uint8Array([0, 255]))
  await symlink(join(parent, 'secret.txt'), join(folder, 'link.txt'))
  files = await openStaticFiles(folder)
})
afterAll(() => rm(parent, { recursive: true }))

async function get(path: string, accept = 'text/html,*/*') {
  const response = await files(new Request(`http://127.0.0.1:4848${path}`, { headers: { accept } }))
  if (response === null) return null
  const header = (name: string) => response.headers.get(name)
  return [response.status, header('content-type'), header('cache-control'), await response.text()]
}

describe('openStaticFiles', () => {
  const pageWith = (link: string) => [
    200,
    'text/html; charset=utf-8',
    'no-cache',
    `<title>Stet</title><script src="${link}"></script>`,
  ]
  const page = pageWith('./a.js')

  it('[V1] serves the page at the root and at every place of it, with its files where they are from there', async () => {
    expect([await get('/'), await get('/index.html'), await get('/chats/chat_abc'), await get('/settings/')]).toEqual([
      page,
      page,
      pageWith('../a.js'),
      pageWith('../a.js'),
    ])
  })

  it('lets what has a hash in its name be kept for good, and asks about the rest each time', async () => {
    expect([await get('/assets/app-1a2b.js', '*/*'), await get('/theme.js', '*/*')]).toEqual([
      [200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'app'],
      [200, 'text/javascript; charset=utf-8', 'no-cache', 'theme'],
    ])
  })

  it('gives the root to clients that name no type, such as curl or a health check', async () => {
    expect(await get('/', '*/*')).toEqual(page)
    expect((await files(new Request('http://127.0.0.1:4848/')))?.status).toBe(200)
  })

  it('sends what the build compressed to those who take it', async () => {
    const sent = async (encodings: string) => {
      const headers = { 'accept-encoding': encodings }
      const response = await files(new Request('http://127.0.0.1:4848/assets/app-1a2b.js', { headers }))
      return [response?.headers.get('content-encoding'), response?.headers.get('content-type'), await response?.text()]
    }
    expect([await sent('gzip, deflate, br'), await sent('gzip')]).toEqual([
      ['br', 'text/javascript; charset=utf-8', 'small'],
      [null, 'text/javascript; charset=utf-8', 'app'],
    ])
  })

  it('[V2] lets the document that draws diagrams run its own script, only inside the page, and nothing else', async () => {
    const response = await files(new Request(`http://127.0.0.1:4848/diagram/${'0'.repeat(64)}.html`))
    expect([response?.headers.get('cache-control'), response?.headers.get('content-security-policy')]).toEqual([
      'public, max-age=31536000, immutable',
      `default-src 'none'; script-src 'sha256-${'A'.repeat(43)}='; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`,
    ])
    expect(
      (await files(new Request('http://127.0.0.1:4848/theme.js')))?.headers.get('content-security-policy'),
    ).toBeNull()
  })

  it('sends bytes as they are', async () => {
    const response = await files(new Request('http://127.0.0.1:4848/assets/font.woff2'))
    expect([response?.headers.get('content-type'), new Uint8Array((await response?.arrayBuffer()) ?? [])]).toEqual([
      'font/woff2',
      new Uint8Array([0, 255]),
    ])
  })

  it('does not answer a missing script with the page', async () => {
    expect([await get('/assets/gone.js', '*/*'), await get('/assets/gone.js'), await get('/x', '*/*')]).toEqual([
      null,
      null,
      null,
    ])
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt',
    '/assets/../../secret.txt',
    '/assets//../../secret.txt',
    '//secret.txt',
    '/etc/passwd;index.html',
    '/link.txt',
    '/assets/',
    '/index.html%00.js',
    '/.git/config',
  ])('[FH-8] gives nothing away at %s', async path => {
    expect(await get(path, '*/*')).toBeNull()
  })

  it('serves a page that was built again, with its new files and without its old ones', async () => {
    const folder = join(parent, 'rebuilt')
    await mkdir(join(folder, 'assets'), { recursive: true })
    await writeFile(join(folder, 'index.html'), 'old')
    await writeFile(join(folder, 'assets', 'old.js'), 'old')
    const rebuilt = await openStaticFiles(folder)
    await rm(join(folder, 'assets', 'old.js'))
    await writeFile(join(folder, 'assets', 'new.js'), 'new')
    const ask = (path: string) =>
      rebuilt(new Request(`http://127.0.0.1:4848${path}`, { headers: { accept: 'text/html' } }))
    const gone = await ask('/assets/old.js')
    const page = await ask('/')
    const fresh = await ask('/assets/new.js')
    expect([gone, await page?.text(), await fresh?.text()]).toEqual([null, 'old', 'new'])
  })

  it('says so when the page was not built', async () => {
    const none = await openStaticFiles(join(parent, 'none'))
    const response = await none(new Request('http://127.0.0.1:4848/', { headers: { accept: 'text/html' } }))
    expect([response?.status, (await response?.text())?.includes('npm start')]).toEqual([503, true])
  })
})
