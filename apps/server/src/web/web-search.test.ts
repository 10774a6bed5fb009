import { createWebSearchDesk, type WebSearchDesk } from '@stet/desk'
import { startWireServer, type WireServer } from '@stet/models/testing'
import { BrokenSeal, createMemoryDatabase, type Store } from '@stet/store'
import type { ChildEnd, ChildRun, SearchServiceName } from '@stet/tools'
import { runTool, SEARCH_KEY, searchReplies, testModel } from '@stet/tools/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '../create-guarded-fetch.ts'

const FOUND = [
  { title: 'Harbour walls', url: 'https://harbour.example/walls', excerpt: 'Granite lasts & lasts.' },
  { title: 'Tide tables', url: 'https://tides.example/today', excerpt: 'High at noon.' },
]

let upstream: WireServer
let store: Store
let desk: WebSearchDesk
const newKey = () => crypto.randomUUID()

/** Opens only for what it was sealed for, as a real one does. */
const sealer = {
  seal: async (plain: Uint8Array, boundTo: string) =>
    new TextEncoder().encode(JSON.stringify([boundTo, Buffer.from(plain).toString('hex')])),
  async open(sealed: Uint8Array, boundTo: string) {
    const [bound, hex] = JSON.parse(new TextDecoder().decode(sealed)) as [string, string]
    if (bound !== boundTo) throw new BrokenSeal('it was sealed for something else')
    return Uint8Array.from(Buffer.from(hex, 'hex'))
  },
  hash: async (plain: Uint8Array) => String(plain.length),
}

beforeEach(async () => {
  upstream = await startWireServer()
  store = createMemoryDatabase().openStore('owner')
  desk = createWebSearchDesk({
    store,
    sealer,
    clock: () => 1,
    fetch: createGuardedFetch(),
    localFetch: createGuardedFetch({ reach: 'with-loopback' }),
  })
})

afterEach(() => upstream.close())

function formOf(service: SearchServiceName, key: string | null | undefined = undefined) {
  return { service, url: upstream.url, thisComputer: true, ...(key !== undefined && { key }) }
}

async function save(service: SearchServiceName, key: string | null): Promise<void> {
  await desk.changeWebSearch({ key: newKey(), form: formOf(service, key) })
}

const search = async (words: string, options = {}, more = {}) =>
  (await runTool(await desk.tool(), { query: words, count: 2 }, { options, model: testModel, ...more })).result

