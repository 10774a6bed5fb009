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

/**
 * The page and its files. They are listed once, at the start, and a request only looks into that list: no path that a client
 * wrote ever reaches the file system.
 */
export async function openStaticFiles(folder: string): Promise<(request: Request) => Promise<Response | null>> {
  const files = await listFiles(folder)
  const index = files.get('/index.html')

  return async request => {
    const path = new URL(request.url).pathname
    const file = path === '/' ? index : files.get(path)
    if (file !== undefined) return send(file, path)
    if (!PLACE.test(path) || !request.headers.get('accept')?.includes('text/html')) return null
    if (index !== undefined) return send(index, '/')
    return new Response(NOT_BUILT, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}

async function send(file: string, path: string): Promise<Response> {
  const caching = path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache'
  const type = TYPES[extname(file)] ?? 'application/octet-stream'
  return new Response(await readFile(file), { headers: { 'content-type': type, 'cache-control': caching } })
}

/** Each file by the path under which it is asked for. */
async function listFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    return new Map(files.map(file => [`/${relative(folder, file).split(sep).join('/')}`, file]))
  } catch (error) {
    // Said on the page itself: the API works without it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
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
