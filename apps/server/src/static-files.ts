import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

const HTML = 'text/html; charset=utf-8'
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': HTML,
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** A place of the page, as its router writes them. Anything else that is no file is nothing. */
const PLACE = /^(\/[\w-]+)*\/?$/
/** The build puts a hash of the content into the names of what is here. */
const HASHED = '/assets/'
/** The document in which diagrams are drawn, named by the SHA-256 of the one script in it. */
const FRAME = /^\/diagram\/([0-9a-f]{64})\.html$/
const FOR_GOOD = 'public, max-age=31536000, immutable'

/**
 * The page and its files. A request only looks into the list of them: no path that a client wrote ever reaches the file system. The
 * list is made again whenever the page is asked for, because a page that was built again requests other files.
 */
export async function openStaticFiles(folder: string): Promise<(request: Request) => Promise<Response | null>> {
  let files = await listFiles(folder)

  async function sendPage(path: string): Promise<Response | null> {
    files = await listFiles(folder)
    const index = files.get('/index.html')
    const text = index === undefined ? null : await unlessGone(readFile(index, 'utf8'))
    if (text !== null) {
      return new Response(linkFrom(path, text), { headers: { 'content-type': HTML, 'cache-control': 'no-cache' } })
    }
    return new Response(NOT_BUILT, { status: 503, headers: { 'content-type': HTML } })
  }

  return async request => {
    const path = new URL(request.url).pathname
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file !== undefined) {
      const takesBrotli = /\bbr\b/u.test(request.headers.get('accept-encoding') ?? '')
      const compressed = takesBrotli ? (files.get(`${path}.br`) ?? null) : null
      const [, script] = FRAME.exec(path) ?? []
      const response = await send(file, script || path.startsWith(HASHED) ? FOR_GOOD : 'no-cache', compressed)
      if (script) response?.headers.set('content-security-policy', framePolicy(script))
      return response
    }
    // curl and health checks ask for the root without naming a type.
    const isPlace =
      path === '/' ||
      path === '/index.html' ||
      (PLACE.test(path) && request.headers.get('accept')?.includes('text/html'))
    return isPlace ? sendPage(path) : null
  }
}

/** Runs its own script and nothing else, without an origin and without a network, whatever is drawn in it. */
function framePolicy(script: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${Buffer.from(script, 'hex').toString('base64')}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
}

/**
 * The page names its files relative to its own folder, because it may be served below any path. A place that is deeper has further to go
 * up: `/chats/chat_abc` reaches them by `../`.
 */
function linkFrom(path: string, page: string): string {
  const up = '../'.repeat(path.split('/').length - 2)
  return page.replaceAll(/\b(src|href)="\.\//g, (_, name) => `${name}="${up || './'}`)
}

/** `compressed` is what the build made of the file with brotli, for clients that take it. */
async function send(file: string, caching: string, compressed: string | null): Promise<Response | null> {
  const type = TYPES[extname(file)] ?? 'application/octet-stream'
  const bytes = await unlessGone(readFile(compressed ?? file))
  const headers = { 'content-type': type, 'cache-control': caching, vary: 'accept-encoding' }
  return bytes && new Response(bytes, { headers: compressed ? { ...headers, 'content-encoding': 'br' } : headers })
}

/** Each file by the path under which it is asked for; none when the page was never built, which is said on the page itself. */
async function listFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = (await unlessGone(readdir(folder, { recursive: true, withFileTypes: true }))) ?? []
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return new Map(files.map(file => [`/${relative(folder, file).split(sep).join('/')}`, file]))
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Stet</title></head>
  <body>
    <h1>The page has not been built</h1>
    <p>Stet runs, but its page is missing. Stop it and start it with <code>npm start</code>, which builds the page first.</p>
  </body>
</html>
`