describe('web search', () => {
  it.each([
    ['searxng', null],
    ['brave', SEARCH_KEY],
    ['tavily', SEARCH_KEY],
  ] as const)('[T8] asks %s as it wants to be asked, and draws what was found', async (service, key) => {
    upstream.reply(searchReplies[service])
    await save(service, key)
    const result = await search('harbour wall')
    expect(result).toMatchObject({ outcome: 'done', drawings: [{ kind: 'links', links: FOUND }] })
    expect(result.content).toEqual([
      {
        kind: 'text',
        text: '1. Harbour walls\nhttps://harbour.example/walls\nGranite lasts & lasts.\n\n2. Tide tables\nhttps://tides.example/today\nHigh at noon.',
      },
    ])
    expect((await search('nothing')).content).toEqual([{ kind: 'text', text: 'Nothing was found. Try other words.' }])
    expect(upstream.requests).toHaveLength(2)
  })

  it('[T8] is not offered until a service is set up, and no longer when it is removed', async () => {
    expect((await desk.tool()).unavailable).toBe('no search service is set up (Settings, Web search)')
    upstream.reply(searchReplies.searxng)
    await save('searxng', null)
    expect(await desk.tool()).toMatchObject({ name: 'web_search', policy: 'confirm' })
    expect((await desk.tool()).unavailable).toBeUndefined()
    expect(await desk.removeWebSearch({ key: newKey() })).toMatchObject({ saved: null })
    expect((await desk.tool()).unavailable).toBeDefined()
  })

  it.each([
    ['brave', 'Brave Search does not accept this key. Check it on their page for API keys and enter it again.'],
    ['tavily', 'Tavily does not accept this key. Check it on their page for API keys and enter it again.'],
  ] as const)('[T8] says what to do where %s refuses the key', async (service, because) => {
    upstream.reply(searchReplies[service])
    expect(await desk.test(formOf(service, 'wrong'))).toEqual({ ok: false, because })
    await save(service, 'wrong')
    expect(await search('wall')).toMatchObject({ outcome: 'failed', content: [{ kind: 'text', text: because }] })
  })

  it('[T8] says what to do about a SearXNG without JSON, a used-up plan, a redirect and another server', async () => {
    const says = async (service: SearchServiceName, key: string | null) => {
      const test = await desk.test(formOf(service, key))
      return test.ok ? 'ok' : test.because
    }
    upstream.reply({ status: 403, headers: {}, body: 'Forbidden' })
    expect(await says('searxng', null)).toContain('Add json under search: formats in its settings.yml')
    upstream.reply({ status: 432, headers: {}, body: '{"detail":{"error":"plan"}}' })
    expect(await says('tavily', 'k')).toContain('allows no more searches for now')
    upstream.reply({ status: 302, headers: { location: 'https://elsewhere.example/search' }, body: '' })
    expect(await says('searxng', 'secret')).toContain('redirects to https://elsewhere.example. Enter that address')
    expect(upstream.requests).toHaveLength(1)
    upstream.reply({ status: 200, headers: {}, body: '<html>' })
    expect(await says('searxng', null)).toContain('is not SearXNG. Check the address.')
    await upstream.close()
    expect(await says('searxng', null)).toContain('cannot be reached')
  })

  it('[Z-4] reaches this computer only where that is switched on, and never a link-local address', async () => {
    const form = { service: 'searxng', url: upstream.url, thisComputer: false, key: null } as const
    await expect(desk.changeWebSearch({ key: newKey(), form })).rejects.toThrow(/switch on “It is on this computer”/)
    const metadata = { ...form, url: 'http://169.254.169.254', thisComputer: true }
    await expect(desk.test(metadata)).rejects.toThrow(/no provider is there|link-local|secrets/)
    expect((await desk.setting()).saved).toBeNull()
  })

  it('[Z-13] keeps the key sealed, for the address it was given for', async () => {
    upstream.reply(searchReplies.tavily)
    await save('tavily', SEARCH_KEY)
    expect((await desk.setting()).saved).toEqual({
      service: 'tavily',
      url: upstream.url,
      thisComputer: true,
      hasKey: true,
    })
    expect(await desk.test(formOf('tavily'))).toMatchObject({ ok: true })
    const elsewhere = { ...formOf('tavily'), url: 'https://thief.example' }
    await expect(desk.test(elsewhere)).rejects.toThrow(/given for another address/)
    await expect(desk.changeWebSearch({ key: newKey(), form: elsewhere })).rejects.toThrow(/given for another address/)
    await expect(desk.changeWebSearch({ key: newKey(), form: formOf('tavily', null) })).rejects.toThrow(/needs a key/)
    const shelves = ['web-search', 'web-search-keys', 'commands']
    const rows = await Promise.all(shelves.map(shelf => store.list(shelf, { by: { parent: '' }, limit: 100 })))
    const stored = rows.flatMap(page => page.rows).map(row => ('body' in row ? new TextDecoder().decode(row.body) : ''))
    expect(stored.length).toBeGreaterThan(2)
    expect(stored.join('')).not.toContain(SEARCH_KEY)
  })

  it('[T8] lets the provider search where the user prefers it, and says so where that does not work', async () => {
    upstream.reply(searchReplies.searxng)
    await save('searxng', null)
    const asked: ChildRun[] = []
    const children = (end: ChildEnd) => ({
      children: {
        async *run(child: ChildRun) {
          asked.push(child)
          yield { text: 'Thinking' }
          return end
        },
      },
    })
    const answered = { kind: 'ended', chatId: 'chat_a', text: '1. Walls', returned: null, end: 'complete' } as const
    expect(await search('wall', { ownSearch: true }, children(answered))).toMatchObject({ shown: '1. Walls' })
    expect(asked).toMatchObject([{ model: testModel, webSearch: true }])
    expect(upstream.requests).toHaveLength(0)
    const refused = { kind: 'refused', because: 'This model cannot search the web.' } as const
    const fallen = await search('wall', { ownSearch: true }, children(refused))
    const because =
      'The provider’s own search did not work: This model cannot search the web. The search service was asked instead.'
    expect(fallen).toMatchObject({ outcome: 'done', shown: because, drawings: [{ kind: 'links' }] })
    expect(fallen.content).toMatchObject([{ text: expect.stringContaining(because) }])
  })
})
