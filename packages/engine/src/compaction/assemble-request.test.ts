import type { Chat, Mark, Message, MessageId } from '@stet/history'
import { answered, asked, createHistoryBuilder, request } from '@stet/history/testing'
import { readNewestLeaf, readPath, type Store } from '@stet/store'
import { expect, it } from 'vitest'
import { createLedger } from '../ledger/ledger.ts'
import { createPathTail } from '../record/path-tail.ts'
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
  const by = (tail: Parameters<typeof assembleRequest>[1]['tail']) =>
    assembleRequest(
      {
        tokens: createTokenMemory(home.store),
        toolbox: createTestToolbox([]),
        ledger: createLedger({ store, models }),
        messages: createKnownMessages(),
        clock: () => 0,
      },
      { chat, facts: scriptedFacts, tail, next: null },
    )
  return {
    fromTail: (await by(createPathTail(store, chat.id, leaf))).assembly,
    fromWhole: (await by({ atLeast: async () => whole, toCheckpoint: async () => whole })).assembly,
    read: read(),
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

it('[C9] reads on where the window holds more than it read at first', async () => {
  const { chatWith } = longHistory(0)
  const { fromTail, fromWhole } = await assembled(chatWith({}), 100_000)
  expect([fromTail.report.messages.length, fromTail]).toEqual([1000, fromWhole])
})

it('[C19] finds what was pinned far behind a summary', async () => {
  const { chatWith, path } = longHistory(450)
  const [, , messageId = 'msg_'] = path
  const marks: readonly Mark[] = [{ kind: 'pinned', messageId }]
  const { fromTail, fromWhole } = await assembled(chatWith({ marks }), 100_000)
  expect(fromTail).toEqual(fromWhole)
  expect(fromTail.report.messages.find(entry => entry.messageId === messageId)?.fate).toBe('pinned')
})
