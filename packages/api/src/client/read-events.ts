import type { ChatEvent } from '@stet/engine'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Schedule } from '../schedule.ts'
import { ApiError, unreachable } from './api-error.ts'

/** The home sends a comment every 15 s: after this long without a byte the connection is dead. */
export const SILENCE_MS = 40_000

export interface Connection {
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly onOpen: () => void
  readonly signal: AbortSignal
  readonly schedule: Schedule
}

/** The events of one connection. Returns when it ends or the signal aborts, throws an `ApiError` when it breaks. */
export async function* readEvents({
  open,
  onOpen,
  signal,
  schedule,
}: Connection): AsyncGenerator<{ readonly event: ChatEvent; readonly id: string }> {
  const opening = new AbortController()
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  let broken = false
  try {
    const response = await whileAlive(open(opening.signal), signal, schedule)
    if (response === 'aborted') return
    if (response.body === null) throw unreachable(new Error('the answer has no body'))
    reader = response.body.getReader()
    onOpen()
    const parse = createParse()
    for (;;) {
      const reading = reader.read().catch((cause: unknown) => {
        broken = true
        throw unreachable(cause)
      })
      const chunk = await whileAlive(reading, signal, schedule)
      if (chunk === 'aborted' || chunk.done) return
      for (const { id = '', data } of parse(chunk.value)) {
        yield { id, event: parseEvent(data) }
        // The page may have turned to other chats while it handled that event.
        if (signal.aborted) return
      }
    }
  } finally {
    // A page's own fetch may ignore the signal once the answer is there, so the stream itself is cancelled too.
    if (reader === null) opening.abort()
    else if (!broken) await reader.cancel()
  }
}

/** Server-sent events from bytes, however they were cut. */
export function createParse(): (bytes: Uint8Array) => readonly EventSourceMessage[] {
  const decoder = new TextDecoder()
  let events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: event => events.push(event) })
  return bytes => {
    events = []
    parser.feed(decoder.decode(bytes, { stream: true }))
    return events
  }
}

function whileAlive<T>(promise: Promise<T>, signal: AbortSignal, schedule: Schedule): Promise<T | 'aborted'> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve('aborted')
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    const cancel = schedule(() => reject(unreachable(new Error(`nothing arrived for ${SILENCE_MS} ms`))), SILENCE_MS)
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort)
      cancel()
    })
  })
}

function parseEvent(data: string): ChatEvent {
  try {
    return JSON.parse(data)
  } catch (cause) {
    throw new ApiError({
      status: 200,
      code: 'protocol',
      message: 'An event cannot be read.',
      retryable: true,
      cause,
    })
  }
}
