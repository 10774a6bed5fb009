import { createClient } from '@stet/api/client'
import { type ChatId, type MessageId, makeId, type WorkspaceId } from '@stet/history'
import { CHATS_SHELF, fromChatRow, toChatPut } from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'
import { fillChats } from '../latency/fill-chats.ts'
import { startHome } from '../runs/start-server.ts'

export interface DeskPlan {
  readonly chats: number
  /** Of them, with messages. */
  readonly filled: number
  readonly messages: number
}

export interface MadeDesk {
  readonly workspaceId: WorkspaceId
  /** One of the filled chats, and its messages from the root. */
  readonly chatId: ChatId
  readonly path: readonly MessageId[]
}

const BATCH = 500

/** A home with many chats, some of them long. */
export async function makeDesk(folder: string, { chats, filled, messages }: DeskPlan): Promise<MadeDesk> {
  const server = await startHome(folder)
  const newKey = () => crypto.randomUUID()
  const client = createClient({ fetch: (input, init) => fetch(input, init), base: server.address, newKey })
  const { id: first, workspaceId } = await client.createChat()
  await server.stop()
  const ids = await copyChat(folder, first, chats)
  const plan = { name: 'desk', chats: filled, messages, words: 6, withoutLedger: true }
  const [made] = await fillChats(folder, ids.slice(0, filled), plan)
  if (made === undefined) throw new Error('no chat was filled')
  return { workspaceId, ...made }
}

async function copyChat(folder: string, first: ChatId, count: number): Promise<readonly ChatId[]> {
  const database = await openSqliteDatabase({ folder })
  try {
    const store = database.openStore('owner')
    const row = await store.get(CHATS_SHELF, first)
    const chat = row && fromChatRow(row)
    if (chat === null || 'unreadable' in chat) throw new Error(`there is no chat ${first}`)
    const ids = Array.from({ length: count }, (): ChatId => makeId('chat', crypto.getRandomValues(new Uint8Array(20))))
    for (let from = 0; from < count; from += BATCH) {
      const puts = ids.slice(from, from + BATCH).map((id, at) => {
        const title = { text: `Chat ${from + at}`, by: 'person' } as const
        return toChatPut({ ...chat, id, title }, { expect: 0, order: 'next' })
      })
      await store.write(puts)
    }
    return ids
  } finally {
    await database.close()
  }
}
