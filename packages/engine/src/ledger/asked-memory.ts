import { type CacheState, manifestOf, type PreviousRequest } from '@stet/context'
import { type ChatId, isAside, type Message, type MessageId, type ModelRequest, type Path } from '@stet/history'

/** Chats at work at once, with room to spare. */
const MOST_CHATS = 16
/** Of one chat; where so many have to be read for a request, reading them again is the least of it. */
const MOST_MESSAGES = 4000
/** Branches of one chat between which a person goes back and forth. */
const MOST_REQUESTS = 4
/** How long providers usually keep a prompt that nobody asks with again. */
const WARM_MS = 5 * 60 * 1000

/** What the last requests of chats at work found out. After a restart it is not known, and nothing depends on it. */
export interface AskedMemory {
  of(chatId: ChatId): ChatMemory
}

interface ChatMemory {
  /** Messages as they were read before, where they are the same: what was found out about an object is found by it. */
  same(path: Path): Path
  /** The last request on a path, and whether its provider still has it. */
  lastOn(path: Path, now: number): LastRequest
  /** A request that leaves. */
  keep(asked: AskedRequest, at: number): void
}

interface LastRequest {
  readonly previous: PreviousRequest | null
  readonly cache: CacheState
}

export interface AskedRequest {
  /** What it asks about. */
  readonly below: MessageId
  /** The answer that it is to make. */
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
        // One that is only about to be written has another place in the chat than it will have.
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
