/** What the page is built of: the service worker keeps it, so that the page opens without a server. */
export interface ShellDeps {
  /** The address of the page, with a slash at its end. */
  readonly scope: string
  /** Of the build: another one when any of its files is another. */
  readonly version: string
  /** Relative to the scope. */
  readonly files: readonly string[]
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  readonly fetch: (request: Request) => Promise<Response>
}

export interface Shell {
  /** Keeps the whole build. Rejects when a part of it cannot be fetched: half a page is none. */
  install(): Promise<void>
  /** Removes what earlier versions kept, except the last: pages of it may still be open, and its server is gone. */
  retire(): Promise<void>
  /** Null for what the browser has to fetch by itself: the API, other places, and everything that is no reading. */
  answer(request: Pick<Request, 'url' | 'method' | 'mode'>): Promise<Response> | null
}

/** The build puts a hash of the content into the names of what is here: its own files, and the frame of diagrams. */
const HASHED = ['assets/', 'diagram/']
/** What a proxy answers while the server behind it is away. */
const AWAY = [502, 504]

export function createShell({ scope, version, files, caches, fetch }: ShellDeps): Shell {
  // All that is served at a host shares its caches.
  const ours = `stet shell ${scope} `
  const name = `${ours}${version}`

  async function fetchWhole(file: string): Promise<Response> {
    const known = isHashed(file) ? await caches.match(`${scope}${file}`) : undefined
    if (known !== undefined) return known
    const response = await fetch(new Request(`${scope}${file}`, { cache: 'no-cache' }))
    if (response.ok) return response
    throw new Error(`${file || 'the page'} was answered with ${response.status}`)
  }

  async function kept(file: string): Promise<Response | undefined> {
    return (await caches.open(name)).match(`${scope}${file}`)
  }

  /** The newest page whenever there is a server: an old one would be shown after an update, and nobody would know. */
  async function openPage(request: Request): Promise<Response> {
    try {
      const response = await fetch(request)
      if (!AWAY.includes(response.status)) return response
      return (await kept('')) ?? response
    } catch (error) {
      const page = await kept('')
      if (page === undefined) throw error
      return page
    }
  }

  async function newestOrKept(request: Request, file: string): Promise<Response> {
    try {
      return await fetch(request)
    } catch (error) {
      const found = await kept(file)
      if (found === undefined) throw error
      return found
    }
  }

  return {
    async install() {
      const cache = await caches.open(name)
      await cache.put(scope, await linked(await fetchWhole(''), new URL(scope).pathname))
      for (const file of files) await cache.put(`${scope}${file}`, await fetchWhole(file))
    },
    async retire() {
      const others = (await caches.keys()).filter(each => each.startsWith(ours) && each !== name)
      await Promise.all(others.slice(0, -1).map(each => caches.delete(each)))
    },
    answer(request) {
      if (request.method !== 'GET' || !request.url.startsWith(scope)) return null
      const [file = ''] = request.url.slice(scope.length).split(/[?#]/)
      if (file === 'api' || file.startsWith('api/')) return null
      // A place of the page has no dot; a file that is opened, such as the frame of diagrams, is not the page.
      if (request.mode === 'navigate' && !file.includes('.')) return openPage(request as Request)
      if (isHashed(file)) return caches.match(request.url).then(found => found ?? fetch(request as Request))
      return files.includes(file) ? newestOrKept(request as Request, file) : null
    },
  }
}

function isHashed(file: string): boolean {
  return HASHED.some(folder => file.startsWith(folder))
}

/** The page with its files where they are from every place of it. It keeps its headers: they say what it may do. */
async function linked(page: Response, path: string): Promise<Response> {
  const headers = new Headers(page.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const text = await page.text()
  return new Response(
    text.replaceAll(/\b(src|href)="\.\//g, (_, attribute) => `${attribute}="${path}`),
    { headers },
  )
}
