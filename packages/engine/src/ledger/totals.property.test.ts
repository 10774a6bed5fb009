import { addUsage, type ChatId, type Cost, type MessageId, noUsage, type Usage } from '@stet/history'
import type { ModelEvent, PriceList } from '@stet/models'
import { modelRef } from '@stet/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HomeEngine } from '../create-engine.ts'
import {
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  readLedger,
  saying,
  scriptedChoice,
  type TestHome,
  writeChat,
} from '../testing/index.ts'
import { sumLedger } from './totals.ts'
import type { UsageReport } from './usage-report.ts'

const noPrice = { cacheWrite: null, cacheWriteLong: null, webSearch: null, imageInput: null, imageOutput: null }
const prices: PriceList = {
  prices: { input: 3, output: 15, cacheRead: 0.3, ...noPrice },
  tiers: [],
  from: 'data',
  match: 'exact',
  asOf: null,
}

/** Different for every call, so that one that is lost or counted twice shows. */
const usageOf = (call: number): Usage => ({
  ...noUsage,
  input: 10 + call,
  cacheRead: 2 ** (call % 20),
  output: 1 + (call % 7),
})

/** What was spent, in whole billionths of a dollar. */
interface Sum {
  readonly usage: Usage
  readonly nanos: number
}

const nothing: Sum = { usage: noUsage, nanos: 0 }
const plus = (one: Sum, other: Sum): Sum => ({
  usage: addUsage(one.usage, other.usage),
  nanos: one.nanos + other.nanos,
})
const sumOf = (sums: readonly Sum[]): Sum => sums.reduce(plus, nothing)
const toSpending = ({ usage, nanos }: Sum) => ({ usage, cost: { usd: nanos / 1e9, reliable: true } })

function spentBy(call: number): Sum {
  const usage = usageOf(call)
  return { usage, nanos: usage.input * 3000 + usage.cacheRead * 300 + usage.output * 15_000 }
}

interface Deletion {
  readonly parentId: MessageId | null
  readonly own: Sum
  readonly inherited: Sum
}

/** A chat as the test has it: every message that exists, what it spent and where, and what was deleted. */
interface KnownChat {
  readonly chatId: ChatId
  readonly messages: Map<
    MessageId,
    { readonly parentId: MessageId | null; readonly spent: Sum; readonly copied: boolean }
  >
  deletions: Deletion[]
  all: Sum
}

type Act = { readonly kind: 'say' | 'retry' | 'delete' | 'fork' | 'choose'; readonly chat: number; readonly at: number }

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom<Act['kind']>('say', 'say', 'say', 'retry', 'delete', 'fork', 'choose'),
    chat: fc.nat(),
    at: fc.nat(),
  }),
  { minLength: 1, maxLength: 14 },
)

async function open(home: TestHome, calls: { count: number }) {
  const models = createScriptedModels(
    function* (): Generator<ModelEvent> {
      calls.count += 1
      const usage = usageOf(calls.count)
      for (const event of saying(`Answer ${calls.count}.`)) {
        yield event.kind === 'answer-finished'
          ? { ...event, answer: { ...event.answer, usage, rawUsage: null } }
          : event
      }
    },
    () => saying('A title'),
    prices,
  )
  return (await openTestEngine(home, { models })).engine
}

async function untilEnded(
  engine: HomeEngine,
  chatId: ChatId,
  start: () => Promise<{ readonly runId: `run_${string}` }>,
) {
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const { runId } = await start()
  await page.untilEnded(runId)
  page.leave()
}

/** Everything that hangs below a message, itself included. */
function below({ messages }: KnownChat, top: MessageId): ReadonlySet<MessageId> {
  const found = new Set([top])
  for (const [id, { parentId }] of messages) if (parentId !== null && found.has(parentId)) found.add(id)
  return found
}

class Story {
  readonly #engine: HomeEngine
  readonly #calls: { count: number }
  readonly chats: KnownChat[]
  #keys = 0

  constructor(engine: HomeEngine, calls: { count: number }, first: ChatId) {
    this.#engine = engine
    this.#calls = calls
    this.chats = [{ chatId: first, messages: new Map(), deletions: [], all: nothing }]
  }

