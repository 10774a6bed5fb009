import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  answerSettings,
  blankFacts,
  contextSettings,
  readStoredSettings,
  type Settings,
  wordingSettings,
} from '@stet/history'
import { definitionOptions } from '@stet/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recorded } from './fill.ts'
import { type Difference, describeDifference, findDifferences } from './find-differences.ts'
import { type CheckoutServer, startServerOf } from './server-of.ts'

const root = join(import.meta.dirname, '../..')
const fixtures = join(root, 'apps/server/fixtures')

/** Where an answer may differ from what an older version answered: words that are made for the user when asked, and are stored nowhere. */
const wordings: readonly { readonly path: RegExp; readonly place: RegExp }[] = [
  // What would be sent now follows today's rules: only the settings, and which messages are looked at, must be the same.
  {
    path: /\/inspection$/,
    place: /\.(because|fits|fate|layer|form|tokensAfter|cached|layers)$|\.(budget|cache|compaction)\./,
  },
  { path: /\/test$/, place: /\.(says|detail)$/ },
  // Today's date, which was another when the answers were recorded.
  { path: /\/prompt-values$/, place: /^\.answer\.date$/ },
  { path: /^\/api\/providers$/, place: /^\.answer\.detail$/ },
]

/** Fields that answers have gained since, beside settings and facts of chats that read as their declared default. */
const additions: readonly RegExp[] = [
  // Every layer that changed a message, not only the last (C17).
  /\.report\.messages\[\d+\]\.decisions$/,
  // Whether forgetting was postponed to save money (X3).
  /\.report\.forgetting$/,
  // How long the provider keeps what it caches (C24).
  /\.report\.cache\.life$/,
  /\.context\.cacheLife$/,
  // What each layer left out, in numbers (C17).
  /\.report\.layers$/,
  // What the request was estimated to take, kept since estimates correct themselves (C15).
  /\.facts\.estimatedInput$/,
  /\.facts\.remarks$/,
  // The provider's own cost beside ours (U3).
  /^\.answer\.compared$/,
  /\.context\.compaction\.(length|facts)$/,
  // Whether the tool Recall is offered; not in chats from before (C23).
  /\.context\.recall$/,
  // Whether the provider fetches pages (T8).
  /^\.answer\.settings\.webFetch$/,
  // How calls and their results are drawn (T1).
  /\.(shown|state)\.drawings$/,
  // Files of a message that waits (W4).
  /\.answer\.waiting\[\d+\]\.files$/,
  // An address of this computer needs a mark, which definitions from before have by their address (Z-4).
  /\.options\.thisComputer$/,
  // Documents that go with every request (C13).
  /\.settings\.documents$/,
  // What in a chat waits for approval (W3).
  /^\.answer\.chats\[\d+\]\.waiting$/,
  // Runs that ask whether to summarise (C10).
  /^\.answer\.questions$/,
  // The to-do list of a chat whose newest one is further up than its view reaches (T9).
  /^\.answer\.todosAbove$/,
  // Which messages of a long report are listed (C17).
  /^\.answer\.page$/,
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
  // A marker follows every summary (C23).
  { path: /\/inspection$/, place: /^\.answer\.report\.system\[0\]\.tokensBefore$/ },
  // The list has what a list shows. The rest of a chat is in its view, which is compared whole.
  {
    path: /^\/api\/chats\?/,
    place: /\.chat\.(workspaceId|createdAt|settings|tip|recentTips|marks|lifts|forkedFrom|calledBy|roots)$/,
  },
]

/** When each folder was written. Its server starts a minute later: commands that are repeated expire after a day. */
const writtenAt = {
  'data-folder-1': Date.parse('2026-11-16T07:59:00Z'),
  'data-folder-2': Date.parse('2026-11-16T17:32:30Z'),
}

type Fixture = keyof typeof writtenAt

