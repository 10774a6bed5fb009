import {
  createScriptedModels,
  openMemoryHome,
  openTestEngine,
  randomBytes,
  saying,
  scriptedFacts,
  scriptedSettings,
} from '@stet/engine/testing'
import { blankFacts, type ChatId, type ChatSettings, type ModelFacts, toChatEntry } from '@stet/history'
import { CHATS_SHELF, fromChatRow, type Store, toChatPut, WORKSPACES_SHELF } from '@stet/store'
import { expect, it } from 'vitest'
import { createDesk } from './create-desk.ts'
import type { Desk, ListedChat } from './desk.ts'

const demo: ModelFacts = { ...scriptedFacts, definition: 'demo', model: 'demo', caching: 'marks' }

function deskOver(store: Store, deps: Partial<Parameters<typeof createDesk>[0]> = {}): Desk {
  const events = { publish: () => undefined }
  return createDesk({
    store,
    events,
    clock: () => 5,
    randomBytes,
    running: () => false,
    renderPrompt: async ({ settings }) => ({ at: 5, text: settings.systemPrompt, tools: [] }),
    promptValues: unused,
    inspectNew: unused,
    tools: unused,
    deleteChatsOf: unused,
    waitsAt: () => null,
    shownPath: async () => [],
    activeChats: () => [],
    fileIndex: { state: () => ({ kind: 'current' }) },
    search: { find: async () => [], state: () => ({ kind: 'current', skipped: 0 }) },
    models: createScriptedModels(() => saying('Yes.')),
    fallback: demo,
    ...deps,
  })
}

function unused(): never {
  throw new Error('this test needs no engine')
}

function ids(chats: readonly ListedChat[]): readonly string[] {
  return chats.map(listed => (listed.kind === 'chat' ? listed.chat.id : listed.id))
}

it('makes one default workspace, however many first starts there are at once', async () => {
  const { store } = openMemoryHome()
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, index) => deskOver(store, { clock: () => index }).workspace()),
  )
  expect(new Set(made.map(workspace => JSON.stringify(workspace))).size).toBe(1)
  expect((await store.list(WORKSPACES_SHELF, { by: { parent: '' }, limit: 10 })).rows).toHaveLength(1)
  expect(made[0]).toEqual({
    id: expect.stringMatching(/^ws_/),
    name: 'My workspace',
    icon: 'folder',
    isDefault: true,
    chosenModel: null,
    model: demo,
    because: null,
    settings: expect.objectContaining({ systemPrompt: '', tools: [] }),
  })
})

it('[W1] makes an empty chat with its own settings, and publishes it', async () => {
  const home = openMemoryHome()
  const { engine } = await openTestEngine(home)
  const desk = deskOver(home.store, { events: engine })
  const controller = new AbortController()
  const watching = engine.watch({ chats: [], lastEventId: null, signal: controller.signal })[Symbol.asyncIterator]()
  const listed = watching.next()
  const chat = await desk.createChat({ key: 'one' })
  const { id: workspaceId } = await desk.workspace()
  expect(chat).toEqual({
    ...blankFacts,
    id: expect.stringMatching(/^chat_[a-z2-7]{32}$/),
    workspaceId,
    createdAt: 5,
    activeAt: 5,
    settings: {
      ...scriptedSettings,
      model: { definition: 'demo', model: 'demo' },
      context: { ...scriptedSettings.context, cache: 'cached', markers: 'left-out' },
    },
    prompt: { at: 5, text: '', tools: [] },
  })
  expect((await listed).value?.event).toMatchObject({ kind: 'chat-listed', chatId: chat.id, running: false })
  expect(await engine.view(chat.id)).toEqual({
    chat,
    path: [],
    earlier: false,
    siblings: {},
    calls: {},
    progress: {},
    runs: [],
    drafts: [],
    waiting: [],
    rootsAbove: [],
    todosAbove: [],
    pendingEnvironment: null,
    compactions: [],
    questions: [],
  })
  controller.abort()
  await engine.close()
})

it('[FH-6] makes one chat for the same key, at once and later', async () => {
  const { store } = openMemoryHome()
  const desk = deskOver(store)
  const made = await Promise.all(Array.from({ length: 10 }, () => desk.createChat({ key: 'one' })))
  const later = await deskOver(store).createChat({ key: 'one' })
  expect(new Set([...made, later].map(chat => chat.id)).size).toBe(1)
  expect((await desk.listChats({ place: 'open', limit: 10, after: null })).chats).toHaveLength(1)
})

