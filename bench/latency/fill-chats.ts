import { rollUpsBuiltNote } from '@stet/engine/testing'
import { addUsage, type ChatId, type MessageId, makeId, noUsage, type RequestId, type WorkspaceId } from '@stet/history'
import {
  blobId,
  CHATS_SHELF,
  chatSearchSource,
  fromChatRow,
  messageSearchSource,
  type NewBlob,
  type Operation,
  type RequestRecord,
  ROLL_UP_GENERATION,
  type RollUp,
  rollUpId,
  type Store,
  toChatPut,
  toMessagePut,
  toRequestPut,
  toRollUpKey,
  toRollUpPut,
} from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'
import { textOf } from './text-of.ts'

export interface HomePlan {
  readonly name: string
  readonly chats: number
  /** In each chat, or in one after the other. Every second one is an answer. */
  readonly messages: number | readonly number[]
  /** Without rows in the ledger for answers, which double what is written. */
  readonly withoutLedger?: boolean
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

/**
 * Writes messages into chats of a home that is not running, with the rows that a home has that grew by itself: also the roll-ups of its requests,
 * without which it would add up the whole ledger after its start.
 */
export async function fillChats(
  folder: string,
  chats: readonly ChatId[],
  plan: HomePlan,
): Promise<readonly FilledChat[]> {
  const database = await openSqliteDatabase({ folder, search: [messageSearchSource, chatSearchSource] })
  try {
    const store = database.openStore(OWNER)
    const filled: FilledChat[] = []
    // Only the first is used, and only its requests have content: half a million packs would take longer to write than the rest.
    for (const [at, chatId] of chats.entries()) {
      const messages = typeof plan.messages === 'number' ? plan.messages : (plan.messages[at] ?? 0)
      filled.push(await fillChat(store, chatId, { ...plan, messages }, at === 0))
    }
    await store.write([rollUpsBuiltNote()])
    return filled
  } finally {
    await database.close()
  }
}

async function fillChat(
  store: Store,
  chatId: ChatId,
  { messages, words, window, withoutLedger = false }: HomePlan & { readonly messages: number },
  hasPacks: boolean,
): Promise<FilledChat> {
  const row = await store.get(CHATS_SHELF, chatId)
  const chat = row === null ? null : fromChatRow(row)
  if (row === null || chat === null || 'unreadable' in chat) throw new Error(`there is no chat ${chatId}`)
  const path: MessageId[] = []
  const rollUps = createRollUps()
  for (let first = 0; first < messages; first += BATCH) {
    const rows: Promise<readonly Operation[]>[] = []
    for (let number = first; number < Math.min(first + BATCH, messages); number += 1) {
      const id: MessageId = makeId('msg', ascendingBytes())
      const place = { id, chatId, parentId: path.at(-1) ?? null, text: textOf(number, words) }
      // Those of the end are not built on, so that a request that follows them is stored whole.
      const hasPack = hasPacks && !withoutLedger && number < messages - 100
      rows.push(rowsOf({ ...place, workspaceId: chat.workspaceId, number, withoutLedger, hasPack }, rollUps))
      path.push(id)
    }
    await store.write((await Promise.all(rows)).flat())
  }
  await store.write(rollUps.puts())
  const tip = path.at(-1) ?? null
  // A message far up the path is pinned: it is sent although everything between is not.
  const marks = path[10] === undefined ? [] : [{ kind: 'pinned' as const, messageId: path[10] }]
  const context = window === undefined ? {} : { maxPromptTokens: window }
  const settings = { ...chat.settings, context: { ...chat.settings.context, ...context } }
  await store.write([toChatPut({ ...chat, tip, marks, settings }, { expect: row.version, order: row.order })])
  return { chatId, path }
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
  readonly withoutLedger: boolean
  /** A request has a small pack of its own, as one that shares the rest with the one before. */
  readonly hasPack: boolean
}

let made = 0

/** Bytes for ids that ascend. Random ones would each change another page of an index, and a million of them write a hundred times as much. */
function ascendingBytes(): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  made += 1
  new DataView(bytes.buffer).setUint32(0, made)
  return bytes
}

interface RollUps {
  add(record: RequestRecord): void
  puts(): readonly Operation[]
}

/** What the ends of requests would have written. No price is known of these. */
function createRollUps(): RollUps {
  const rollUps = new Map<string, RollUp>()
  return {
    add(record) {
      const key = toRollUpKey(record)
      const id = rollUpId(key, 'ended')
      const before = rollUps.get(id) ?? { ...key, requests: 0, usage: noUsage }
      const requests = before.requests + 1
      const sums = { requests, unreliable: requests, usage: addUsage(before.usage, usage) }
      const compared = { requests: 0, reportedNanos: 0, listNanos: 0 }
      rollUps.set(id, { ...key, ...sums, nanos: 0, cacheSavedNanos: 0, layers: [], compared })
    },
    puts: () => [...rollUps.values()].map(rollUp => toRollUpPut(rollUp, 'ended', 0)),
  }
}

/** A message, and for an answer also its row in the ledger. */
async function rowsOf(row: NewRow, rollUps: RollUps): Promise<readonly Operation[]> {
  const { id, chatId, parentId, text, workspaceId, number, withoutLedger, hasPack } = row
  const stored = { id, chatId, parentId, at: 0, copiedFrom: null, parts: [{ kind: 'text', text }] } as const
  if (number % 2 === 0 || parentId === null) return [toMessagePut({ ...stored, role: 'user' })]
  const requestId: RequestId = makeId('req', ascendingBytes())
  const facts = { origin, requestId, rawUsage: null, usage, native: null, durationMs: 2000 }
  const answer = toMessagePut({ ...stored, ...facts, role: 'assistant', runId: null, end: 'complete' })
  if (withoutLedger) return [answer]
  const sentAt = number * (DAY_MS / 100)
  const pack = hasPack ? await makePack(requestId) : null
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
    rolledUp: ROLL_UP_GENERATION,
    remarks: null,
    manifest: pack === null ? null : { base: null, depth: 0, pack: pack.id, packs: [], large: [] },
  }
  rollUps.add(record)
  return [answer, { ...toRequestPut(record, { expect: 0, order: 'next' }), blobs: pack === null ? [] : [pack] }]
}

async function makePack(requestId: RequestId): Promise<NewBlob> {
  const bytes = new TextEncoder().encode(`the pack of ${requestId}`)
  return { id: await blobId(bytes), bytes, now: 0 }
}
