export interface StreamedEvent {
  readonly id: string
  readonly data: string
}

/**
 * Reads server-sent events from bytes, however they were cut: inside a character, between CR and LF, anywhere. Follows the
 * standard for what we send (`id`, `data`, comments) and skips the rest.
 */
export class EventStreamParser {
  readonly #decoder = new TextDecoder()
  /** The unfinished line. */
  #rest = ''
  #endedInCr = false
  #id = ''
  #data: string[] = []

  push(bytes: Uint8Array): readonly StreamedEvent[] {
    let text = this.#decoder.decode(bytes, { stream: true })
    if (text === '') return []
    // The LF of a CRLF whose CR ended the last piece is no line of its own.
    if (this.#endedInCr && text.startsWith('\n')) text = text.slice(1)
    this.#endedInCr = text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    lines[0] = this.#rest + lines[0]
    this.#rest = lines.pop() ?? ''
    return lines.flatMap(line => this.#take(line) ?? [])
  }

  #take(line: string): StreamedEvent | null {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    return null
  }

  #dispatch(): StreamedEvent | null {
    if (this.#data.length === 0) return null
    const event = { id: this.#id, data: this.#data.join('\n') }
    this.#data = []
    return event
  }
}
