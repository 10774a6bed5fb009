import type { ChatId, MessageId, NewMessage } from '@stet/history'

export const MESSAGES_PER_CHAT = 200
const WORDS = 30_000

/** The same messages for the same numbers, in any order and any process. */
export interface MessageSource {
  message(number: number): NewMessage
  id(number: number): MessageId
  chatId(number: number): ChatId
  /** The words from common (0) to rare (29,999). */
  word(rank: number): string
}

/** Sizes as in real chats: questions of a few lines, answers of half a page, some of several pages, a few in Japanese. */
export function createMessageSource(): MessageSource {
  const words = makeWords()

  function id(number: number): MessageId {
    return `msg_${scatter(number)}${scatter(number + 0x51ed27)}`
  }
  function chatId(number: number): ChatId {
    return `chat_${scatter(Math.floor(number / MESSAGES_PER_CHAT) + 0x2545f4)}`
  }
  function message(number: number): NewMessage {
    const random = numbersFrom(number)
    const answer = number % 2 === 1
    const length = Math.round((answer ? 90 : 25) * Math.exp((random() + random() + random() - 1.5) * 1.6))
    const text = random() < 0.03 ? japanese(random, length * 3) : sentence(words, random, length)
    const stored = {
      id: id(number),
      chatId: chatId(number),
      parentId: number % MESSAGES_PER_CHAT === 0 ? null : id(number - 1),
      at: 1_700_000_000_000 + number * 1000,
      copiedFrom: null,
    }
    if (!answer) return { ...stored, role: 'user', parts: [{ kind: 'text', text }] }
    const usage = { input: number % 9000, cacheRead: 0, cacheWrite: 0, output: length, reasoning: 0, webSearches: 0 }
    return {
      ...stored,
      role: 'assistant',
      parts: [{ kind: 'text', text }],
      runId: null,
      end: 'complete',
      native: null,
      durationMs: 2000,
      origin: { definition: 'demo', protocol: 'demo', model: 'demo-1' },
      requestId: null,
      rawUsage: { input_tokens: usage.input, output_tokens: usage.output },
      usage,
    }
  }
  return { message, id, chatId, word: rank => words[rank] ?? '' }
}

/** As many words share their first four letters as in a real language: a handful. */
function makeWords(): readonly string[] {
  return Array.from({ length: WORDS }, (_, rank) => {
    const random = numbersFrom(rank * 31 + 7)
    const letters = 3 + Math.floor(random() * 3 + Math.min(4, Math.log10(rank + 1)))
    let word = ''
    for (let at = 0; at < letters; at += 1) {
      const from = at % 2 === 0 ? 'bcdfghklmnprstvw' : 'aeiou'
      word += from[Math.floor(random() * from.length)]
    }
    return word
  })
}

/** Zipf-like: half of a text are its few most common words. */
function sentence(words: readonly string[], random: () => number, length: number): string {
  let text = ''
  for (let count = 0; count < length; count += 1) {
    text += `${words[Math.floor(WORDS ** random()) - 1] ?? ''}${count % 12 === 11 ? '.\n' : ' '}`
  }
  return text
}

function japanese(random: () => number, length: number): string {
  let text = ''
  for (let count = 0; count < length; count += 1) {
    text += String.fromCharCode(
      count % 3 === 0 ? 0x3042 + Math.floor(random() * 80) : 0x4e00 + Math.floor(900 ** random()),
    )
  }
  return text
}

function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Ids are random, so neighbours lie far apart in an index. */
function scatter(number: number): string {
  let mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return ((mixed ^ (mixed >>> 16)) >>> 0).toString(32).padStart(16, 'a')
}
