import { randomBytes } from 'node:crypto'
import { type ChatId, isAside, type MessageId } from '@stet/history'
import {
  ATTACHMENTS_SHELF,
  CHATS_SHELF,
  type Cursor,
  chatList,
  chatSearchSource,
  fromChatRow,
  fromMessageRow,
  MESSAGES_SHELF,
  messageSearchSource,
  readManySiblingIds,
  readNewestLeaf,
  readPath,
  receiveBlob,
  type Store,
  toAttachmentPut,
  WAITING_SHELF,
} from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'
import type { MadeDesk } from './make-desk.ts'
import { type Deed, FILE_BYTES, FILES_SENT, PAGE, repeated, TYPED, TYPED_FROM, timed } from './through-api.ts'

interface Spent {
  readonly ms: number
  readonly cpuMs: number
}

/** The same reads and writes without a server. */
export async function onBareStore(
  folder: string,
  { workspaceId, chatId, path }: MadeDesk,
): Promise<Readonly<Record<Deed, Spent>>> {
  const database = await openSqliteDatabase({ folder, search: [messageSearchSource, chatSearchSource] })
  try {
    const store = database.openStore('owner')
    // What is compiled at its first use has been used once, as through the API.
    await readShown(store, chatId, await readNewestLeaf(store, chatId, null))
    const list = await spent(async () => {
      let after: Cursor | null = null
      do {
        const query = { by: { parent: chatList(workspaceId, 'open') }, limit: PAGE, reverse: true }
        const { rows, next } = await store.list(CHATS_SHELF, after === null ? query : { ...query, after })
        rows.map(fromChatRow)
        after = next
      } while (after !== null)
    })
    const search = await spent(async () => {
      for (let end = TYPED_FROM; end < TYPED.length; end += 1) {
        const hits = await store.search.find({ text: TYPED.slice(0, end), limit: 50 })
        await store.getMany(CHATS_SHELF, [...new Set(hits.map(({ group }) => group))])
        const ids = hits.map(({ id }) => id)
        for (const row of await store.getMany(MESSAGES_SHELF, ids)) if (row !== null) fromMessageRow(row)
      }
    })
    const openChat = async () => {
      const row = await store.get(CHATS_SHELF, chatId)
      const chat = row && fromChatRow(row)
      const tip = chat === null || 'unreadable' in chat ? null : chat.tip
      await readShown(store, chatId, await readNewestLeaf(store, chatId, tip))
      await store.list(WAITING_SHELF, { by: { parent: chatId }, limit: PAGE })
    }
    const open = await spent(() => repeated(openChat))
    const middle = Math.floor(path.length / 2)
    const toHit = await spent(() =>
      repeated(async () => {
        await openChat()
        const row = await store.get(MESSAGES_SHELF, path[middle] ?? '')
        if (row === null) throw new Error('the hit is missing')
        const after = { order: row.order, id: row.id }
        await store.list(MESSAGES_SHELF, { by: { parent: chatId }, after, limit: PAGE })
        await readShown(store, chatId, path[middle + PAGE / 2] ?? null)
      }),
    )
    const files = Array.from({ length: FILES_SENT }, () => randomBytes(FILE_BYTES))
    const upload = await spent(async () => {
      for (const file of files) {
        const { id, size } = await receiveBlob(store.blobs, oneOf(file), { limit: FILE_BYTES, clock: Date.now })
        if ((await store.get(ATTACHMENTS_SHELF, id)) !== null) continue
        const about = { name: 'a.bin', mediaType: 'application/octet-stream', at: Date.now(), extracted: null }
        await store.write([toAttachmentPut({ id, size, ...about }, 0)])
      }
    })
    return { list, search, open, hit: toHit, upload }
  } finally {
    await database.close()
  }
}

/** A part of a path, and the branches beside it. */
async function readShown(store: Store, chatId: ChatId, leaf: MessageId | null): Promise<void> {
  const shown = await readPath(store, chatId, leaf, { limit: PAGE })
  await readManySiblingIds(
    store,
    chatId,
    shown.filter(message => !isAside(message)),
  )
}

async function spent(act: () => Promise<unknown>): Promise<Spent> {
  const before = process.cpuUsage()
  const ms = await timed(act)
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1000 }
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
