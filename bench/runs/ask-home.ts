import { once } from 'node:events'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import type { ChatEvent, ChatId } from '@stet/api/client'
import { type AnswerReading, beginReading, type ReadAnswer } from './answer-reading.ts'
import { dataOf, readFrames } from './read-frames.ts'
import { readProgress } from './read-progress.ts'

/** A home serves 1,000 connections: where there are more chats, some share one, and the rest carries commands. */
const MOST_WATCHERS = 900
const MOST_COMMANDS = 50

interface Asked {
  readonly reading: AnswerReading
  readonly end: () => void
}

/**
 * A run in each chat at once, each watched to its last event by a subscriber of that chat alone. Watching begins before sending, as on a page.
 */
export async function askHome(
  address: string,
  chats: readonly ChatId[],
  onWatching: () => Promise<void>,
): Promise<readonly ReadAnswer[]> {
  const asked = new Map<ChatId, Asked>()
  const commands = new Agent({ keepAlive: true, maxSockets: MOST_COMMANDS })
  const watching = await Promise.all(dealt(chats).map(some => watch(address, some, asked)))
  // Also one page that shows the list of all chats.
  const list = await ask(`${address}/api/events`, { agent: new Agent() })
  list.resume()
  await onWatching()
  const cutOff = Promise.withResolvers<never>()
  let leaving = false
  for (const { ended } of watching) {
    ended.then(() => {
      if (!leaving) cutOff.reject(new Error('a watcher was cut off'))
    }, cutOff.reject)
  }
  const read = Promise.all(chats.map(chatId => run(address, chatId, asked, commands)))
  const answers = await Promise.race([read, cutOff.promise])
  leaving = true
  commands.destroy()
  await Promise.all([...watching.map(({ leave }) => leave()), hangUp(list)])
  return answers
}

async function run(address: string, chatId: ChatId, asked: Map<ChatId, Asked>, agent: Agent): Promise<ReadAnswer> {
  const reading = beginReading()
  const ended = Promise.withResolvers<void>()
  asked.set(chatId, { reading, end: ended.resolve })
  const sent = await ask(`${address}/api/chats/${chatId}/messages`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ text: 'Hello?', parentId: null }),
  })
  sent.resume()
  if (sent.statusCode !== 202) throw new Error(`a message was answered with ${sent.statusCode}`)
  await ended.promise
  return reading.end()
}

/** Resolves when the state of each chat has come. */
async function watch(address: string, chats: readonly ChatId[], asked: ReadonlyMap<ChatId, Asked>) {
  const opened = Promise.withResolvers<void>()
  let snapshots = 0
  const incoming = await ask(`${address}/api/events?chats=${chats.join(',')}&list=false`, { agent: new Agent() })
  const ended = readFrames(incoming, frame => {
    const event = eventIn(frame)
    if (event === null) return
    const { reading, end } = (event.chatId && asked.get(event.chatId)) || {}
    const progress = readProgress(event)
    if (progress.characters !== null) reading?.arrived(progress.characters)
    if (progress.ended) end?.()
    if (event.kind === 'snapshot') {
      snapshots += 1
      if (snapshots === chats.length) opened.resolve()
    }
  })
  await opened.promise
  return { ended, leave: () => hangUp(incoming) }
}

/** Until the home has closed the connection too: with those of the next round there would be too many. */
async function hangUp({ socket }: IncomingMessage): Promise<void> {
  const closed = once(socket, 'close')
  socket.end()
  await closed
}

/** Null for events that are not about an answer. They are not parsed, because the reader is not what is measured. */
function eventIn(frame: string): ChatEvent | null {
  const data = dataOf(frame)
  return data === null || data.startsWith('{"kind":"chat-changed"') ? null : JSON.parse(data)
}

function ask(url: string, { body, ...options }: RequestOptions & { readonly body?: string }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body)
  })
}

/** Chats by connection. */
function dealt(chats: readonly ChatId[]): readonly (readonly ChatId[])[] {
  const connections = Math.min(chats.length, MOST_WATCHERS)
  return Array.from({ length: connections }, (_, index) => chats.filter((_chat, at) => at % connections === index))
}
