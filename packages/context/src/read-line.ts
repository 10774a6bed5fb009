import type { Json, MessageId } from '@stet/history'

/** A line of JSON that begins with a name; each getter throws where the line holds something else. */
export interface Read {
  readonly name: string
  text(at: number): string
  number(at: number): number
  boolean(at: number): boolean
  isNull(at: number): boolean
  has(at: number): boolean
  is<Word extends string>(at: number, guard: (text: string) => text is Word): Word
}

export function readLine(line: string): Read {
  const value: Json = JSON.parse(line)
  const [name, ...values] = Array.isArray(value) ? value : []
  if (typeof name !== 'string') throw unreadable(line)
  function text(at: number): string {
    const found = values[at]
    if (typeof found !== 'string') throw unreadable(line)
    return found
  }
  return {
    name,
    text,
    number(at) {
      const found = values[at]
      if (typeof found !== 'number') throw unreadable(line)
      return found
    },
    boolean(at) {
      const found = values[at]
      if (typeof found !== 'boolean') throw unreadable(line)
      return found
    },
    isNull: at => values[at] === null,
    has: at => at < values.length,
    is(at, guard) {
      const found = text(at)
      if (!guard(found)) throw unreadable(line)
      return found
    },
  }
}

export function isOneOf<Word extends string>(words: readonly Word[]): (text: string) => text is Word {
  return (text): text is Word => words.some(word => word === text)
}

export function isMessageId(text: string): text is MessageId {
  return text.startsWith('msg_')
}

function unreadable(line: string): Error {
  return new Error(`a line of a report cannot be read: ${line}`)
}
