import type { Json } from '@stet/history'
import { parseJson } from './json-field.ts'

/** So many events in a row that are no JSON end a stream (FP-2): one now and then is noise, this is another language. */
const MOST_MALFORMED_IN_A_ROW = 5

export interface EventNotes {
  malformed: number
  done: boolean
}

export interface WireEvent {
  /** Empty where it has none. */
  readonly name: string
  readonly payload: string
  /** Null for `[DONE]`. */
  readonly data: Json
}

export interface EventReader {
  /** The events that these bytes complete. */
  push(chunk: Uint8Array): readonly WireEvent[]
  /** What was left without the blank line that should end it. */
  flush(): readonly WireEvent[]
  /** Whether the last bytes were these events and nothing else, so that anyone can read them. */
  isClean(): boolean
  /** Whether too many events in a row were no JSON. */
  hasFailed(): boolean
}

/**
 * Server-sent events, whatever they are cut into, without byte order mark, comments, mixed line ends and events that are no JSON
 * (FP-1, FP-2). Each is parsed once.
 */
export function createEventReader(notes: EventNotes): EventReader {
  const decoder = new TextDecoder()
  let line = ''
  let name = ''
  let data: string[] = []
  let skipLineFeed = false
  let inARow = 0
  let clean = false
  let events: WireEvent[] = []

  const hasFailed = () => inARow >= MOST_MALFORMED_IN_A_ROW

  function accept(event: WireEvent): void {
    inARow = 0
    if (event.payload === DONE) notes.done = true
    events.push(event)
  }

  function dispatch(): void {
    const payload = data.join('\n').trim()
    const whole = readEvent(name, payload)
    // Some servers end events with one line end only.
    const each = whole === null && data.length > 1 ? data.map(one => readEvent(name, one.trim())) : [whole]
    if (each.every(event => event !== null)) for (const event of each) accept(event)
    else if (payload !== '') {
      notes.malformed += 1
      inARow += 1
    }
    data = []
  }

  function takeLine(text: string): void {
    if (hasFailed()) return
    if (text === '') {
      if (data.length > 0) dispatch()
      name = ''
    } else if (text.startsWith('data:')) data.push(text.slice(5))
    else if (text.startsWith('event:')) name = text.slice(6).trim()
  }

  function takeText(text: string): void {
    let from = skipLineFeed && text.startsWith('\n') ? 1 : 0
    if (text !== '') skipLineFeed = false
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 10 && code !== 13) continue
      takeLine(line + text.slice(from, at))
      line = ''
      if (code === 13) {
        if (at + 1 === text.length) skipLineFeed = true
        else if (text.charCodeAt(at + 1) === 10) at += 1
      }
      from = at + 1
    }
    line += text.slice(from)
  }

  function takeEvents(): readonly WireEvent[] {
    const taken = events
    events = []
    return taken
  }

  return {
    push(chunk) {
      const atStart = !hasFailed() && line === '' && name === '' && data.length === 0 && !skipLineFeed
      const text = decoder.decode(chunk, { stream: true })
      // A first byte above ASCII may be the rest of a character whose beginning was in the bytes before.
      const read = atStart && (chunk[0] ?? 0x80) < 0x80 ? readClean(text) : null
      clean = read !== null
      if (read === null) takeText(text)
      else for (const event of read) accept(event)
      return takeEvents()
    },
    flush() {
      clean = false
      takeText(decoder.decode())
      if (line !== '') takeLine(line)
      line = ''
      takeLine('')
      return takeEvents()
    },
    isClean: () => clean,
    hasFailed,
  }
}

const DONE = '[DONE]'

/** The events of a text that is whole ones of one data line each and nothing else; null when it is not. */
function readClean(text: string): readonly WireEvent[] | null {
  if (!text.endsWith('\n\n') || text.includes('\r')) return null
  const events: WireEvent[] = []
  let from = 0
  while (from < text.length) {
    let name = ''
    if (text.startsWith('event: ', from)) {
      const nameEnd = text.indexOf('\n', from)
      name = text.slice(from + 7, nameEnd)
      from = nameEnd + 1
    }
    const end = text.indexOf('\n', from)
    if (!text.startsWith('data: ', from) || text.charCodeAt(end + 1) !== 10) return null
    const event = readEvent(name, text.slice(from + 6, end))
    if (event === null) return null
    events.push(event)
    from = end + 2
  }
  return events
}

/** Null for what is no JSON object: only such are events, with any provider. */
function readEvent(name: string, payload: string): WireEvent | null {
  if (payload === DONE) return { name, payload, data: null }
  if (payload.charCodeAt(0) !== 123) return null
  const data = parseJson(payload)
  return data === undefined ? null : { name, payload, data }
}
