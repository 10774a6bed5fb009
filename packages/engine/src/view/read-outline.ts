import type { Chat, ChatId, MessageId, ModelChoice } from '@stet/history'
import type { Outline, OutlinedLink, Outlines } from '../record/outlines.ts'
import { readChat } from '../record/read-chat.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { linksBelow, linksTo, subtreeOf, type Turn, toTurns } from './outline-line.ts'
import { type LeafDeps, shownLeaf } from './read-view.ts'

/** A message of an overview. */
export interface OutlinedMessage {
  readonly id: MessageId
  readonly at: number
  /** How it begins. */
  readonly words: string
  /** Who wrote it; null for the user. */
  readonly model: ModelChoice | null
}

export interface OutlinedTurn {
  /** Null where the turn begins with an answer: that was given again. */
  readonly question: OutlinedMessage | null
  /** The last answer; null while there is none. */
  readonly answer: OutlinedMessage | null
  /** The other branches that part here, oldest first. */
  readonly branches: readonly OutlinedBranch[]
  /** How many of them are not listed, because there are very many. */
  readonly unlisted: number
}

export interface OutlinedBranch {
  /** Where it begins. */
  readonly first: MessageId
  /** The message of this line that it is beside, to be compared with. */
  readonly beside: MessageId
  readonly message: OutlinedMessage
  /** Of all messages in it, on every branch of it. */
  readonly messages: number
}

/** A page of the turns of one line: of the shown branch, or of another from where it parts. */
export interface OutlinePage {
  /** The index of the first turn of this page. */
  readonly from: number
  readonly turns: readonly OutlinedTurn[]
  /** Of the whole line. */
  readonly total: number
  /** The turns of the whole line at which others part: the index, and how many of them are listed, with one for those that are not. */
  readonly parting: readonly (readonly [index: number, rows: number])[]
  /** The turn of the message that was asked for. */
  readonly at: number | null
}

export interface OutlineQuery {
  readonly chatId: ChatId
  /** The first message of another branch; the shown one where it is missing. */
  readonly branch?: MessageId | undefined
  readonly from?: number | undefined
  /** The page with this message, in place of `from`. */
  readonly around?: MessageId | undefined
}

export type OutlineDeps = LeafDeps & { readonly outlines: Outlines }

/** So many that a page has less than 300 kB, whatever the alphabet. */
const PAGE = 50
const MOST_BRANCHES = 12

export async function readOutline(deps: OutlineDeps, query: OutlineQuery): Promise<OutlinePage> {
  const { chat, outline, path } = await readShownLinks(deps, query.chatId)
  const links = query.branch === undefined ? path : linksOfBranch(outline, chat, query.branch)
  const turns = toTurns(outline, links, query.branch !== undefined)
  const found = query.around === undefined ? -1 : turns.findIndex(turn => hasLink(turn, query.around))
  const at = found === -1 ? null : found
  const from = at === null ? Math.min(query.from ?? 0, turns.length) : Math.floor(at / PAGE) * PAGE
  return {
    from,
    turns: turns.slice(from, from + PAGE).map(turn => toOutlined(outline, chat, turn)),
    total: turns.length,
    parting: turns.flatMap(({ branches }, index) =>
      branches.length === 0 ? [] : [[index, Math.min(branches.length, MOST_BRANCHES + 1)] as const],
    ),
    at,
  }
}

/** The links of the shown path of a chat, and everything around them. */
export async function readShownLinks(deps: OutlineDeps, chatId: ChatId) {
  const { chat } = await readChat(deps.store, chatId)
  const outline = await deps.outlines.of(chatId)
  return { chat, outline, path: linksTo(outline, await shownLeaf(deps, chat)) }
}

function linksOfBranch(outline: Outline, chat: Chat, branch: MessageId): readonly OutlinedLink[] {
  const first = outline.links.get(branch)
  if (first === undefined) throw new EngineError('message-not-found', `there is no message ${branch} in this chat`)
  return linksBelow(outline, first, chat)
}

function hasLink({ links }: Turn, messageId: MessageId | undefined): boolean {
  return links.some(({ id }) => id === messageId)
}

function toOutlined(outline: Outline, chat: Chat, { links, branches }: Turn): OutlinedTurn {
  const question = links.find(({ role }) => role === 'user')
  const answer = links.findLast(({ role }) => role === 'assistant')
  return {
    question: question === undefined ? null : toMessage(question),
    answer: answer === undefined ? null : toMessage(answer),
    branches: branches.slice(0, MOST_BRANCHES).map(({ first, beside }) => {
      const below = linksBelow(outline, first, chat)
      const message = below.find(({ role }) => role === 'user' || role === 'assistant') ?? first
      return { first: first.id, beside, message: toMessage(message), messages: subtreeOf(outline, first).size }
    }),
    unlisted: Math.max(0, branches.length - MOST_BRANCHES),
  }
}

function toMessage({ id, at, words, model }: OutlinedLink): OutlinedMessage {
  return { id, at, words, model }
}

/** Where a date leads in a chat. */
export interface FoundMoment {
  /** The first message of the shown branch that was written then or later; null where the branch ends before. */
  readonly message: { readonly id: MessageId; readonly at: number } | null
  /** When the first and the last message of the branch were written; null for an empty chat. */
  readonly first: number | null
  readonly last: number | null
}

/** The first in the order of the branch: clocks jump, so times need not rise along it. */
export async function findMoment(deps: OutlineDeps, chatId: ChatId, from: number): Promise<FoundMoment> {
  const { path } = await readShownLinks(deps, chatId)
  const said = path.filter(({ role }) => role === 'user' || role === 'assistant')
  const found = said.find(({ at }) => at >= from)
  return {
    message: found === undefined ? null : { id: found.id, at: found.at },
    first: said[0]?.at ?? null,
    last: said.at(-1)?.at ?? null,
  }
}
