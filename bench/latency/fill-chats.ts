import { type ChatId, type MessageId, makeId, type RequestId, type WorkspaceId } from '@stet/history'
import {
  blobId,
  CHATS_SHELF,
  chatSearchSource,
  fromChatRow,
  messageSearchSource,
  type Operation,
  type RequestRecord,
  type Store,
  toChatPut,
  toMessagePut,
  toRequestPut,
} from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'

export interface HomePlan {
  readonly name: string
  readonly chats: number
  /** In each chat. Every second one is an answer with a row in the ledger. */
  readonly messages: number
  /** In each message. */
  readonly words: number
  /** Of the model; the default of the home where it is missing. */
  readonly window?: number
}

export interface FilledChat {
  readonly chatId: ChatId
  /** Of its messages, from the root to the last. */
  readonly path: readonly MessageId[]
}

const BATCH = 2000
const OWNER = 'owner'
const DAY_MS = 24 * 60 * 60 * 1000

/** Writes messages into chats of a home that is not running. */
export async function fillChats(
  folder: string,
  chats: readonly ChatId[],
  plan: HomePlan,
): Promise<readonly FilledChat[]> {
  const database = await openSqliteDatabase({ folder, search: [messageSearchSource, chatSearchSource] })
  try {
    const store = database.openStore(OWNER)
    const filled: FilledChat[] = []
    for (const chatId of chats) filled.push(await fillChat(store, chatId, plan))
    return filled
  } finally {
    await database.close()
  }
}

async function fillChat(store: Store, chatId: ChatId, { messages, words, window }: HomePlan): Promise<FilledChat> {
  const row = await store.get(CHATS_SHELF, chatId)
  const chat = row === null ? null : fromChatRow(row)
  if (row === null || chat === null || 'unreadable' in chat) throw new Error(`there is no chat ${chatId}`)
  const path: MessageId[] = []
  for (let first = 0; first < messages; first += BATCH) {
    const rows: Promise<readonly Operation[]>[] = []
    for (let number = first; number < Math.min(first + BATCH, messages); number += 1) {
      const id: MessageId = makeId('msg', crypto.getRandomValues(new Uint8Array(20)))
      const place = { id, chatId, parentId: path.at(-1) ?? null, text: textOf(number, words) }
      // Those of the end are not built on, so that a request that follows them is stored whole.
      rows.push(rowsOf(store, { ...place, workspaceId: chat.workspaceId, number, hasPack: number < messages - 100 }))
      path.push(id)
    }
    await store.write((await Promise.all(rows)).flat())
  }
  const tip = path.at(-1) ?? null
  // A message far up the path is pinned: it is sent although everything between is not.
  const marks = path[10] === undefined ? [] : [{ kind: 'pinned' as const, messageId: path[10] }]
  const context = window === undefined ? {} : { maxPromptTokens: window }
  const settings = { ...chat.settings, context: { ...chat.settings.context, ...context } }
  await store.write([toChatPut({ ...chat, tip, marks, settings }, { expect: row.version, order: row.order })])
  return { chatId, path }
}

const WORDS = ['tide', 'harbour', 'wall', 'the', 'of', 'rises', 'stone', 'and', 'higher', 'by', 'evening', 'fern']

export function textOf(number: number, words: number): string {
  return Array.from({ length: words }, (_, at) => WORDS[(number * 7 + at * 5) % WORDS.length]).join(' ')
}

const usage = { input: 1000, cacheRead: 400, cacheWrite: 0, output: 200, reasoning: 0, webSearches: 0 }
const origin = { definition: 'upstream', protocol: 'openai-chat', model: 'some-model' }

interface NewRow {
  readonly id: MessageId
  readonly chatId: ChatId
  readonly parentId: MessageId | null
  readonly text: string
  readonly workspaceId: WorkspaceId
  readonly number: number
  /** A request has a small pack of its own, as one that shares the rest with the one before. */
  readonly hasPack: boolean
}

/** A message, and for an answer also its row in the ledger. */
async function rowsOf(store: Store, row: NewRow): Promise<readonly Operation[]> {
  const { id, chatId, parentId, text, workspaceId, number, hasPack } = row
  const stored = { id, chatId, parentId, at: 0, copiedFrom: null, parts: [{ kind: 'text', text }] } as const
  if (number % 2 === 0 || parentId === null) return [toMessagePut({ ...stored, role: 'user' })]
  const requestId: RequestId = makeId('req', crypto.getRandomValues(new Uint8Array(20)))
  const facts = { origin, requestId, rawUsage: null, usage, native: null, durationMs: 2000 }
  const sentAt = number * (DAY_MS / 100)
  const pack = hasPack ? await putPack(store, requestId) : null
  const record: RequestRecord = {
    id: requestId,
    chatId,
    workspaceId,
    messageId: id,
    below: parentId,
    countsFor: [chatId],
    runId: null,
    purpose: 'answer',
    origin,
    boot: 'boot',
    state: 'done',
    sentAt,
    endedAt: sentAt + 2000,
    rawUsage: null,
    usage,
    estimate: null,
    estimatedInput: null,
    prices: null,
    blocks: null,
    savedTokens: [],
    rolledUp: 0,
    manifest: pack === null ? null : { base: null, depth: 0, pack, packs: [] },
  }
  return [
    toMessagePut({ ...stored, ...facts, role: 'assistant', runId: null, end: 'complete' }),
    toRequestPut(record, { expect: 0, order: 'next' }),
  ]
}

async function putPack(store: Store, requestId: RequestId): Promise<string> {
  const bytes = new TextEncoder().encode(`the pack of ${requestId}`)
  const pack = await blobId(bytes)
  await store.blobs.put(pack, bytes, 0)
  return pack
}
