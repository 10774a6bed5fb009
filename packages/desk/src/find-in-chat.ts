import { EngineError } from '@stet/engine'
import type { ChatId, MessageId } from '@stet/history'
import {
  chatFacet,
  MESSAGES_SHELF,
  type Search,
  type SearchState,
  type Store,
  takeTurns,
  toMessageId,
} from '@stet/store'

export interface FindInChatQuery {
  readonly chatId: ChatId
  /** Search words in any language. The last one may be incomplete. */
  readonly text: string
  /** The first of the messages that are listed; 0 is the newest one. */
  readonly from: number
}

/** The messages of a chat that hold all words, newest first. */
export interface FoundInChat {
  /** On every branch. */
  readonly total: number
  /** Whether there are more than were counted. */
  readonly isMore: boolean
  readonly from: number
  readonly found: readonly FoundMessage[]
  /** Where they are on the shown branch, from the newest up: at most one for each two hundredth of its length. */
  readonly marks: readonly FindMark[]
  readonly index: SearchState
}

export interface FoundMessage {
  readonly messageId: MessageId
  /** How far down the shown branch it is, from 0 to 1; null on another branch. */
  readonly place: number | null
}

export interface FindMark {
  readonly place: number
  /** Of the first message there, among all that were found. */
  readonly index: number
}

interface FindDeps {
  readonly store: Store
  readonly search: Search
  /** The ids of the messages on the shown branch of a chat, oldest first. */
  readonly shownPath: (chatId: ChatId) => Promise<readonly MessageId[]>
}

const PAGE = 100
/** A word that is in more messages is narrowed down, not walked through. */
const MOST_COUNTED = 5_000
const MARKS = 200

/** Finds words in one chat, also in messages that no page has loaded, and where they are on the shown branch. */
export async function findInChat(deps: FindDeps, { chatId, text, from }: FindInChatQuery): Promise<FoundInChat> {
  if (from > MOST_COUNTED) throw new EngineError('invalid', `from: a number up to ${MOST_COUNTED} is needed`, 'from')
  const path = await deps.shownPath(chatId)
  const places = new Map(path.map((id, at) => [id, path.length === 1 ? 0 : at / (path.length - 1)]))
  const { ids, isMore } = await findIds(deps, chatId, text)
  const found = ids.map(messageId => ({ messageId, place: places.get(messageId) ?? null }))
  return {
    total: found.length,
    isMore,
    from,
    found: found.slice(from, from + PAGE),
    marks: toMarks(found),
    index: deps.search.state(),
  }
}

async function findIds({ store, search }: FindDeps, chatId: ChatId, text: string) {
  const ids: MessageId[] = []
  for (let before: number | undefined; ; ) {
    await takeTurns()
    const place = before === undefined ? {} : { before }
    const hits = await search.find({ text, limit: PAGE, all: [chatFacet(chatId)], ...place })
    // The title of the chat is found too, and the index may still have a message that was just deleted.
    const rows = await store.getMany(
      MESSAGES_SHELF,
      hits.map(({ id }) => id),
    )
    for (const row of rows) if (row?.parent === chatId) ids.push(toMessageId(row.id))
    before = hits.at(-1)?.order
    if (hits.length < PAGE || before === undefined) return { ids, isMore: false }
    if (ids.length >= MOST_COUNTED) return { ids: ids.slice(0, MOST_COUNTED), isMore: true }
  }
}

function toMarks(found: readonly FoundMessage[]): readonly FindMark[] {
  const marks = new Map<number, FindMark>()
  for (const [index, { place }] of found.entries()) {
    if (place === null) continue
    const mark = Math.round(place * MARKS)
    if (!marks.has(mark)) marks.set(mark, { place, index })
  }
  return [...marks.values()]
}
