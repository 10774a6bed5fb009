import { createMcpUpstream } from '@stet/home'
import { MCP_TOKENS_SHELF } from '@stet/store'
import { NO_CREDENTIALS } from '@stet/tools'
import { type ProtectedOptions, type ProtectedServer, runTool, startProtectedServer } from '@stet/tools/testing'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createGuardedFetch } from '../create-guarded-fetch.ts'
import { createTestDesk, workspaceId } from './testing/test-desk.ts'

const ORIGIN = 'http://127.0.0.1:4848'
let now = 0
let made: Awaited<ReturnType<typeof createTestDesk>>

beforeEach(async () => {
  now = Date.now()
  made = await createTestDesk(() => now)
})

afterEach(() => made.desk.close())

async function start(options: ProtectedOptions = {}): Promise<ProtectedServer> {
  const server = await startProtectedServer(options)
  onTestFinished(() => server.close())
  return server
}

async function add(url: string, thisComputer = true) {
  const form = { name: 'Notes', enabled: true, reach: { kind: 'http', url, thisComputer }, secrets: {} } as const
  const { id } = await made.desk.addMcpServer({ key: url, workspaceId, form })
  return { id, tested: await made.desk.test(id) }
}

/** What the user's browser brings back after a click on “Allow” or “Deny”. */
async function click(address: string, link: 'Allow' | 'Deny') {
  const page = await (await fetch(address)).text()
  const [, href = ''] = new RegExp(`href="([^"]*)">${link}`).exec(page) ?? []
  const back = new URL(href.replaceAll('&amp;', '&'))
  expect(`${back.origin}${back.pathname}`).toBe(`${ORIGIN}/mcp/callback`)
  const field = (name: string) => back.searchParams.get(name)
  return {
    state: field('state') ?? '',
    code: field('code'),
    iss: field('iss'),
    error: field('error'),
    errorDescription: field('error_description'),
  }
}

async function signIn(id: `mcp_${string}`) {
  const { address } = await made.desk.startSignIn(id, ORIGIN, null)
  return made.desk.finishSignIn(await click(address, 'Allow'))
}

async function call() {
  const [tool] = await made.desk.toolsOf(workspaceId)
  if (tool === undefined) throw new Error('there is no tool')
  return (await runTool(tool, {})).result
}

const kindOf = async (id: `mcp_${string}`) => (await made.desk.server(id)).signIn.kind

it('[T10] a sign-in: PKCE, a resource indicator, tokens that are sealed, refreshed and deleted', async () => {
  const server = await start()
  const { id, tested } = await add(server.url)
  expect(tested.signIn).toEqual({ kind: 'needed', scope: 'notes.read', client: null })
  expect(tested.status).toMatchObject({ kind: 'failed', because: 'The server asks you to sign in.' })
  // Nobody is asked anything before the user wants to sign in.
  expect(server.asked).toEqual([])

  const { address } = await made.desk.startSignIn(id, ORIGIN, null)
  expect(await kindOf(id)).toBe('pending')
  expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    resource: server.url,
    scope: 'notes.read',
    redirect_uri: `${ORIGIN}/mcp/callback`,
    state: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const signedIn = await made.desk.finishSignIn(await click(address, 'Allow'))
  expect(signedIn.signIn).toMatchObject({ kind: 'signed-in', scope: 'notes.read', client: { isGiven: false } })
  expect(signedIn.listed).toMatchObject({ tools: 1 })
  const exchange = server.asked.find(({ path }) => path === 'POST /token')
  expect(exchange?.fields).toMatchObject({ grant_type: 'authorization_code', resource: server.url })
  expect(await call()).toMatchObject({ outcome: 'done', content: [{ text: 'The tide is at six.' }] })

  const shown = JSON.stringify(await made.desk.servers(workspaceId))
  const stored = await made.store.get(MCP_TOKENS_SHELF, id)
  if (stored === null || 'unreadable' in stored) throw new Error('tokens are stored')
  for (const token of server.tokens) {
    expect(shown).not.toContain(token)
    expect(Buffer.from(stored.body).includes(token)).toBe(false)
  }

  // Several calls meet the same end of a token: it is refreshed once.
  server.expire('access')
  const results = await Promise.all([call(), call(), call()])
  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  expect(server.asked.filter(({ fields }) => fields.grant_type === 'refresh_token').length).toBe(1)

  // The library of the protocol writes to the console that the refresh was refused.
  const written = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => written.mockRestore())
  server.expire('all')
  expect(await call()).toMatchObject({
    outcome: 'failed',
    content: [{ text: 'Notes: The sign-in has expired. Sign in again.' }],
  })
  expect(written.mock.calls).toEqual([[expect.stringContaining('invalid_grant')]])
  expect(await kindOf(id)).toBe('expired')
  await signIn(id)
  expect(await call()).toMatchObject({ outcome: 'done' })
  // It was registered once, for both sign-ins.
  expect(server.asked.filter(({ path }) => path === 'POST /register').length).toBe(1)

  const out = await made.desk.signOut(id)
  expect(out.signIn).toMatchObject({ kind: 'none', client: { isGiven: false } })
  expect((await made.desk.test(id)).signIn.kind).toBe('needed')
})

