import { describe, expect, it } from 'vitest'
import { createShell } from './shell.ts'

const SCOPE = 'https://host.test/stet/'

/** The caches of a browser, and a server that can be replaced or away. */
function createWorld() {
  const caches = new Map<string, Map<string, Response>>()
  const copyOf = (found: Response | undefined) => found?.clone()
  const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  const open = async (name: string) => {
    const held = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, held)
    return {
      match: async (request: RequestInfo | URL) => copyOf(held.get(urlOf(request))),
      put: async (request: RequestInfo | URL, response: Response) => void held.set(urlOf(request), response),
    } as Cache
  }
  const fetched: string[] = []
  const world = {
    served: {} as Record<string, string>,
    isAway: false,
    names: () => [...caches.keys()].map(name => name.replace(`stet shell ${SCOPE} `, '')),
    fetched,
    shell: (version: string, files: readonly string[]) =>
      createShell({
        scope: SCOPE,
        version,
        files,
        caches: {
          open,
          keys: async () => [...caches.keys()],
          delete: async name => caches.delete(name),
          match: async request => {
            for (const held of caches.values()) {
              const found = copyOf(held.get(urlOf(request)))
              if (found !== undefined) return found
            }
            return undefined
          },
        },
        fetch: async ({ url }) => {
          fetched.push(url.slice(SCOPE.length))
          if (world.isAway) throw new TypeError('Failed to fetch')
          const text = world.served[url.slice(SCOPE.length)]
          return new Response(text ?? 'none', {
            status: text === undefined ? 404 : 200,
            headers: { 'content-security-policy': "default-src 'self'" },
          })
        },
      }),
  }
  return world
}

const page = (path: string) => ({ url: `${SCOPE}${path}`, method: 'GET', mode: 'navigate' as const })
const part = (path: string) => ({ url: `${SCOPE}${path}`, method: 'GET', mode: 'cors' as const })

describe('the shell', () => {
  it('[V1] opens the page at every place of it while the server is away, with its own headers', async () => {
    const world = createWorld()
    world.served = { '': '<script src="./assets/a.js">', 'assets/a.js': 'a', 'theme.js': 'theme' }
    const shell = world.shell('1', ['assets/a.js', 'theme.js'])
    await shell.install()
    world.isAway = true
    const opened = await shell.answer(page('chats/chat_1?message=2'))
    expect([await opened?.text(), opened?.headers.get('content-security-policy')]).toEqual([
      '<script src="/stet/assets/a.js">',
      "default-src 'self'",
    ])
    expect(await (await shell.answer(part('assets/a.js')))?.text()).toBe('a')
    expect(await (await shell.answer(part('theme.js')))?.text()).toBe('theme')
  })

  it('[V1] draws diagrams while the server is away', async () => {
    const world = createWorld()
    world.served = { '': 'page', 'diagram/1a2b.html': 'frame' }
    const shell = world.shell('1', ['diagram/1a2b.html'])
    await shell.install()
    world.isAway = true
    expect(await (await shell.answer(page('diagram/1a2b.html')))?.text()).toBe('frame')
  })

  it('[V1] shows the newest page whenever there is a server', async () => {
    const world = createWorld()
    world.served = { '': 'old' }
    const shell = world.shell('1', [])
    await shell.install()
    world.served = { '': 'new', 'chats/a': 'new' }
    expect(await (await shell.answer(page('chats/a')))?.text()).toBe('new')
  })

  it('[V1] leaves the API, other places and everything that is no reading to the browser', () => {
    const shell = createWorld().shell('1', ['theme.js'])
    const asked = [
      part('api/events'),
      page('api/chats/a/dump'),
      part('api'),
      part('unknown.js'),
      { url: 'https://host.test/other/', method: 'GET', mode: 'navigate' as const },
      { url: `${SCOPE}api/drafts`, method: 'POST', mode: 'cors' as const },
      { url: `${SCOPE}share`, method: 'POST', mode: 'navigate' as const },
    ]
    expect(asked.map(shell.answer)).toEqual(asked.map(() => null))
  })

  it('[V1] keeps the files of the version before, whose pages may be open, and fetches only what is new', async () => {
    const world = createWorld()
    world.served = { '': 'one', 'assets/same.js': 's', 'assets/old.js': 'o' }
    await world.shell('1', ['assets/same.js', 'assets/old.js']).install()
    world.served = { '': 'two', 'assets/same.js': 's', 'assets/new.js': 'n' }
    world.fetched.length = 0
    const second = world.shell('2', ['assets/same.js', 'assets/new.js'])
    await second.install()
    await second.retire()
    expect(world.fetched).toEqual(['', 'assets/new.js'])
    expect(await (await second.answer(part('assets/old.js')))?.text()).toBe('o')
    world.served = { '': 'three' }
    const third = world.shell('3', [])
    await third.install()
    await third.retire()
    expect(world.names()).toEqual(['2', '3'])
  })

  it('[V1] is not installed when a file is missing', async () => {
    const world = createWorld()
    world.served = { '': 'page' }
    await expect(world.shell('1', ['assets/gone.js']).install()).rejects.toThrow('assets/gone.js was answered with 404')
  })
})
