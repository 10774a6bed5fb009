import type { Assembly } from '@stet/context'
import type { Chat, Mark, Message, MessageId } from '@stet/history'
import { answered, asked, called, createHistoryBuilder, request, resulted } from '@stet/history/testing'
import { readNewestLeaf, readPath, type Store } from '@stet/store'
import { expect, it } from 'vitest'
import { createLedger } from '../ledger/ledger.ts'
import { createMessagesAbove } from '../record/messages-above.ts'
import { createPathTail, type PathTail } from '../record/path-tail.ts'
import {
  createScriptedModels,
  createTestToolbox,
  openMemoryHome,
  scriptedFacts,
  scriptedSettings,
  writeHistory,
} from '../testing/index.ts'
import { assembleRequest } from './assemble-request.ts'
import { createKnownMessages } from './known-messages.ts'
import { createTokenMemory } from './token-memory.ts'

const WHOLE = { limit: Number.POSITIVE_INFINITY }

/** 500 questions and answers; `summarised` ones at the beginning have a summary. */
function longHistory(summarised: number) {
  const builder = createHistoryBuilder()
  const path: MessageId[] = []
  for (let index = 0; index < 1000; index += 1) {
    path.push(builder.add(path.at(-1) ?? null, index % 2 === 0 ? asked(`Question ${index}`) : answered(`${index}.`)))
  }
  const covered = path[summarised * 2 - 1]
  if (covered !== undefined) {
    const parts = [{ kind: 'text', text: 'Before.' }] as const
    builder.add(covered, { role: 'summary', parts, coversThrough: covered, form: 'prose', request: request(null) })
  }
  return { path, chatWith: (changes: Partial<Chat>) => ({ chat: builder.chat(changes), messages: builder.messages() }) }
}

function counting(store: Store) {
  let read = 0
  const list: Store['list'] = async (shelf, query) => {
    const page = await store.list(shelf, query)
    read += page.rows.length
    return page
  }
  return { store: { ...store, list }, read: () => read }
}

async function assembled(history: { readonly chat: Chat; readonly messages: readonly Message[] }, window: number) {
  const home = openMemoryHome()
  await writeHistory(home.store, history)
  const context = { ...scriptedSettings.context, maxPromptTokens: window, reservedResponseTokens: 0 }
  const chat = { ...history.chat, settings: { ...scriptedSettings, context } }
  const leaf = await readNewestLeaf(home.store, chat.id, chat.tip)
  const { store, read } = counting(home.store)
  const whole = await readPath(home.store, chat.id, leaf, WHOLE)
  const models = createScriptedModels(() => [])
  const above = createMessagesAbove(store)
  const by = (tail: PathTail, messages = createKnownMessages(store)) =>
    assembleRequest(
      {
        tokens: createTokenMemory(home.store),
        toolbox: createTestToolbox([]),
        ledger: createLedger({ store, models }),
        messages,
        models,
        above,
        documents: { read: async () => [] },
        clock: () => 0,
      },
      { chat, facts: scriptedFacts, tail, next: null },
    )
  const fromTail = async () => (await by(createPathTail(store, chat.id, leaf))).assembly
  const first = await fromTail()
  const readFirst = read()
  await fromTail()
  const readAgain = read() - readFirst
  const messages = createKnownMessages(store)
  /** How many links each attempt of a request asks for. */
  const attempts = async () => {
    const asked: number[] = []
    const tail = createPathTail(store, chat.id, leaf)
    const toCheckpoint: PathTail['toCheckpoint'] = links => {
      asked.push(links)
      return tail.toCheckpoint(links)
    }
    await by({ ...tail, toCheckpoint }, messages)
    return asked
  }
  return {
    attempts: [await attempts(), await attempts()],
    fromTail: first,
    fromWhole: (await by({ atLeast: async () => whole, toCheckpoint: async () => whole })).assembly,
    read: readFirst,
    readAgain,
  }
}

it('[C9] reads no more of a long chat than the request can depend on', async () => {
  const { chatWith } = longHistory(450)
  const { fromTail, fromWhole, read } = await assembled(chatWith({}), 100_000)
  expect([fromTail.kind, fromTail]).toEqual(['assembled', fromWhole])
  expect(read).toBeLessThan(500)
})

