/** So many events in a row that are no JSON end a stream (FP-2): a line now and then is noise, this is another language. */
const MOST_MALFORMED_IN_A_ROW = 5

export interface EventNotes {
  malformed: number
  done: boolean
}

export interface EventCleaner {
  /** What of these bytes and of those before can be read as events; null when nothing can, yet. */
  push(chunk: Uint8Array): Uint8Array | null
  /** What was left without the blank line that should end it. */
  flush(): Uint8Array | null
  /** Whether too many events in a row were no JSON. */
  failed(): boolean
}

/**
 * Server-sent events as an SDK can read them: a byte order mark, comments, mixed line ends and events that are no JSON are taken out
 * (FP-1, FP-2), since SDKs throw on these and with that lose the whole answer. Bytes that need no cleaning pass as they are.
 */
export function createEventCleaner(notes: EventNotes): EventCleaner {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let line = ''
  let event = ''
  let data: string[] = []
  let skipLineFeed = false
  let inARow = 0
  let out = ''

  function accept(payload: string): void {
    inARow = 0
    if (payload === '[DONE]') notes.done = true
    // Between two JSON tokens a space is as good as a line end, and keeps the event on one line.
    out += `${event}data: ${payload.replaceAll('\n', ' ')}\n\n`
  }

  function dispatch(): void {
    const payload = data.join('\n').trim()
    if (isReadable(payload)) accept(payload)
    // Some servers end events with one line end only.
    else if (data.length > 1 && data.every(one => isReadable(one.trim()))) for (const one of data) accept(one.trim())
    else if (payload !== '') {
      notes.malformed += 1
      inARow += 1
    }
    event = ''
    data = []
  }

  function takeLine(text: string): void {
    if (failed()) return
    if (text === '') {
      if (data.length > 0) dispatch()
      event = ''
    } else if (text.startsWith('data:')) data.push(text.slice(text[5] === ' ' ? 6 : 5))
    else if (text.startsWith('event:')) event = `${text}\n`
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

  const failed = () => inARow >= MOST_MALFORMED_IN_A_ROW

  function takeOut(): Uint8Array | null {
    if (out === '') return null
    const bytes = encoder.encode(out)
    out = ''
    return bytes
  }

  return {
    push(chunk) {
      const atStart = !failed() && line === '' && data.length === 0 && event === '' && !skipLineFeed
      const text = decoder.decode(chunk, { stream: true })
      // A first byte above ASCII may be the rest of a character whose beginning was in the chunk before.
      if (atStart && (chunk[0] ?? 0x80) < 0x80) {
        const clean = readClean(text)
        if (clean !== null) {
          inARow = 0
          if (clean.done) notes.done = true
          return chunk
        }
      }
      takeText(text)
      return takeOut()
    },
    flush() {
      takeText(decoder.decode())
      if (line !== '') takeLine(line)
      line = ''
      takeLine('')
      return takeOut()
    },
    failed,
  }
}

/** Whether a text is whole events of one data line each, all readable, with nothing to take out; null when it is not. */
function readClean(text: string): { readonly done: boolean } | null {
  if (!text.endsWith('\n\n') || text.includes('\r')) return null
  let done = false
  let from = 0
  while (from < text.length) {
    if (text.startsWith('event: ', from)) from = text.indexOf('\n', from) + 1
    const end = text.indexOf('\n', from)
    if (!text.startsWith('data: ', from) || text.charCodeAt(end + 1) !== 10) return null
    const payload = text.slice(from + 6, end)
    if (!isReadable(payload)) return null
    if (payload === '[DONE]') done = true
    from = end + 2
  }
  return { done }
}

function isReadable(payload: string): boolean {
  if (payload === '[DONE]') return true
  if (payload.charCodeAt(0) !== 123) return false
  try {
    JSON.parse(payload)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