it('[FH-11] lists the chat with the latest activity first, whatever the clock says', async () => {
  const home = openMemoryHome()
  const { engine } = await openTestEngine(home)
  const times = [9, 8, 7, 6, 5, 4, 3, 2, 1]
  const desk = deskOver(home.store, { clock: () => times.shift() ?? 0, fallback: scriptedFacts })
  const chats = [
    await desk.createChat({ key: 'a' }),
    await desk.createChat({ key: 'b' }),
    await desk.createChat({ key: 'c' }),
  ]
  const [first, second, third] = chats.map(chat => chat.id)
  expect(ids((await desk.listChats({ place: 'open', limit: 10, after: null })).chats)).toEqual([third, second, first])
  await engine.send({ key: 'send', chatId: first ?? 'chat_', parentId: null, text: 'Hello' })
  await engine.close()
  expect(ids((await desk.listChats({ place: 'open', limit: 10, after: null })).chats)).toEqual([first, third, second])
})

it('lists page by page, with which chats have a run', async () => {
  const { store } = openMemoryHome()
  const made: string[] = []
  const desk = deskOver(store, { running: id => id === made[1] })
  for (let index = 0; index < 5; index += 1) made.push((await desk.createChat({ key: `${index}` })).id)
  const listed: ListedChat[] = []
  let after: string | null = null
  do {
    const page = await desk.listChats({ place: 'open', limit: 2, after })
    expect(page.chats.length).toBeLessThanOrEqual(2)
    listed.push(...page.chats)
    after = page.next
  } while (after !== null)
  expect(ids(listed)).toEqual(made.toReversed())
  expect(listed.map(one => one.kind === 'chat' && one.running)).toEqual([false, false, false, true, false])
})

it('[FS-7] lists a chat that cannot be opened as such, and the others as they are', async () => {
  const { store } = openMemoryHome()
  const desk = deskOver(store)
  const first = await desk.createChat({ key: 'a' })
  const second = await desk.createChat({ key: 'b' })
  const row = await store.get(CHATS_SHELF, first.id)
  if (row === null) throw new Error('the chat is there')
  const { id, parent, order, version, refs } = row
  const body = new TextEncoder().encode('{')
  await store.write([{ kind: 'put', shelf: CHATS_SHELF, id, parent, order, expect: version, refs, body }])
  expect((await desk.listChats({ place: 'open', limit: 10, after: null })).chats).toEqual([
    { kind: 'chat', chat: toChatEntry(second), running: false, waiting: null },
    { kind: 'unreadable', id: first.id, because: expect.any(String) },
  ])
})

it.each(['', '.', 'x', '1', '1.', '.a', '1.a\n', '99999999999999999999.a', '1e3.a', "1.' or 1"])(
  'refuses %j as a place to continue from',
  async after => {
    const desk = deskOver(openMemoryHome().store)
    await expect(desk.listChats({ place: 'open', limit: 10, after })).rejects.toMatchObject({ code: 'invalid' })
  },
)

it.each([0, -1, 1.5, 201, Number.NaN, Number.POSITIVE_INFINITY])('refuses a page of %d chats', async limit => {
  const desk = deskOver(openMemoryHome().store)
  await expect(desk.listChats({ place: 'open', limit, after: null })).rejects.toMatchObject({ code: 'invalid' })
})

