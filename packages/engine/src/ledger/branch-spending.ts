import {
  addSpending,
  type ChatId,
  type CumulativeSpending,
  cumulativeSpending,
  isAside,
  type Message,
  type MessageId,
  type RequestedMessage,
  requestOf,
  spendingOf,
} from '@stet/history'
import type { Models } from '@stet/models'
import { fromMessageRow, listRows, MESSAGES_SHELF, readPathBackwards, type Store } from '@stet/store'
import { createKeyedLock } from '../runtime/keyed-lock.ts'
import { type MessageSpending, readAllSpending, readSpending } from './message-spending.ts'
import { settled } from './spent.ts'

/** For how many chats the sum of the shown branch is remembered. */
const MOST_REMEMBERED = 64

/** What the path to a message spent, and what it inherited from a fork. A path that got longer reads only what is new. */
export interface BranchSpending {
  of(chatId: ChatId, leaf: MessageId | null): Promise<CumulativeSpending>
}

interface Summed {
  readonly leaf: MessageId | null
  /** The highest order in the chat that was read. */
  readonly through: number
  readonly total: CumulativeSpending
}

export interface BranchDeps {
  readonly store: Store
  readonly models: Pick<Models, 'prices'>
}

export function createBranchSpending(deps: BranchDeps): BranchSpending {
  const remembered = new Map<ChatId, Summed>()
  const lock = createKeyedLock()
  return {
    of: (chatId, leaf) =>
      lock.hold(chatId, async () => {
        const newer = await readNewer(deps.store, chatId, remembered.get(chatId) ?? null)
        const summed = (await extend(deps, leaf, newer)) ?? (await sumUp(deps, chatId, leaf, newer.through))
        remembered.delete(chatId)
        remembered.set(chatId, summed)
        const oldest = remembered.keys().next()
        if (remembered.size > MOST_REMEMBERED && oldest.done !== true) remembered.delete(oldest.value)
        return { own: settled(summed.total.own), inherited: settled(summed.total.inherited) }
      }),
  }
}

interface Newer {
  readonly before: Summed | null
  readonly messages: readonly Message[]
  readonly through: number
}

/** The messages written since the remembered sum, oldest first; empty when no sum is remembered. */
async function readNewer(store: Store, chatId: ChatId, before: Summed | null): Promise<Newer> {
  const messages: Message[] = []
  let through = before?.through ?? 0
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chatId }, reverse: true })) {
    through = Math.max(through, row.order)
    if (before === null || row.order <= before.through) break
    messages.push(fromMessageRow(row))
  }
  return { before, messages: messages.reverse(), through }
}

/**
 * Adds new links to the remembered sum. Null when that is not enough: the path is another one, or something was added further up, such as the
 * accounting of a deletion (H7).
 */
async function extend(
  deps: BranchDeps,
  leaf: MessageId | null,
  { before, messages, through }: Newer,
): Promise<Summed | null> {
  if (before === null) return null
  const byId = new Map(messages.map(message => [message.id, message]))
  const path = new Set<MessageId | null>()
  for (let id = leaf; id !== before.leaf; ) {
    const link = id === null ? undefined : byId.get(id)
    if (link === undefined || link.role === 'unreadable') return null
    path.add(link.id)
    id = link.parentId
  }
  const hangsAbove = (message: Message) => isAside(message) && !byId.has(message.parentId ?? message.id)
  if (messages.some(message => hangsAbove(message) || message.role === 'unreadable' || message.role === 'accounting')) {
    return null
  }
  const added = messages.filter(message => path.has(isAside(message) ? message.parentId : message.id))
  const known = await readSpending(deps, added)
  let total = before.total
  for (const message of added) total = addSpending(total, spendingOf(byLedger(message, known), costIn(known)))
  return { leaf, through, total }
}

async function sumUp(deps: BranchDeps, chatId: ChatId, leaf: MessageId | null, through: number): Promise<Summed> {
  const path: Message[] = []
  for await (const { link, asides } of readPathBackwards(deps.store, chatId, leaf)) {
    path.push(...[...asides].reverse().map(withoutWords), ...(link === null ? [] : [withoutWords(link)]))
  }
  path.reverse()
  return { leaf, through, total: spendingOn(path, await readAllSpending(deps, path)) }
}

/** What a path spent, by the ledger. */
function spendingOn(path: readonly Message[], known: MessageSpending): CumulativeSpending {
  return cumulativeSpending(
    path.map(message => byLedger(message, known)),
    costIn(known),
  )
}

/** A message with its usage from the ledger. */
export function byLedger(message: Message, known: MessageSpending): Message {
  const spending = known.get(message.id)
  if (spending === undefined) return message
  const { usage } = spending
  switch (message.role) {
    case 'assistant':
    case 'title':
      return { ...message, usage }
    case 'summary':
      return message.request === null ? message : { ...message, request: { ...message.request, usage } }
    default:
      return message
  }
}

export function costIn(
  known: MessageSpending,
): (message: RequestedMessage) => { readonly usd: number; readonly reliable: boolean } {
  return message => known.get(message.id)?.cost ?? { usd: 0, reliable: requestOf(message) === null }
}

/** Keeps only what a sum needs: the texts of a long chat would fill the memory. */
function withoutWords(message: Message): Message {
  switch (message.role) {
    case 'assistant':
      return { ...message, parts: [], native: null }
    case 'user':
    case 'tool-results':
    case 'title':
    case 'system-title':
    case 'summary':
    case 'system-summary':
      return { ...message, parts: [] }
    case 'env-changed':
    case 'clear':
    case 'accounting':
    case 'unreadable':
      return message
  }
}
