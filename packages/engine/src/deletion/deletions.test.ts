import { createFiles } from '@stet/files'
import { type ChatId, makeId, type WorkspaceId } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  COMMANDS_SHELF,
  DELETIONS_SHELF,
  fromChatRow,
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

async function rowsOn(store: Store, shelf: string): Promise<readonly string[]> {
  return (await rowsLeft(store)).filter(row => row.startsWith(`${shelf}/`))
}

/** A home whose process dies after so many writes, counted from when the test says so. */
function openDyingHome() {
  const { home, left, kill } = openMortalHome()
  const { promise: died, resolve } = Promise.withResolvers<void>()
  let remaining = Number.POSITIVE_INFINITY
  const write = async (operations: readonly Operation[]) => {
    if (remaining === 0) {
      kill()
      resolve()
    }
    remaining -= 1
    return home.store.write(operations)
  }
  return {
    home: { ...home, store: { ...home.store, write } },
    left,
    died,
    dieAfter(writes: number) {
      remaining = writes
    },
  }
}

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
  await engine.deleteChatNow(chatId, [answerTo('delete')])
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
  await expect(engine.deleteChatNow(chatId, [])).rejects.toMatchObject({ code: 'chat-not-found' })
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
  const { engine, chatId, ask } = await openLongChat({ home, phases: 100, context: {} })
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
  await engine.deleteChatNow(chatId, [])
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
    const { home, left, dieAfter } = openDyingHome()
    const { engine, chatId, ask } = await openLongChat({ home, phases: 100, context: {} })
    await ask()
    dieAfter(writes)
    await engine.deleteChatNow(chatId, [])
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
  await engine.deleteChatNow(chatId, [])
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

it('[T4] [W1] deletes the files of a workspace with all versions and their bytes, and no others', async () => {
  const home = openMemoryHome()
  const files = createFiles({ store: home.store, clock: () => 1, randomBytes })
  const workspaceId: WorkspaceId = makeId('ws', randomBytes(20))
  const gone = files.of(workspaceId)
  const kept = files.of(makeId('ws', randomBytes(20)))
  const bytes = (text: string) => new TextEncoder().encode(text)
  const change = { expect: 'any', by: { kind: 'user' } } as const
  for (let version = 0; version < 120; version += 1) await gone.write('/deep/a.md', bytes(`a ${version}`), change)
  for (let file = 0; file < 20; file += 1) await gone.write(`/${file}.md`, bytes(`file ${file}`), change)
  await gone.remove('/3.md')
  await kept.write('/b.md', bytes('b'), change)
  const { engine } = await openTestEngine(home)
  await engine.deleteChatsOf(workspaceId, [])
  await engine.deletionsSettled()
  expect([await gone.find('/deep/a.md'), await gone.listDeleted(), (await kept.read('/b.md')).text]).toEqual([
    null,
    [],
    'b',
  ])
  expect((await home.store.usage()).blobs).toBe(1)
  await engine.close()
})

/** What is comparable of a chat: everything but the ids and times that a deletion makes. */
async function whatIsIn(store: Store, chatId: ChatId) {
  const row = await store.get(CHATS_SHELF, chatId)
  const chat = row === null ? null : fromChatRow(row)
  const messages = (await messagesIn(store, chatId)).map(message =>
    message.role === 'accounting' ? { ...message, id: '', at: 0, order: 0 } : message,
  )
  const requests = (await readLedger(store, chatId)).map(({ id, manifest }) => [id, manifest === null])
  return { tip: chat === null || 'unreadable' in chat ? null : chat.tip, messages, requests }
}

it.each([1, 2, 3, 4, 5])(
  '[H7] [R5] messages whose deletion was cut off by kill -9 after %i writes are gone after the next start, and nothing else is',
  async writes => {
    const { home, left, died, dieAfter } = openDyingHome()
    const { engine, chatId, path, ask } = await openLongChat({ home, phases: 100, context: {} })
    await ask()
    const top = path[30] ?? 'msg_'
    const removed = (await messagesIn(left.store, chatId)).length - 30
    dieAfter(writes)
    const deleted = engine.deleteMessage({ key: 'delete', chatId, messageId: top })
    await Promise.race([deleted, died])
    const { engine: next } = await openTestEngine(left)
    await next.deletionsSettled()
    const { tip, messages, requests } = await whatIsIn(left.store, chatId)
    expect(messages.map(({ id, role }) => (role === 'accounting' ? role : id))).toEqual([
      ...path.slice(0, 30),
      'accounting',
    ])
    expect(messages.at(-1)).toMatchObject({ role: 'accounting', parentId: path[29], removedMessages: removed })
    expect([tip, requests.every(([, isForgotten]) => isForgotten), await rowsOn(left.store, DELETIONS_SHELF)]).toEqual([
      path[29],
      true,
      [],
    ])
    // The same command again is answered as it was, and does nothing.
    expect(await next.deleteMessage({ key: 'delete', chatId, messageId: top })).toEqual({ removed })
    expect(await whatIsIn(left.store, chatId)).toEqual({ tip, messages, requests })
    await next.close()
  },
)

it.each([1, 2, 4, 6])('[H5] [R5] a fork that was cut off by kill -9 after %i writes leaves nothing', async writes => {
  const { home, left, died, dieAfter } = openDyingHome()
  const { engine, chatId, path } = await openLongChat({ home, phases: 150, context: {} })
  const before = await rowsLeft(left.store)
  dieAfter(writes)
  await Promise.race([engine.fork({ key: 'fork', chatId, messageId: path.at(-1) ?? 'msg_' }), died])
  const { engine: next } = await openTestEngine(left)
  await next.deletionsSettled()
  expect(await rowsLeft(left.store)).toEqual(before)
  const { chatId: copy } = await next.fork({ key: 'fork', chatId, messageId: path.at(-1) ?? 'msg_' })
  expect((await messagesIn(left.store, copy)).length).toBe(300)
  expect(await rowsOn(left.store, DELETIONS_SHELF)).toEqual([])
  await next.close()
})

it('[H5] [H7] forks and deletes a long part of a chat in short writes', async () => {
  const memory = openMemoryHome()
  let longest = 0
  const write = (operations: readonly Operation[]) => {
    longest = Math.max(longest, operations.length)
    return memory.store.write(operations)
  }
  const { engine, chatId, path } = await openLongChat({ home: memory, phases: 500, context: {} })
  await engine.close()
  const { engine: next } = await openTestEngine({ ...memory, store: { ...memory.store, write } })
  await next.fork({ key: 'fork', chatId, messageId: path.at(-1) ?? 'msg_' })
  await next.deleteMessage({ key: 'delete', chatId, messageId: path[0] ?? 'msg_' })
  expect((await next.view(chatId)).path.map(({ role }) => role)).toEqual(['accounting'])
  expect(longest).toBeLessThan(100)
  await next.close()
})