it('[T10] signing out revokes both tokens at the server, and says so when that fails', async () => {
  const server = await start({ revokes: true })
  const { id } = await add(server.url)
  await signIn(id)
  const [token = ''] = server.tokens
  expect(server.takes(token)).toBe(true)
  expect((await made.desk.signOut(id)).signIn.kind).toBe('none')
  expect(server.takes(token)).toBe(false)
  const revoked = server.asked.filter(({ path }) => path === 'POST /revoke').map(({ fields }) => fields)
  expect(revoked).toMatchObject([{ token_type_hint: 'refresh_token' }, { token_type_hint: 'access_token', token }])
  expect(revoked.every(({ client_id }) => client_id?.startsWith('client-'))).toBe(true)

  const broken = await start({ revokes: false })
  const other = await add(broken.url)
  await signIn(other.id)
  expect((await made.desk.signOut(other.id)).signIn).toMatchObject({
    kind: 'refused',
    because: expect.stringContaining('The authorization server answered 503.'),
  })
  const before = broken.tokens.size
  expect((await made.desk.test(other.id)).status).toMatchObject({ because: 'The server asks you to sign in.' })
  expect(broken.tokens.size).toBe(before)
})

it('[Z-10] a token is revoked only where it was issued, and not in clear', async () => {
  const metadata: Record<string, unknown> = {}
  const server = await start({ metadata })
  const other = await start({ revokes: true })
  const { id } = await add(server.url)
  await signIn(id)
  metadata.revocation_endpoint = `${other.issuer}/revoke`
  expect((await made.desk.signOut(id)).signIn).toMatchObject({ because: expect.stringContaining('not encrypted') })
  expect(other.asked).toEqual([])
})

it('[T10] a sign-in prints nothing beside the log', async () => {
  const warn = vi.spyOn(console, 'warn')
  onTestFinished(() => warn.mockRestore())
  const server = await start({ registers: false })
  const { id } = await add(server.url)
  const { address } = await made.desk.startSignIn(id, ORIGIN, { id: 'by-hand', secret: null })
  await made.desk.finishSignIn(await click(address, 'Allow'))
  server.expire('access')
  expect(await call()).toMatchObject({ outcome: 'done' })
  expect(warn.mock.calls).toEqual([])
})

it('[T10] a state works once, for ten minutes, and a refusal is shown', async () => {
  const server = await start()
  const { id } = await add(server.url)
  const refused = { code: 'invalid', field: 'state' }
  const first = await made.desk.startSignIn(id, ORIGIN, null)
  const brought = await click(first.address, 'Allow')
  await expect(made.desk.finishSignIn({ ...brought, state: 'a'.repeat(64) })).rejects.toMatchObject(refused)
  now += 10 * 60_000 + 1
  await expect(made.desk.finishSignIn(brought)).rejects.toMatchObject(refused)
  expect(server.asked.some(({ path }) => path === 'POST /token')).toBe(false)

  const second = await made.desk.startSignIn(id, ORIGIN, null)
  const denied = await made.desk.finishSignIn(await click(second.address, 'Deny'))
  expect(denied.signIn).toMatchObject({ kind: 'refused', because: 'Access was denied: You said no.' })

  const third = await made.desk.startSignIn(id, ORIGIN, null)
  const allowed = await click(third.address, 'Allow')
  await made.desk.finishSignIn(allowed)
  await expect(made.desk.finishSignIn(allowed)).rejects.toMatchObject(refused)
  expect(await kindOf(id)).toBe('signed-in')
})

it('[T10] below a path the browser comes back there, and what is no plain address is refused', async () => {
  const server = await start()
  const { id } = await add(server.url)
  const { address } = await made.desk.startSignIn(id, `${ORIGIN}/tools/stet`, null)
  expect(new URL(address).searchParams.get('redirect_uri')).toBe(`${ORIGIN}/tools/stet/mcp/callback`)
  for (const origin of ['/', '?a=b', '/stet?a=b', '/stet#a', '/a/../b'].map(rest => `${ORIGIN}${rest}`)) {
    await expect(made.desk.startSignIn(id, origin, null)).rejects.toMatchObject({ field: 'origin' })
  }
  await expect(made.desk.startSignIn(id, 'http://me@127.0.0.1:4848', null)).rejects.toMatchObject({ field: 'origin' })
  await expect(made.desk.startSignIn(id, 'file:///stet', null)).rejects.toMatchObject({ field: 'origin' })
})

