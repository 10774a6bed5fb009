import type { ChatId } from '@stet/history'
import type { Report } from '../harness/row.ts'
import { startChild } from '../harness/start-child.ts'
import { addChats, prepareHome } from '../runs/prepare-home.ts'
import { dataOf } from '../runs/read-frames.ts'
import { startHome } from '../runs/start-server.ts'
import { sendAndWait } from './actions.ts'
import { LONG_ANSWER, TOKEN, TOKENS } from './upstream-facts.ts'

/** How long a page takes to show all of an answer that was written while its network was away. */
export async function measureCatchingUp(file: string, report: Report): Promise<void> {
  const upstream = await startChild(file)
  const server = await startHome()
  try {
    await prepareHome(server.address, upstream.hello)
    const [chatId] = await addChats(server.address, 1)
    if (chatId === undefined) throw new Error('there is no chat')
    const { lastEventId, answerId } = await sendAndWait(server.address, chatId, null)
    await sendLong(server.address, chatId, answerId)
    const start = performance.now()
    const characters = await readText(server.address, chatId, lastEventId)
    const name = `latency: catching up after ${TOKENS} missed deltas`
    if (characters < TOKENS * TOKEN.length) throw new Error(`only ${characters} characters came`)
    report({ name, unit: 'ms', ours: performance.now() - start, peer: null, peerName: null, goal: '<= 1000' })
  } finally {
    await server.stop()
    await upstream.stop()
  }
}

async function sendLong(address: string, chatId: ChatId, parentId: string): Promise<void> {
  await sendAndWait(address, chatId, parentId, LONG_ANSWER)
}

/** Reads on after an event until the text of the long answer is there, in deltas or in the message itself. */
async function readText(address: string, chatId: ChatId, lastEventId: string): Promise<number> {
  const stop = new AbortController()
  const { body } = await fetch(`${address}/api/events?chats=${chatId}&list=false`, {
    headers: { 'last-event-id': lastEventId },
    signal: stop.signal,
  })
  if (body === null) throw new Error('there are no events')
  let rest = ''
  let characters = 0
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) characters = Math.max(characters, longestIn(dataOf(frame) ?? '{}'))
    if (characters >= TOKENS * TOKEN.length) break
  }
  stop.abort()
  return characters
}

function longestIn(data: string): number {
  const { kind, at, text, message } = JSON.parse(data)
  if (kind === 'part-delta') return at + text.length
  return message?.parts?.[0]?.text?.length ?? 0
}
