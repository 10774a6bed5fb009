import type { ChatId, MessageId } from '@stet/history'
import type { FilledChat } from './fill-chats.ts'

/** What a user does in a long chat. Each resolves with the bytes of the longest answer to it. */
export type Actions = readonly (readonly [name: string, act: () => Promise<number>])[]

/** In this order: later ones change what earlier ones need. */
export function actionsOn(address: string, { chatId, path }: FilledChat): Actions {
  const chat = `${address}/api/chats/${chatId}`
  const at = (index: number): MessageId => path.at(index) ?? 'msg_'
  const last = at(-1)
  return [
    ['open', () => read(chat)],
    ['list of chats', () => read(`${address}/api/chats?limit=100`)],
    ['search', () => read(`${address}/api/search?text=harbour%20ev`)],
    ['send', async () => (await sendAndWait(address, chatId, last)).bytes],
    ['inspect', () => read(`${chat}/inspection`, { context: null, text: 'And then?' })],
    ['usage of the chat', () => read(`${chat}/usage`)],
    ['totals of the day', () => read(`${address}/api/usage?day=1970-01-02`)],
    ['totals of the model', () => read(`${address}/api/usage?definition=upstream&model=some-model`)],
    ['fork', () => command(`${chat}/messages/${last}/fork`, {})],
    ['show a message near the root', () => command(`${chat}/tip`, { messageId: at(3) }, 'PUT')],
    ['open after that', () => read(chat)],
    ['delete the lower half', () => command(`${chat}/messages/${at(path.length / 2)}`, {}, 'DELETE')],
  ]
}

async function read(url: string, input?: object): Promise<number> {
  const init = input === undefined ? {} : { method: 'POST', headers: json, body: JSON.stringify(input) }
  return bytesOf(await fetch(url, init))
}

async function command(url: string, input: object, method = 'POST'): Promise<number> {
  const headers = { ...json, 'idempotency-key': crypto.randomUUID() }
  return bytesOf(await fetch(url, { method, headers, body: JSON.stringify(input) }))
}

const json = { 'content-type': 'application/json' }

async function bytesOf(response: Response): Promise<number> {
  const body = await response.arrayBuffer()
  if (!response.ok)
    throw new Error(`${response.url}: ${response.status} ${new TextDecoder().decode(body).slice(0, 500)}`)
  return body.byteLength
}

/** Sends a message and watches until its run has ended. */
export async function sendAndWait(address: string, chatId: ChatId, parentId: string | null, text = 'And then?') {
  const stop = new AbortController()
  const events = await fetch(`${address}/api/events?chats=${chatId}&list=false`, { signal: stop.signal })
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) throw new Error('there are no events')
  const sentAt = performance.timeOrigin + performance.now()
  const headers = { ...json, 'idempotency-key': crypto.randomUUID() }
  const body = JSON.stringify({ text, parentId })
  const response = await fetch(`${address}/api/chats/${chatId}/messages`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`a message was answered with ${response.status}: ${await response.text()}`)
  const sent = await response.text()
  let received = ''
  while (!received.includes('"run-ended"')) {
    const { value, done } = await reader.read()
    if (done) throw new Error('the events ended before the run')
    received = (received + value).slice(-10_000)
  }
  stop.abort()
  const { answerId }: { readonly answerId: MessageId } = JSON.parse(sent)
  return { sentAt, answerId, bytes: sent.length, lastEventId: /.*id: (\S+)/s.exec(received)?.[1] ?? '' }
}