  #key(): string {
    this.#keys += 1
    return `key-${this.#keys}`
  }

  async act({ kind, chat: chosen, at }: Act): Promise<void> {
    const chat = this.chats[chosen % this.chats.length]
    if (chat === undefined) return
    const ids = [...chat.messages.keys()]
    const messageId = ids[at % Math.max(1, ids.length)]
    if (messageId === undefined) return this.#say(chat, null)
    switch (kind) {
      case 'say':
        return this.#say(chat, at % 3 === 0 ? null : this.#answerAt(chat, at))
      case 'retry':
        return this.#retry(chat, messageId)
      case 'delete':
        return this.#delete(chat, messageId)
      case 'fork':
        return this.#fork(chat, messageId)
      case 'choose':
        return this.#engine.chooseTip({ key: this.#key(), chatId: chat.chatId, messageId })
    }
  }

  #answerAt({ messages }: KnownChat, at: number): MessageId | null {
    const answers = [...messages].filter(([, { spent }]) => spent !== nothing).map(([id]) => id)
    return answers[at % Math.max(1, answers.length)] ?? null
  }

  async #say(chat: KnownChat, parentId: MessageId | null): Promise<void> {
    const { chatId } = chat
    await untilEnded(this.#engine, chatId, async () => {
      const spent = this.#nextSpent()
      const sent = await this.#engine.send({ key: this.#key(), chatId, parentId, text: `Question ${this.#keys}` })
      chat.messages.set(sent.messageId, { parentId, spent: nothing, copied: false })
      this.#answered(chat, sent.answerId, sent.messageId, spent)
      return sent
    })
  }

  /** What the next answer spends. Read before it is asked for: the model may be asked before the command has answered. */
  #nextSpent() {
    return spentBy(this.#calls.count + 1)
  }

  #answered(chat: KnownChat, id: MessageId, parentId: MessageId, spent: ReturnType<typeof spentBy>): void {
    chat.messages.set(id, { parentId, spent, copied: false })
    chat.all = plus(chat.all, spent)
  }

  async #retry(chat: KnownChat, messageId: MessageId): Promise<void> {
    const message = chat.messages.get(messageId)
    const asked = message?.spent === nothing ? messageId : (message?.parentId ?? null)
    if (asked === null) return
    await untilEnded(this.#engine, chat.chatId, async () => {
      const spent = this.#nextSpent()
      const again = await this.#engine.retry({ key: this.#key(), chatId: chat.chatId, messageId })
      this.#answered(chat, again.answerId, asked, spent)
      return again
    })
  }

  async #delete(chat: KnownChat, messageId: MessageId): Promise<void> {
    const gone = below(chat, messageId)
    const messages = [...chat.messages].filter(([id]) => gone.has(id)).map(([, message]) => message)
    const parentId = chat.messages.get(messageId)?.parentId ?? null
    const within = chat.deletions.filter(deletion => deletion.parentId !== null && gone.has(deletion.parentId))
    await this.#engine.deleteMessage({ key: this.#key(), chatId: chat.chatId, messageId })
    const of = (copied: boolean) => sumOf(messages.filter(one => one.copied === copied).map(({ spent }) => spent))
    const own = plus(of(false), sumOf(within.map(one => one.own)))
    const inherited = plus(of(true), sumOf(within.map(one => one.inherited)))
    chat.deletions = [...chat.deletions.filter(one => !within.includes(one)), { parentId, own, inherited }]
    for (const id of gone) chat.messages.delete(id)
  }

  async #fork(chat: KnownChat, messageId: MessageId): Promise<void> {
    const { chatId } = await this.#engine.fork({ key: this.#key(), chatId: chat.chatId, messageId })
    const { path } = await this.#engine.view(chatId)
    const copies = path.map(({ id, parentId, copiedFrom }) => {
      const spent = chat.messages.get(copiedFrom?.messageId ?? id)?.spent ?? nothing
      return [id, { parentId, spent, copied: true }] as const
    })
    this.chats.push({ chatId, messages: new Map(copies), deletions: [], all: nothing })
  }
}

