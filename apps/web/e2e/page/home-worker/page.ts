import { applyEvent, type ChatView, createClient } from '@stet/api/client'
import type { AskedScripts } from './scripts.ts'
import type { Ran } from './vitest-in-worker.ts'

/** A request as it crosses into the Worker. */
export interface Asked {
  readonly url: string
  readonly init: Pick<RequestInit, 'method' | 'headers' | 'body'>
}

export interface Answer {
  readonly status: number
  readonly headers: [string, string][]
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null
}

/** What the test looks at. */
export interface Seen {
  readonly readyMs: number
  readonly deltas: number
  readonly streamed: string
  readonly saved: string
  readonly listed: readonly string[]
}

declare global {
  interface Window {
    chatInWorker(text: string): Promise<Seen>
    scriptsInWorker(asked: AskedScripts): Promise<readonly string[]>
    storeInWorker(): Promise<readonly Ran[]>
  }
}

window.chatInWorker = async text => {
  const started = performance.now()
  const worker = new Worker('worker.js', { type: 'module' })
  await new Promise(resolve => worker.addEventListener('message', resolve, { once: true }))
  const readyMs = performance.now() - started
  const client = createClient({
    fetch: (url, init) => fetchFrom(worker, url, init),
    base: 'http://home.invalid',
    newKey: () => crypto.randomUUID(),
  })
  const { id } = await client.createChat()
  const followed = follow(id, await client.chat(id))
  const watch = client.watch({ chats: [id], onEvent: followed.take })
  await client.send(id, { text, parentId: null })
  await followed.ended
  watch.close()
  const { chats } = await client.listChats()
  return {
    readyMs,
    deltas: followed.deltas(),
    streamed: textOf(followed.view()),
    saved: textOf(await client.chat(id)),
    listed: chats.map(listed => (listed.kind === 'chat' ? listed.chat.id === id : false)).map(String),
  }
}

window.scriptsInWorker = async asked => {
  const worker = new Worker('scripts.js', { type: 'module' })
  const said = firstMessage<readonly string[]>(worker)
  worker.postMessage(asked)
  return said
}

window.storeInWorker = () => firstMessage<readonly Ran[]>(new Worker('store-suite.js', { type: 'module' }))

function firstMessage<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => resolve(data))
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  })
}

/** Reduces events to the view that a page would show, until the answer is saved. */
function follow(chatId: string, opened: ChatView) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  let view = opened
  let deltas = 0
  return {
    ended,
    deltas: () => deltas,
    view: () => view,
    take(event: Parameters<typeof applyEvent>[1]) {
      if (event.chatId !== chatId) return
      if (event.kind === 'part-delta') deltas += 1
      const next = applyEvent(view, event)
      if (next === 'resync') return reject(new Error(`${event.kind} needs a new snapshot`))
      view = next
      if (event.kind === 'run-ended') resolve()
    },
  }
}

function textOf({ path }: ChatView): string {
  const answer = path.findLast(message => message.role === 'assistant')
  return answer?.parts.map(part => (part.kind === 'text' ? part.text : '')).join('') ?? ''
}

function fetchFrom(worker: Worker, url: string, { method, headers, body }: RequestInit): Promise<Response> {
  const { port1, port2 } = new MessageChannel()
  const asked: Asked = {
    url,
    init: { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) },
  }
  worker.postMessage(asked, [port2])
  return new Promise(resolve => {
    port1.onmessage = ({ data }: MessageEvent<Answer>) => resolve(new Response(data.body, data))
  })
}
