import {
  type Message,
  type MessageId,
  type ModelChoice,
  type RequestedMessage,
  type RequestId,
  requestOf,
  type Spending,
} from '@stet/history'
import { costOf, type Models, type PriceList } from '@stet/models'
import { fromRequestRow, listRows, messageRef, REQUESTS_SHELF, type Store, takeTurns } from '@stet/store'
import { add, nothing, type Spent, spentBy, toSpending, unreadable } from './spent.ts'

/** What each message spent, by the ledger. A summary may have several requests. */
export type MessageSpending = ReadonlyMap<MessageId, Spending>

interface SpendingDeps {
  readonly store: Store
  readonly models: Pick<Models, 'prices'>
}

/** How many messages are looked up at the same time. */
const AT_ONCE = 50

/** For a few messages: each is looked up by itself. */
export async function readSpending(deps: SpendingDeps, messages: readonly Message[]): Promise<MessageSpending> {
  return spendingOf(deps, messages, messageId => sumOf(deps.store, messageRef(messageId)))
}

/** For many messages: all rows of their chat are read. */
export async function readAllSpending(deps: SpendingDeps, messages: readonly Message[]): Promise<MessageSpending> {
  const chats = new Set(messages.map(message => message.chatId))
  const sums = new Map<MessageId, Spent>()
  for (const chatId of chats) {
    for await (const row of listRows(deps.store, REQUESTS_SHELF, { by: { parent: chatId } })) {
      const record = fromRequestRow(row)
      if (!('unreadable' in record))
        sums.set(record.messageId, add(sums.get(record.messageId) ?? nothing, spentBy(record)))
    }
  }
  // The rows of messages that a fork copied are in another chat.
  const elsewhere = (messageId: MessageId) => sumOf(deps.store, messageRef(messageId))
  return spendingOf(
    deps,
    messages,
    async (asked, { id }) => sums.get(asked) ?? (asked === id ? nothing : elsewhere(asked)),
  )
}

async function spendingOf(
  deps: SpendingDeps,
  messages: readonly Message[],
  spentOn: (asked: MessageId, message: RequestedMessage) => Promise<Spent>,
): Promise<MessageSpending> {
  const asked = messages.flatMap(message => (isRequested(message) ? [message] : []))
  const prices = createPrices(deps.models)
  const spending = new Map<MessageId, Spending>()
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    await takeTurns()
    await Promise.all(
      asked.slice(from, from + AT_ONCE).map(async message => {
        const spent = await spentOn(await askedFor(deps.store, message), message)
        spending.set(message.id, spent.requests === 0 ? await byPricesNow(message, prices) : toSpending(spent))
      }),
    )
  }
  return spending
}

function isRequested(message: Message): message is RequestedMessage {
  return requestOf(message) !== null
}

/** The message that a request was made for: for a copy, the original. */
async function askedFor(store: Store, message: RequestedMessage): Promise<MessageId> {
  const requestId: RequestId | null = requestOf(message)?.requestId ?? null
  if (message.copiedFrom === null || requestId === null) return message.id
  const row = await store.get(REQUESTS_SHELF, requestId)
  const record = row === null ? null : fromRequestRow(row)
  return record === null || 'unreadable' in record ? message.id : record.messageId
}

async function sumOf(store: Store, ref: string): Promise<Spent> {
  let spent = nothing
  for await (const row of listRows(store, REQUESTS_SHELF, { by: { ref } })) {
    const record = fromRequestRow(row)
    spent = add(spent, 'unreadable' in record ? unreadable : spentBy(record))
  }
  return spent
}

type FindPrices = (choice: ModelChoice) => Promise<PriceList | null>

/** An imported message has no row: its usage is priced at today's prices. */
async function byPricesNow(message: RequestedMessage, prices: FindPrices): Promise<Spending> {
  const request = requestOf(message)
  if (request === null) return toSpending(nothing)
  const { origin, usage, rawUsage } = request
  // A run that was stopped before its request, or could not record it, spent nothing.
  const isUnsent = message.role === 'assistant' && message.runId !== null && usage === null && rawUsage === null
  if (isUnsent) return toSpending(nothing)
  const cost = costOf({ usage, rawUsage, protocol: origin.protocol, prices: await prices(origin) })
  return { usage: usage ?? nothing.usage, cost }
}

function createPrices(models: SpendingDeps['models']): FindPrices {
  const found = new Map<string, Promise<PriceList | null>>()
  return ({ definition, model }) => {
    const key = JSON.stringify([definition, model])
    const prices = found.get(key) ?? models.prices({ definition, model })
    found.set(key, prices)
    return prices
  }
}
