import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recorded } from './fill.ts'
import { findDifferences } from './find-differences.ts'
import { type CheckoutServer, startServerOf } from './server-of.ts'

const root = join(import.meta.dirname, '../..')

/** Where an answer may differ from what an older version answered: words that are made for the user when asked, and are stored nowhere. */
const wordings: readonly { readonly path: RegExp; readonly place: RegExp }[] = [
  // What would be sent now follows today's rules: only the settings, and which messages are looked at, must be the same.
  {
    path: /\/inspection$/,
    place: /\.(because|fits|fate|layer|form|tokensAfter|cached|layers)$|\.(budget|cache|compaction)\./,
  },
  { path: /\/test$/, place: /\.(says|detail)$/ },
  { path: /^\/api\/providers$/, place: /^\.answer\.detail$/ },
]

/** Fields that answers have gained since. */
const additions: readonly RegExp[] = [
  // Every layer that changed a message, not only the last (C17).
  /\.report\.messages\[\d+\]\.decisions$/,
  // What each layer left out, in numbers (C17).
  /\.report\.layers$/,
  // What the request was estimated to take, kept since estimates correct themselves (C15).
  /\.facts\.estimatedInput$/,
  // How calls and their results are drawn (T1).
  /\.(shown|state)\.drawings$/,
  // The system prompt as it was rendered (W2).
  /\.answer\.(chat\.)?prompt$/,
  // Files of a message that waits (W4).
  /\.answer\.waiting\[\d+\]\.files$/,
  // An address of this computer needs a mark, which definitions from before have by their address (Z-4).
  /\.options\.thisComputer$/,
  // How messages are sent, and what is asked for titles and summaries (W1, W2).
  /\.settings\.wording$/,
  // When a chat will be deleted, and what in it waits for approval (W3).
  /\.deleteAt$/,
  /^\.answer\.chats\[\d+\]\.waiting$/,
  // Runs that ask whether to summarise (C10).
  /^\.answer\.questions$/,
  // There can be several workspaces, with settings (W1).
  /^\.answer\.(icon|isDefault|settings)$/,
]

/** Answers that were changed on purpose: about the program itself, or about a request that is still to be sent. Stored data reads the same. */
const changes: readonly { readonly path: RegExp; readonly place: RegExp }[] = [
  // Tools are listed by workspace.
  { path: /^\/api\/tools$/, place: /./ },
  // At most a quarter of the largest request is reserved for the answer (C9), so more fits and less is summarised.
  {
    path: /^\/api\/chats\/chat_(3tp6ddqr5qnqnrnlvfxvelwizgaeef3p|b4kyief5nbkh6ghxboti4fersmjgro2r)\/inspection$/,
    place: /^\.answer\.(fits$|report\.(budget|messages\[3\])\.|compaction\.)/,
  },
  // The list has what a list shows. The rest of a chat is in its view, which is compared whole.
  {
    path: /^\/api\/chats\?/,
    place: /\.chat\.(workspaceId|createdAt|settings|tip|recentTips|marks|lifts|forkedFrom|calledBy|roots)$/,
  },
]

describe.each(['data-folder-1'])('%s, written by an earlier version', name => {
  let folder: string
  let server: CheckoutServer
  let recorded: readonly Recorded[]

  beforeAll(async () => {
    const fixture = join(root, 'apps/server/fixtures', name)
    recorded = JSON.parse(await readFile(join(fixture, 'answers.json'), 'utf8'))
    folder = await mkdtemp(join(tmpdir(), 'stet-data-folder-'))
    await cp(join(fixture, 'data'), folder, { recursive: true })
    // Git keeps no permissions, and a key that others can read is refused.
    await chmod(folder, 0o700)
    await chmod(join(folder, 'secrets.key'), 0o600)
    server = await startServerOf(root, folder)
  }, 60_000)

  afterAll(async () => {
    await server.kill('SIGTERM')
    await rm(folder, { recursive: true })
  })

  it('[S7] [FH-6] [X1] [U2] answers every command, view, inspection, past request and total as it did', {
    timeout: 120_000,
  }, async () => {
    const differences: string[] = []
    for (const { method, path, status, answer, ...options } of recorded) {
      const current = await server.call(method, path, options)
      differences.push(
        ...findDifferences({ status, answer }, { status: current.status, answer: current.body })
          .filter(difference => !isAllowed(path, difference))
          .map(difference => `${method} ${path}${difference}`),
      )
    }
    expect(differences.slice(0, 20).join('\n')).toBe('')
    expect(recorded.length).toBeGreaterThan(250)
  })

  it('[S7] continues a chat from then', async () => {
    const { body } = await server.call('GET', '/api/chats?limit=100')
    const views = await Promise.all((body as ChatList).chats.map(({ chat }) => readView(server, chat.id)))
    const demo = views.find(({ chat }) => chat.settings.model.definition === 'demo')?.chat.id
    const before = await readView(server, demo)
    const sent = { text: 'Hello again', parentId: before.path.findLast(({ role }) => role === 'assistant')?.id }
    const { status } = await server.call('POST', `/api/chats/${demo}/messages`, { body: sent, key: 'continues' })
    expect(status).toBe(202)
    await expect
      .poll(async () => (await readView(server, demo)).path.slice(-2).map(({ role, end }) => end ?? role), {
        timeout: 20_000,
      })
      .toEqual(['user', 'complete'])
  })
})

interface ChatList {
  readonly chats: readonly { readonly chat: { readonly id: string } }[]
}

interface View {
  readonly chat: { readonly id: string; readonly settings: { readonly model: { readonly definition: string } } }
  readonly path: readonly { readonly id: string; readonly role: string; readonly end?: string }[]
}

async function readView(server: CheckoutServer, chatId: string | undefined): Promise<View> {
  return (await server.call('GET', `/api/chats/${chatId}`)).body as View
}

function isAllowed(path: string, difference: string): boolean {
  const place = difference.slice(0, difference.indexOf(': '))
  if ([...wordings, ...changes].some(allowed => allowed.path.test(path) && allowed.place.test(place))) return true
  return difference.includes(': nothing is now ') && additions.some(addition => addition.test(place))
}