it('[T10] a client that the user entered is used where none can be registered', async () => {
  const server = await start({ registers: false })
  const { id } = await add(server.url)
  await expect(made.desk.startSignIn(id, ORIGIN, null)).rejects.toMatchObject({
    message: expect.stringContaining('registration'),
  })
  const { address } = await made.desk.startSignIn(id, ORIGIN, { id: 'by-hand', secret: 'granite' })
  expect(new URL(address).searchParams.get('client_id')).toBe('by-hand')
  const { signIn: state } = await made.desk.finishSignIn(await click(address, 'Allow'))
  expect(state).toMatchObject({ kind: 'signed-in', client: { id: 'by-hand', isGiven: true } })
  expect(server.asked.find(({ path }) => path === 'POST /token')?.fields).toMatchObject({ client_secret: 'granite' })
  // It is kept: the next sign-in needs no more typing.
  expect((await made.desk.startSignIn(id, ORIGIN, null)).address).toContain('client_id=by-hand')
})

it('[Z-10] a token for another audience: a server that claims to be another one gets none', async () => {
  const other = await start()
  const server = await start({ resource: { resource: other.url } })
  const { id } = await add(server.url)
  await expect(made.desk.startSignIn(id, ORIGIN, null)).rejects.toMatchObject({
    code: 'mcp-failed',
    message: expect.stringContaining(other.url),
  })
  expect(server.asked.some(({ path }) => path === 'GET /authorize')).toBe(false)
})

it('[Z-10] [Z-13] tokens of one server are never sent to another, nor to another address of the same', async () => {
  const [first, second] = [await start(), await start()]
  const { id } = await add(first.url)
  await signIn(id)
  const form = {
    name: 'Notes',
    enabled: true,
    reach: { kind: 'http', url: second.url, thisComputer: true },
    secrets: {},
  } as const
  const moved = await made.desk.changeMcpServer({ key: 'move', mcpServerId: id, form })
  expect(moved.signIn).toEqual({ kind: 'none', client: null })
  expect(await made.store.get(MCP_TOKENS_SHELF, id)).toBeNull()
  expect((await made.desk.test(id)).signIn.kind).toBe('needed')
  expect(second.tokens.size).toBe(0)

  await signIn(id)
  await made.desk.deleteMcpServer({ key: 'delete', mcpServerId: id })
  expect(await made.store.get(MCP_TOKENS_SHELF, id)).toBeNull()
})

it('[Z-10] mix-up: a code that another authorization server sent back is given to nobody', async () => {
  const server = await start({ iss: 'https://evil.example' })
  const { id } = await add(server.url)
  const { address } = await made.desk.startSignIn(id, ORIGIN, null)
  const { signIn: state } = await made.desk.finishSignIn(await click(address, 'Allow'))
  expect(state).toMatchObject({
    kind: 'refused',
    because: expect.stringContaining('Another authorization server answered'),
  })
  expect(server.asked.some(({ path }) => path === 'POST /token')).toBe(false)
})

it('[Z-4] a token address where a cloud keeps its secrets is refused, and gets nothing', async () => {
  const server = await start({ metadata: { token_endpoint: 'https://169.254.169.254/token' } })
  const { id } = await add(server.url)
  const { address } = await made.desk.startSignIn(id, ORIGIN, null)
  const { signIn: state } = await made.desk.finishSignIn(await click(address, 'Allow'))
  expect(state).toMatchObject({ kind: 'refused', because: expect.stringContaining('Nothing was sent.') })
})

it.each(['https://10.0.0.1', 'https://127.0.0.1:1', 'http://[::ffff:7f00:1]:1', 'https://192.168.1.1'])(
  '[Z-4] a server on the internet that sends Stet to %s to sign in gets a refusal',
  async issuer => {
    const server = await start({ resource: { resource: 'https://notes.example/mcp', authorization_servers: [issuer] } })
    // The name of the server leads to the one on this computer; every other address is really guarded.
    const named: typeof globalThis.fetch = (input, init) =>
      fetch(`${new URL(server.url).origin}${new URL(String(input)).pathname}`, init)
    const upstream = createMcpUpstream({
      version: '1',
      fetch: named,
      publicFetch: createGuardedFetch({ reach: 'public' }),
    })
    const starting = upstream.startSignIn(
      { kind: 'http', url: 'https://notes.example/mcp', thisComputer: false },
      {
        credentials: { read: async () => NO_CREDENTIALS, save: async () => undefined },
        redirectUrl: `${ORIGIN}/mcp/callback`,
        state: 'a',
        given: null,
        challenge: null,
      },
    )
    await expect(starting).rejects.toMatchObject({ message: expect.stringContaining('Nothing was sent.') })
  },
)

it.each(['javascript:alert(1)', 'http://192.168.0.1/reboot', 'file:///etc/passwd'])(
  '[Z-4] the browser is not sent to %s',
  async authorization_endpoint => {
    const server = await start({ metadata: { authorization_endpoint } })
    const { id } = await add(server.url)
    await expect(made.desk.startSignIn(id, ORIGIN, null)).rejects.toMatchObject({ code: 'mcp-failed' })
  },
)
