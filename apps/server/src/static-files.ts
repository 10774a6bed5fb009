import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
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
const FOR_GOOD = 'public, max-age=31536000, immutable'

/**
 * The page and its files. A request only looks into the list of them: no path that a client wrote ever reaches the file system. The
 * list is made again whenever the page is asked for, because a page that was built again requests other files.
 */
export async function openStaticFiles(folder: string): Promise<(request: Request) => Promise<Response | null>> {
  let files = await listFiles(folder)

  async function sendPage(): Promise<Response | null> {
    files = await listFiles(folder)
    const index = files.get('/index.html')
    if (index !== undefined) return send(index, 'no-cache', null)
    return new Response(NOT_BUILT, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
  }

  return async request => {
    const path = new URL(request.url).pathname
    const file = files.get(path)
    if (file !== undefined) {
      const takesBrotli = /\bbr\b/u.test(request.headers.get('accept-encoding') ?? '')
      const compressed = takesBrotli ? (files.get(`${path}.br`) ?? null) : null
      return send(file, path.startsWith(HASHED) ? FOR_GOOD : 'no-cache', compressed)
    }
    // curl and health checks ask for the root without naming a type.
    const isPlace = path === '/' || (PLACE.test(path) && request.headers.get('accept')?.includes('text/html'))
    return isPlace ? sendPage() : null
  }
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