it('[C9] [H6] reads to a summary that is further back than it read at first, and hardly beyond', async () => {
  const { chatWith } = longHistory(350)
  const { fromTail, fromWhole, read } = await assembled(chatWith({}), 100_000)
  expect([fromTail.kind, fromTail]).toEqual(['assembled', fromWhole])
  // In pages of 200: the 300 that are sent, and what the page holds that reaches the summary.
  expect(read).toBe(400)
})

it('[H6] reads on above a summary that was lifted', async () => {
  const { chatWith, path } = longHistory(350)
  const { chat, messages } = chatWith({})
  const summary = messages.find(({ role }) => role === 'summary')?.id ?? 'msg_'
  const lifts = [{ checkpoint: summary, below: path.at(-1) ?? 'msg_', automaticCompaction: 'off' }] as const
  const { fromTail, fromWhole } = await assembled({ chat: { ...chat, lifts }, messages }, 100_000)
  expect([fromTail.report.messages.length, fromTail]).toEqual([1001, fromWhole])
})

it('[C9] is assembled once where the request before is known, and not with too little first', async () => {
  const { chatWith } = longHistory(0)
  const { attempts } = await assembled(chatWith({}), 100_000)
  expect(attempts).toEqual([[200, 800, 3200], [1050]])
})

it('[C9] reads on where the window holds more than it read at first', async () => {
  const { chatWith } = longHistory(0)
  const { fromTail, fromWhole } = await assembled(chatWith({}), 100_000)
  expect([fromTail.report.messages.length, fromTail]).toEqual([1000, fromWhole])
})

it('[C19] finds what was pinned far behind a summary, and the next time reads nothing between', async () => {
  const { chatWith, path } = longHistory(450)
  const [, , messageId = 'msg_'] = path
  const marks: readonly Mark[] = [{ kind: 'pinned', messageId }]
  const { fromTail, fromWhole, readAgain } = await assembled(chatWith({ marks }), 100_000)
  expect(requestIn(fromTail)).toEqual(requestIn(fromWhole))
  expect(fromTail.report.messages[0]).toMatchObject({ messageId, fate: 'pinned' })
  // All others before the summary are reported together.
  expect(fromTail.report.messages.length).toBeLessThan(110)
  expect(fromTail.report.earlier).toMatchObject({ through: path[898], fate: 'summarised' })
  expect(readAgain).toBe(200)
})

it('[C19] a pin far up on another branch is not looked for again, and nothing is sent of it', async () => {
  const builder = createHistoryBuilder()
  const root = builder.add(null, asked('root'))
  const other = builder.add(root, asked('another branch'))
  let last = builder.add(root, asked('this branch'))
  for (let index = 0; index < 500; index += 1) last = builder.add(last, answered(`${index}`))
  builder.add(last, { role: 'clear' })
  last = builder.add(last, asked('And now?'))
  const marks: readonly Mark[] = [{ kind: 'pinned', messageId: other }]
  const chat = builder.chat({ marks, tip: last })
  const { fromTail, readAgain } = await assembled({ chat, messages: builder.messages() }, 100_000)
  expect(requestIn(fromTail)?.messages.map(({ messageId }) => messageId)).toEqual([last])
  expect(readAgain).toBe(200)
})

it('[C19] a pinned result far up is sent with its call, and a pinned call with its result', async () => {
  for (const pinned of ['call', 'result'] as const) {
    const builder = createHistoryBuilder()
    const callId = builder.ids.call()
    const question = builder.add(null, asked('What is in it?'))
    const call = builder.add(question, called([callId]))
    const result = builder.add(call, resulted([callId]))
    let last = builder.add(result, answered('Ferns.'))
    for (let index = 0; index < 500; index += 1) last = builder.add(last, asked(`${index}`))
    builder.add(last, { role: 'clear' })
    last = builder.add(last, asked('And now?'))
    const marks: readonly Mark[] = [{ kind: 'pinned', messageId: { call, result }[pinned] }]
    const history = { chat: builder.chat({ marks }), messages: builder.messages() }
    const { fromTail, fromWhole } = await assembled(history, 100_000)
    expect(requestIn(fromTail)).toEqual(requestIn(fromWhole))
    const sent = requestIn(fromTail)?.messages.map(({ messageId }) => messageId)
    expect(sent?.filter(id => id !== null)).toEqual([call, result, last])
  }
})

function requestIn(assembly: Assembly) {
  return assembly.kind === 'assembled' ? assembly.request : null
}
