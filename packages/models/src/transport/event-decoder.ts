import type { Json } from '@stet/history'
import { createParser } from 'eventsource-parser'
import { ModelError } from '../model-error.ts'
import { isJsonObject, parseJson } from './json-field.ts'

/** Finds the events in the bytes of an answer, however the network cut them. */
export interface EventDecoder {
  /** The events that these bytes complete. */
  push(bytes: Uint8Array): readonly Json[]
  /** What was left at the end of the body, such as an event without the blank line that should end it. */
  end(): readonly Json[]
  /** Why the stream cannot be read any further; null while it can. The events before it are valid. */
  failure(): ModelError | null
  /** Whether the stream said that it is over (`[DONE]`). */
  isDone(): boolean
  /** How many events were left out because they were not JSON. */
  malformed(): number
  /** The body, where it is no stream of events: the JSON value that it is instead, or null. Known at its end. */
  whole(): Json | undefined
}

/** This many events in a row that are not JSON end a stream (FP-2): one now and then is noise, this is another language. */
export const MOST_MALFORMED_IN_A_ROW = 5

const DONE = '[DONE]'

/**
 * Server-sent events, whatever content type they come under: with byte order mark, comments, mixed line ends, events that are not JSON
 * (FP-1, FP-2). Some servers answer a request for a stream with one JSON value instead: the whole answer, or an error.
 */
export function createEventDecoder(host: string): EventDecoder {
  const decoder = new TextDecoder()
  let events: Json[] = []
  let isDone = false
  let malformed = 0
  let inARow = 0
  /** The text of a body that is one JSON value; null once it is known to be a stream. */
  let json: string | null = ''

  const parser = createParser({
    onEvent: ({ event, data }) => accept(event, data),
    // llama.cpp reports errors in a field of its own: `error: {…}`.
    onError: ({ type, field, value }) => {
      if (type === 'unknown-field' && field === 'error' && value !== undefined) accept('error', value)
    },
  })

  function accept(name: string | undefined, data: string): void {
    const payload = data.trim()
    if (isDone || payload === '' || inARow >= MOST_MALFORMED_IN_A_ROW) return
    const whole = toEvent(name, payload)
    // Some servers separate events by one line end only.
    const found =
      whole === null && payload.includes('\n') ? payload.split('\n').map(line => toEvent(name, line)) : [whole]
    if (found.every(event => event !== null)) {
      inARow = 0
      for (const event of found) take(event)
      return
    }
    malformed += 1
    inARow += 1
  }

  function take(event: Json | typeof DONE): void {
    if (event === DONE) isDone = true
    else if (!isDone) events.push(event)
  }

  function feed(text: string): void {
    if (json === null) {
      parser.feed(text)
      return
    }
    json += text
    const first = json.trimStart()[0]
    if (first === undefined || first === '{' || first === '[') return
    parser.feed(json)
    json = null
  }

  function taken(): readonly Json[] {
    const found = events
    events = []
    return found
  }

  return {
    push(bytes) {
      feed(decoder.decode(bytes, { stream: true }))
      return taken()
    },
    end() {
      feed(decoder.decode())
      // The blank line that the last event may lack.
      if (json === null) parser.feed('\n\n')
      return taken()
    },
    failure() {
      if (inARow < MOST_MALFORMED_IN_A_ROW) return null
      return new ModelError('protocol', { message: `${host} sends events that are not JSON` })
    },
    isDone: () => isDone,
    malformed: () => malformed,
    whole: () => (json === null ? undefined : (parseJson(json) ?? null)),
  }
}

/** Null for what is not a JSON object: with every provider, only objects are events. */
function toEvent(name: string | undefined, payload: string): Json | typeof DONE | null {
  const text = payload.trim()
  if (text === DONE) return DONE
  const data = text.charCodeAt(0) === 123 ? parseJson(text) : undefined
  if (!isJsonObject(data)) return null
  // Some servers name the event `error` and send the bare error as its data.
  return name === 'error' && data.error === undefined ? { type: 'error', error: data } : data
}