describe.each(['data-folder-1', 'data-folder-2'] as const)('%s, written by an earlier version', name => {
  let server: CheckoutServer
  let close: () => Promise<void>
  let recorded: readonly Recorded[]

  beforeAll(async () => {
    recorded = JSON.parse(await readFile(join(fixtures, name, 'answers.json'), 'utf8'))
    ;({ server, close } = await openFixture(name))
  }, 60_000)

  afterAll(() => close())

  it('[S7] [FH-6] [X1] [U2] answers every command, view, inspection, past request and total as it did', {
    timeout: 120_000,
  }, async () => {
    const differences: string[] = []
    for (const { method, path, status, answer, ...options } of recorded) {
      const current = await server.call(method, path, options)
      differences.push(
        ...findDifferences({ status, answer }, { status: current.status, answer: current.body })
          .filter(difference => !isAllowed(path, difference))
          .map(difference => `${method} ${path}${describeDifference(difference)}`),
      )
    }
    expect(differences.slice(0, 20).join('\n')).toBe('')
    expect(recorded.length).toBeGreaterThan(250)
  })

  it('[S7] continues a chat from then', async () => {
    const { body } = await server.call('GET', '/api/chats?limit=100')
    const views = await Promise.all((body as ChatList).chats.map(({ chat }) => readView(server, chat.id)))
    const demo = views.find(
      ({ chat, path }) =>
        chat.settings.model.definition === 'demo' && path.some(message => message.role === 'assistant'),
    )?.chat.id
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

it('[W4] lists the files of messages that an earlier version wrote, released ones too', async () => {
  const { server, close } = await openFixture('data-folder-2')
  try {
    const list = async () => (await server.call('GET', '/api/attachments?limit=100')).body as AttachmentList
    await expect.poll(async () => (await list()).index.kind, { timeout: 20_000 }).toBe('current')
    const { attachments } = await list()
    // Newest first: the fork has copies of what was said in the chat.
    expect(attachments.map(({ file, released }) => [file.name, file.size, released])).toEqual([
      ['notes.txt', 30, false],
      ['plan.csv', 21, true],
      ['tides.bin', 2_500_000, false],
      ['notes.txt', 30, false],
      ['plan.csv', 21, true],
    ])
  } finally {
    await close()
  }
})

/** A server of this version over a copy of the folder. */
async function openFixture(name: Fixture) {
  const folder = await mkdtemp(join(tmpdir(), 'stet-data-folder-'))
  await cp(join(fixtures, name, 'data'), folder, { recursive: true })
  // Git keeps no permissions, and a key that others can read is refused.
  await chmod(folder, 0o700)
  await chmod(join(folder, 'secrets.key'), 0o600)
  const server = await startServerOf(root, folder, { clock: writtenAt[name] + 60_000 })
  async function close(): Promise<void> {
    await server.kill('SIGTERM')
    await rm(folder, { recursive: true })
  }
  return { server, close }
}

interface AttachmentList {
  readonly index: { readonly kind: string }
  readonly attachments: readonly {
    readonly file: { readonly name: string; readonly size: number }
    readonly released: boolean
  }[]
}

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

function isAllowed(path: string, difference: Difference): boolean {
  const { place, recorded } = difference
  if ([...wordings, ...changes].some(allowed => allowed.path.test(path) && allowed.place.test(place))) return true
  return recorded === undefined && (additions.some(addition => addition.test(place)) || isDefault(difference))
}

const declarations = new Map<string, Settings>([
  ['context', contextSettings],
  ['answer', answerSettings],
  ['wording', wordingSettings],
  ['options', definitionOptions],
])

/** Whether it is a declared setting, or all of a kind, or a fact about a chat, and reads as the declaration says for rows that lack it. */
function isDefault({ place, current }: Difference): boolean {
  const expected = settingBefore(place) ?? factBefore(place)
  return expected !== undefined && isDeepStrictEqual(current, expected)
}

function settingBefore(place: string): unknown {
  const [, kind = '', path = ''] = /^.*\.(context|answer|wording|options)((?:\.\w+)*)$/.exec(place) ?? []
  const declared = declarations.get(kind)
  const read = declared && readStoredSettings(declared, undefined)
  const names = path.split('.').slice(1)
  return read?.kind === 'parsed'
    ? names.reduce((value, name) => Reflect.get(Object(value), name), read.settings)
    : undefined
}

/** A chat is an answer of its own, or in one. */
function factBefore(place: string): unknown {
  const [, name = ''] = /(?:^\.answer|\.chat)\.(\w+)$/.exec(place) ?? []
  return Reflect.get(blankFacts, name)
}
