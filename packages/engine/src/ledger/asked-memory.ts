import { type CacheState, manifestOf, type PreviousRequest } from '@stet/context'
import { type ChatId, isAside, type Message, type MessageId, type ModelRequest, type Path } from '@stet/history'

/** More chats than are in use at once. */
const MOST_CHATS = 16
/** Of one chat. */
const MOST_MESSAGES = 4000
/** Of one chat: branches that the user switches between. */
const MOST_REQUESTS = 4
/** How long providers usually cache a prompt that is not sent again. */
const WARM_MS = 5 * 60 * 1000

/**
 * The last requests of chats in use, against which the next one is compared. After a restart they are unknown: the ledger has what a request
 * said but not the fingerprints that are compared, and reading a request back takes 13 to 15 ms after 453 others (decisions/0012).
 */
export interface AskedMemory {
  of(chatId: ChatId): ChatMemory
}

interface ChatMemory {
  /**
   * The message objects of earlier reads where they are the same, because context remembers fingerprints by object. Without it an inspection in
   * a chat of 800 messages and 1.2 million characters took 32 ms of CPU in place of 26.
   */
  same(path: Path): Path
  /** The last request on a path, and whether its provider still has it cached. */
  lastOn(path: Path, now: number): LastRequest
  /** A request that is sent. */
  keep(asked: AskedRequest, at: number): void
}

interface LastRequest {
  readonly previous: PreviousRequest | null
  readonly cache: CacheState
}

export interface AskedRequest {
  /** The message that it answers. */
  readonly below: MessageId
  /** The answer that it will make. */
  readonly messageId: MessageId
  readonly request: ModelRequest
}

interface Remembered {
  readonly below: MessageId
  readonly messageId: MessageId
  readonly previous: PreviousRequest
  readonly at: number
}

export function createAskedMemory(): AskedMemory {
  const chats = new Map<ChatId, ChatMemory>()
  return {
    of(chatId) {
      const memory = chats.get(chatId) ?? createChatMemory()
      chats.delete(chatId)
      chats.set(chatId, memory)
      dropOldest(chats, MOST_CHATS)
      return memory
    },
  }
}

function createChatMemory(): ChatMemory {
  const requests = new Map<MessageId, Remembered>()
  let known: ReadonlyMap<MessageId, Message> = new Map()
  return {
    same(path) {
      if (path.length === 0) return path
      const messages = path.map(message => {
        const before = known.get(message.id)
        // A message that is not written yet has another order than it will have.
        return before !== undefined && before.order === message.order && before.role === message.role ? before : message
      })
      known = new Map(messages.slice(-MOST_MESSAGES).map(message => [message.id, message]))
      return messages
    },
    lastOn(path, now) {
      const end = path.findLast(message => !isAside(message))?.id
      const answer = path.findLast(message => message.role === 'assistant')?.id
      const beside = [...requests.values()].findLast(({ below }) => below === end)
      const last = beside ?? (answer === undefined ? undefined : requests.get(answer))
      if (last === undefined) return { previous: null, cache: { state: 'unknown' } }
      // Clocks jump, also backwards (FH-11).
      const isWarm = Math.abs(now - last.at) < WARM_MS
      return { previous: last.previous, cache: { state: isWarm ? 'warm' : 'cold' } }
    },
    keep({ below, messageId, request }, at) {
      requests.delete(messageId)
      requests.set(messageId, { below, messageId, previous: manifestOf(request), at })
      dropOldest(requests, MOST_REQUESTS)
    },
  }
}

function dropOldest<Key>(remembered: Map<Key, unknown>, most: number): void {
  const oldest = remembered.keys().next()
  if (remembered.size > most && oldest.done !== true) remembered.delete(oldest.value)
}