it('[W1] [P1] starts new chats with the chosen model, or with the demo and a reason when that is gone', async () => {
  const { store } = openMemoryHome()
  let gone = false
  const facts = async () => (gone ? null : scriptedFacts)
  const desk = deskOver(store, { models: { facts } })
  const { id, name, icon, isDefault, settings } = await desk.workspace()
  const entry = { id, name, icon, isDefault }
  const chosenModel = { definition: 'scripted', model: 'one' }
  const first: ChatSettings = { ...scriptedSettings, context: { ...scriptedSettings.context, markers: 'left-out' } }
  const { model: _, ...withoutModel } = first
  const chosen = { ...entry, chosenModel, model: scriptedFacts, because: null, settings: withoutModel }
  expect(await desk.changeDefaultModel({ key: 'a', model: chosenModel })).toEqual(chosen)
  expect((await desk.createChat({ key: 'b' })).settings).toEqual(first)
  gone = true
  const because = 'the model one cannot be used: its provider was removed or is switched off'
  expect(await desk.workspace()).toEqual({ ...entry, chosenModel, model: demo, because, settings })
  expect((await desk.createChat({ key: 'c' })).settings.model).toEqual({ definition: 'demo', model: 'demo' })
  await expect(desk.changeDefaultModel({ key: 'd', model: chosenModel })).rejects.toMatchObject({
    code: 'model-not-found',
    field: 'model',
  })
  expect(await desk.changeDefaultModel({ key: 'e', model: null })).toEqual({
    ...entry,
    chosenModel: null,
    model: demo,
    because: null,
    settings,
  })
})

it('[W1] a new workspace starts with the model of the first one, and keeps it when that changes', async () => {
  const { store } = openMemoryHome()
  const desk = deskOver(store, { models: { facts: async () => scriptedFacts } })
  const chosenModel = { definition: 'scripted', model: 'one' }
  await desk.changeDefaultModel({ key: 'a', model: chosenModel })
  const { id } = await desk.createWorkspace({ key: 'b', name: 'Garden', icon: 'leaf' })
  await desk.changeDefaultModel({ key: 'c', model: null })
  expect(await desk.workspaceOf(id)).toMatchObject({ chosenModel, model: scriptedFacts, because: null })
})

it('[W3] lists the chats of each place, and none that was deleted', async () => {
  const home = openMemoryHome()
  const { engine } = await openTestEngine(home, { pause: (_, signal) => untilAborted(signal) })
  const desk = deskOver(home.store)
  const [open, pinned, archived, deleted] = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async key => (await desk.createChat({ key })).id),
  )
  if (!(open && pinned && archived && deleted)) throw new Error('four chats were made')
  await engine.placeChat({ key: 'pin', chatId: pinned, place: 'pinned' })
  await engine.placeChat({ key: 'archive', chatId: archived, place: 'archived' })
  await engine.deleteChat({ key: 'delete', chatId: deleted })
  const listed = async (place: 'open' | 'pinned' | 'archived') =>
    ids((await desk.listChats({ place, limit: 10, after: null })).chats)
  expect([await listed('open'), await listed('pinned'), await listed('archived')]).toEqual([
    [open],
    [pinned],
    [archived],
  ])
  await engine.restoreChat({ key: 'restore', chatId: deleted })
  expect(await listed('open')).toEqual([deleted, open])
  await engine.close()
})

it('[W3] lists a hundred chats in less than 30 kB', async () => {
  const { store } = openMemoryHome()
  const desk = deskOver(store, {
    clock: () => 1_794_826_800_000,
    running: () => true,
    waitsAt: () => `msg_${'a'.repeat(32)}`,
  })
  for (let index = 0; index < 100; index += 1) {
    const { id } = await desk.createChat({ key: `${index}` })
    const row = await store.get(CHATS_SHELF, id)
    const chat = row && fromChatRow(row)
    if (!chat || 'unreadable' in chat) throw new Error('the chat was just made')
    const title = { text: 'A title of sixty characters, which is what models usually write', by: 'model' as const }
    await store.write([toChatPut({ ...chat, title }, { expect: 1, order: 'next' })])
  }
  const page = await desk.listChats({ place: 'open', limit: 100, after: null })
  expect(page.chats).toHaveLength(100)
  expect(new TextEncoder().encode(JSON.stringify(page)).length).toBeLessThan(30_000)
})

it('[W3] lists what runs or waits, wherever it is', async () => {
  const { store } = openMemoryHome()
  const active: ChatId[] = []
  const desk = deskOver(store, { activeChats: () => active, running: id => id === active[0], waitsAt: () => null })
  const made = await desk.createChat({ key: 'a' })
  await desk.createChat({ key: 'b' })
  active.push(made.id, `chat_${'z'.repeat(32)}`)
  expect(await desk.activeChats()).toEqual({
    chats: [{ kind: 'chat', chat: toChatEntry(made), running: true, waiting: null }],
  })
})

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve()))
}
