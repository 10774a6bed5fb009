import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatId, Client, WorkspaceId } from '@stet/api/client'
import { CHATS_SHELF, chatList, DELETIONS_LIST, DELETIONS_SHELF, MESSAGES_SHELF, WORKSPACES_SHELF } from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'
import { expect, it } from 'vitest'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'
import { until } from './testing/until.ts'

const KILLS = 20
const CHATS = 3
/** Between two instants. A deletion of this size takes longer than all of them together. */
const APART_MS = 2

interface Doomed {
  readonly workspaceId: WorkspaceId
  readonly chatIds: readonly ChatId[]
}

/** A workspace whose chats have messages, and one chat elsewhere that must stay. */
async function fill(client: Client): Promise<Doomed> {
  const { id: workspaceId } = await client.createWorkspace({ name: 'Doomed', icon: 'folder' })
  const chatIds: ChatId[] = []
  for (let made = 0; made < CHATS; made += 1) {
    const { id } = await client.createChat({ workspaceId })
    await client.send(id, { text: `doomed ${made}`, parentId: null })
    chatIds.push(id)
  }
  await until('every chat is answered', async () => ((await client.activeChats()).chats.length === 0 ? true : null))
  return { workspaceId, chatIds }
}

it('[W1] [S7] a workspace whose deletion is cut off by kill -9, at any of 20 instants, goes after the next start', {
  timeout: 300_000,
}, async () => {
  await using folder = await temporaryFolder()
  const env = { STET_DATA: folder.path, STET_DEMO_PACE: '0' }
  const all: Doomed[] = []
  let kept: ChatId | null = null
  for (let kill = 0; kill < KILLS; kill += 1) {
    await using stet = new StetProcess(env)
    const client = await stet.client()
    kept ??= (await client.createChat()).id
    await deleteAgain(client, all.at(-1))
    const doomed = await fill(client)
    all.push(doomed)
    const deletion = client.deleteWorkspace(doomed.workspaceId).catch(() => 'killed before it was answered')
    await sleep(kill * APART_MS)
    stet.kill('SIGKILL')
    await Promise.all([stet.ended(), deletion])
  }
  await using stet = new StetProcess(env)
  const client = await stet.client()
  await deleteAgain(client, all.at(-1))
  expect((await client.listChats()).chats.map(listed => listed.kind === 'chat' && listed.chat.id)).toEqual([kept])
  await until('the deletions end', () => (deletionsIn(folder.path) === 0 ? true : null))
  stet.kill('SIGTERM')
  await stet.ended()
  expect(await rowsOf(folder.path, all)).toEqual([])
})

/** How many the home has still to finish, read beside it. */
function deletionsIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'stet.sqlite'), { readOnly: true })
  const { count } = database.prepare(`select count(*) as count from rows where shelf = ?`).get(DELETIONS_SHELF) ?? {}
  database.close()
  return Number(count)
}

/** A command that was not acknowledged may not have happened: given again, it is done. */
async function deleteAgain(client: Client, doomed: Doomed | undefined): Promise<void> {
  if (doomed === undefined) return
  await client.deleteWorkspace(doomed.workspaceId).catch((error: { readonly code: string }) => {
    expect(error.code).toBe('workspace-not-found')
  })
  expect((await client.workspaces()).workspaces.map(({ name }) => name)).toEqual(['My workspace'])
}

/** What is left on the disk of these workspaces, after the server ended in order. */
async function rowsOf(folder: string, all: readonly Doomed[]): Promise<readonly string[]> {
  const database = await openSqliteDatabase({ folder })
  const store = database.openStore('owner')
  const found: string[] = []
  const look = async (shelf: string, parent: string) => {
    const { rows } = await store.list(shelf, { by: { parent }, limit: 10 })
    found.push(...rows.map(({ id }) => `${shelf}/${id}`))
  }
  for (const { workspaceId, chatIds } of all) {
    if ((await store.get(WORKSPACES_SHELF, workspaceId)) !== null) found.push(workspaceId)
    for (const place of ['open', 'pinned', 'archived', 'called', 'deleted'] as const) {
      await look(CHATS_SHELF, chatList(workspaceId, place))
    }
    for (const chatId of chatIds) await look(MESSAGES_SHELF, chatId)
  }
  await look(DELETIONS_SHELF, DELETIONS_LIST)
  await database.close()
  return found
}
