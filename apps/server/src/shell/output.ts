import { StringDecoder } from 'node:string_decoder'

const FIRST = 10_000
const LAST = 30_000

/** What a command prints: its beginning and its end, however much it is (FT-7). */
export interface Output {
  take(piece: Buffer): void
  /** All that was kept, with a note of what was left out. */
  text(): string
  /** Its last lines. */
  tail(characters: number): string
}

export function createOutput(): Output {
  const decoder = new StringDecoder('utf8')
  let first = ''
  let last = ''
  let omitted = 0

  return {
    take(piece) {
      const text = decoder.write(piece)
      const room = FIRST - first.length
      first += text.slice(0, room)
      last += text.slice(Math.max(0, room))
      if (last.length <= LAST * 2) return
      const cut = last.length - LAST
      omitted += Buffer.byteLength(last.slice(0, cut))
      last = last.slice(cut)
    },
    text() {
      const cut = Math.max(0, last.length - LAST)
      const bytes = omitted + Buffer.byteLength(last.slice(0, cut))
      return bytes === 0 ? `${first}${last}` : `${first}\n[${bytes} bytes omitted]\n${last.slice(cut)}`
    },
    tail(characters) {
      const whole = `${last === '' ? first : last}`.trimEnd()
      if (whole.length <= characters) return whole
      const end = whole.slice(-characters)
      return end.slice(end.indexOf('\n') + 1)
    },
  }
}
