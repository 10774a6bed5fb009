import { type ChatId, makeId, type WorkspaceId } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  COMMANDS_SHELF,
  DELETIONS_SHELF,
  MESSAGES_SHELF,
  type Operation,
  RUNS_SHELF,
  type Store,
  toCommandPut,
  WAITING_SHELF,
} from '@stet/store'
import { delegateTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  beginning,
  calling,
  createScriptedModels,
  messagesIn,
  newKey,
  openLongChat,
  openMemoryHome,
  openMortalHome,
  openPage,
  openTestEngine,
  openToolChat,
  randomBytes,
  readLedger,
  saying,
  untilStopped,
  writeChat,
} from '../testing/index.ts'

/** Every row that is left, without the ledger's and the answers to commands. */
async function rowsLeft(store: Store): Promise<readonly string[]> {
  const shelves = [CHATS_SHELF, MESSAGES_SHELF, CALLS_SHELF, RUNS_SHELF, WAITING_SHELF, DELETIONS_SHELF]
  const rows = new Map<string, string>()
  for (const change of await store.changes(0, 100_000)) {
    const id = `${change.shelf}/${change.kind === 'put' ? change.row.id : change.id}`
    if (change.kind === 'put' && shelves.includes(change.shelf)) rows.set(id, id)
    else rows.delete(id)
  }
  return [...rows.keys()]
}

function answerTo(key: string): Operation {
  return toCommandPut({ id: key, command: 'deleteChat', inputHash: '', answer: null, at: 0 })
}

it('[H7] [T6] [U1] deletes a chat with its calls and what they made; figures stay in the ledger, bytes do not', async () => {
  const { engine, home, chatId, ask, page } = await openToolChat({
    tools: [delegateTool],
    script: ({ request }) =>
      request.messages.length === 1 && JSON.stringify(request).includes('Go')
        ? calling([{ tool: 'delegate', input: { text: 'Look at ferns' } }])
        : saying('Seen.'),
  })
  await ask()
  page.leave()
  const [called] = (await home.store.changes(0, 1000)).flatMap(change =>
    change.shelf === CHATS_SHELF && change.kind === 'put' && change.row.id !== chatId ? [change.row.id] : [],
  )
  expect((await home.store.usage()).blobs).toBeGreaterThan(0)
  await engine.deleteChat(chatId, [answerTo('delete')])
  await expect(engine.view(chatId)).rejects.toMatchObject({ code: 'chat-not-found' })
  expect(await home.store.get(COMMANDS_SHELF, 'delete')).not.toBeNull()
  await engine.deletionsSettled()
  expect(await rowsLeft(home.store)).toEqual([])
  const requests = [
    ...(await readLedger(home.store, chatId)),
    ...(await readLedger(home.store, (called ?? 'chat_') as ChatId)),
  ]
  expect(requests.map(({ state, manifest }) => [state, manifest])).toEqual([
    ['done', null],
    ['done', null],
    ['done', null],
  ])
  expect((await home.store.usage()).blobs).toBe(0)
  await expect(engine.deleteChat(chatId, [])).rejects.toMatchObject({ code: 'chat-not-found' })
  await engine.close()
})

it('[H7] a long chat goes in short writes, and a fork of it keeps its messages and the bytes of its requests', async () => {
  const memory = openMemoryHome()
  let longest = 0
  const write = (operations: readonly Operation[]) => {
    if (operations.some(({ shelf, kind }) => shelf === MESSAGES_SHELF && kind === 'remove'))
      longest = Math.max(longest, operations.length)
    return memory.store.write(operations)
  }
  const home = { ...memory, store: { ...memory.store, write } }
  const { engine, chatId, ask } = await openLongChat({ home, phases: 400, context: {} })
  const asked = await ask()
  const { chatId: copy } = await engine.fork({ key: 'fork', chatId, messageId: asked.path.at(-1)?.id ?? 'msg_' })
  const page = openPage(engine, copy)
  const { runId } = await engine.send({
    key: 'more',
    chatId: copy,
    parentId: (await engine.view(copy)).path.at(-1)?.id ?? null,
    text: 'More',
  })
  await page.untilEnded(runId)
  page.leave()
  const before = await messagesIn(memory.store, copy)
  const [request] = (await readLedger(memory.store, copy)).filter(({ purpose }) => purpose === 'answer')
  const sent = await engine.request(request?.id ?? 'req_')
  await engine.deleteChat(chatId, [])
  await engine.deletionsSettled()
  expect(await messagesIn(memory.store, chatId)).toEqual([])
  expect(await messagesIn(memory.store, copy)).toEqual(before)
  expect(await engine.request(request?.id ?? 'req_')).toEqual(sent)
  expect(longest).toBeLessThan(100)
  await engine.close()
})

it.each([1, 2, 3, 5, 8, 11])(
  '[H7] [R5] a deletion cut off by kill -9 after %i writes is continued at the next start',
  async writes => {
    const { home: mortal, left, kill } = openMortalHome()
    let remaining = Number.POSITIVE_INFINITY
    const write = async (operations: readonly Operation[]) => {
      if (remaining === 0) kill()
      remaining -= 1
      return mortal.store.write(operations)
    }
    const { engine, chatId, ask } = await openLongChat({
      home: { ...mortal, store: { ...mortal.store, write } },
      phases: 100,
      context: {},
    })
    await ask()
    remaining = writes
    await engine.deleteChat(chatId, [])
    const { engine: next } = await openTestEngine(left)
    await next.deletionsSettled()
    expect(await rowsLeft(left.store)).toEqual([])
    expect((await readLedger(left.store, chatId)).every(({ manifest }) => manifest === null)).toBe(true)
    expect((await left.store.usage()).blobs).toBe(0)
    await next.close()
  },
)

it('[H7] [R4] stops an answer that is being written before it deletes the chat', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const models = createScriptedModels(async function* (call) {
    yield* beginning('…')
    await untilStopped(call)
  })
  const { engine, logged } = await openTestEngine(home, { models })
  const page = openPage(engine, chatId)
  const { runId } = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Hello' })
  await page.until(view => view.drafts.length === 1)
  await engine.deleteChat(chatId, [])
  expect(page.received.findLast(({ event }) => event.kind === 'run-ended')?.event).toMatchObject({
    runId,
    state: 'stopped',
  })
  await engine.deletionsSettled()
  page.leave()
  await engine.close()
  expect([await rowsLeft(home.store), await home.journal.streams(), logged]).toEqual([[], [], []])
})

it('[H7] deletes all chats of a workspace and no other', async () => {
  const home = openMemoryHome()
  const workspaceId: WorkspaceId = makeId('ws', randomBytes(20))
  const other = await writeChat(home.store)
  for (const place of ['open', 'pinned', 'archived', 'open'] as const)
    await writeChat(home.store, { workspaceId, place })
  const { engine } = await openTestEngine(home)
  await engine.deleteChatsOf(workspaceId, [answerTo('delete')])
  await engine.deletionsSettled()
  expect(await rowsLeft(home.store)).toEqual([`${CHATS_SHELF}/${other}`])
  await engine.close()
})