async function expected(engine: HomeEngine, chat: KnownChat, requests: number) {
  const { path } = await engine.view(chat.chatId)
  const onPath = new Set(path.map(({ id }) => id))
  const messages = [...chat.messages].filter(([id]) => onPath.has(id))
  const deleted = chat.deletions.filter(({ parentId }) => parentId === null || onPath.has(parentId))
  const of = (copied: boolean) =>
    sumOf(messages.filter(([, one]) => one.copied === copied).map(([, { spent }]) => spent))
  return {
    chat: { requests, ...toSpending(chat.all), open: 0 },
    branch: {
      own: toSpending(plus(of(false), sumOf(deleted.map(({ own }) => own)))),
      inherited: toSpending(plus(of(true), sumOf(deleted.map(({ inherited }) => inherited)))),
    },
    messages: Object.fromEntries(
      messages.filter(([, { spent }]) => spent !== nothing).map(([id, { spent }]) => [id, toSpending(spent)]),
    ),
  }
}

/** Every list of a report adds up to its total, which is that of the ledger. */
function expectSums(report: UsageReport, all: { requests: number; usage: Usage; cost: Cost }): void {
  expect(report.total).toMatchObject(all)
  const { days, models, workspaces, purposes, chats, otherChats, deletedChats } = report
  for (const lines of [days, models, workspaces, purposes, [...chats, otherChats, deletedChats]]) {
    const spent = lines.map(({ usage, cost }) => ({ usage, nanos: Math.round(cost.usd * 1e9) }))
    expect({ requests: lines.reduce((sum, line) => sum + line.requests, 0), ...toSpending(sumOf(spent)) }).toEqual(all)
    const saved = lines.reduce((sum, line) => sum + Math.round(line.cacheSaved * 1e9), 0)
    expect(saved / 1e9).toBe(report.total.cacheSaved)
  }
  for (const day of days) {
    for (const parts of [day.models, day.workspaces, day.purposes]) {
      expect(parts.reduce((sum, { usd }) => sum + Math.round(usd * 1e9), 0) / 1e9).toBe(day.cost.usd)
    }
  }
}

it('[U1] [U2] [U4] [H7] totals are those of what was asked, after whatever edits, retries, deletions and forks', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.boolean(), async (done, looksAlways) => {
      const home = openMemoryHome()
      const calls = { count: 0 }
      const first = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
      const engine = await open(home, calls)
      const story = new Story(engine, calls, first)
      for (const act of done) {
        await story.act(act)
        if (looksAlways) for (const { chatId } of story.chats) await engine.usage(chatId)
      }
      await engine.close()
      const fresh = await open(home, calls)
      for (const chat of story.chats) {
        const requests = (await readLedger(home.store, chat.chatId)).length
        const known = await expected(fresh, chat, requests)
        expect(await fresh.usage(chat.chatId)).toEqual(known)
      }
      const all = { requests: calls.count, ...toSpending(sumOf(story.chats.map(chat => chat.all))), open: 0 }
      expect(await sumLedger(home.store, modelRef(scriptedChoice))).toEqual(all)
      expect(await fresh.totals({ by: 'model', model: scriptedChoice })).toEqual(all)
      expect(await fresh.totals({ by: 'day', day: '1970-01-01' })).toEqual(all)
      const { open: _, ...reported } = all
      expectSums(await fresh.usageReport({ from: '1970-01-01', through: '1970-01-01' }), reported)
      await fresh.deleteChat({ key: 'delete', chatId: first })
      const report = await fresh.usageReport({})
      expectSums(report, reported)
      expect(report.deletedChats.requests).toBe((await readLedger(home.store, first)).length)
      await fresh.close()
    }),
    { numRuns: 40 },
  )
})

it('[U2] what is remembered from turn to turn is what is read from the start', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async done => {
      const home = openMemoryHome()
      const calls = { count: 0 }
      const first = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
      const engine = await open(home, calls)
      const story = new Story(engine, calls, first)
      for (const act of done) {
        await story.act(act)
        for (const chat of story.chats) {
          const requests = (await readLedger(home.store, chat.chatId)).length
          expect(await engine.usage(chat.chatId)).toEqual(await expected(engine, chat, requests))
        }
      }
      await engine.close()
    }),
    { numRuns: 40 },
  )
})
