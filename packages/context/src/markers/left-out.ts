import type { FilePart, Mark, Message, MessageId, Path } from '@stet/history'
import { environmentNote } from '../content/as-recorded.ts'
import { stepAround } from '../content/step-around.ts'
import { exchangeText, markerId, resultText } from './marker.ts'

/** What a marker names, or a file by its hash. */
export type LeftOut =
  | {
      readonly kind: 'text'
      readonly text: string
      /** Whether it is the text of messages that begin above the path which was read. */
      readonly isCut: boolean
    }
  | { readonly kind: 'file'; readonly file: FilePart }

/**
 * The exact text that a marker on this path names (C23): an exchange, a result or what a summary replaces, or the file with this hash; null when
 * nothing has it. What the user left out stays left out, and so does a file that was released. In steps, for a caller that has others to serve.
 */
export function* findLeftOut(path: Path, marks: readonly Mark[], id: string): Generator<undefined, LeftOut | null> {
  const hidden = new Set(marks.flatMap(mark => (mark.kind === 'left-out' ? [mark.messageId] : [])))
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const message = path[index]
    if (message === undefined || isHidden(path, index, hidden)) continue
    const file = isHash(id) ? fileIn(message, id) : null
    if (file !== null && !isReleased(marks, message, id)) return { kind: 'file', file }
    const text = namedBy(path, index, message, id)
    if (text !== null) return { kind: 'text', text, isCut: false }
    if (message.role === 'summary' && markerId(message.parts.map(part => part.text).join('\n\n')) === id) {
      return replacedBy(path, message.coversThrough, hidden)
    }
    yield
  }
  return null
}

function isHash(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id)
}

function fileIn(message: Message, blob: string): FilePart | null {
  const files =
    message.role === 'user' || message.role === 'assistant'
      ? message.parts
      : message.role === 'tool-results'
        ? message.parts.flatMap(({ content }) => content)
        : []
  for (const part of files) if (part.kind === 'file' && part.blob === blob) return part
  return null
}

function isReleased(marks: readonly Mark[], { id }: Message, blob: string): boolean {
  return marks.some(mark => mark.kind === 'released' && mark.messageId === id && mark.blob === blob)
}

function namedBy(path: Path, index: number, message: Message, id: string): string | null {
  if (message.role === 'tool-results') {
    for (const part of message.parts) {
      const text = resultText(part)
      if (markerId(text) === id) return text
    }
  }
  if (message.role !== 'assistant' || !message.parts.some(({ kind }) => kind === 'tool-call')) return null
  const { through } = stepAround(path, index)
  const results = path.slice(index + 1, through + 1).flatMap(each => (each.role === 'tool-results' ? each.parts : []))
  const text = exchangeText({ answer: message, results })
  return markerId(text) === id ? text : null
}

/** A mark on one message of a step marks the step. */
function isHidden(path: Path, index: number, hidden: ReadonlySet<MessageId>): boolean {
  if (hidden.size === 0) return false
  const { from, through } = stepAround(path, index)
  return path.slice(from, through + 1).some(message => hidden.has(message.id))
}

/** Everything that a summary replaces, whatever was summarised before it; nothing from before a clear. */
function replacedBy(path: Path, coversThrough: MessageId, hidden: ReadonlySet<MessageId>): LeftOut {
  const end = path.findIndex(({ id }) => id === coversThrough)
  const clear = path.findLastIndex(({ role }, index) => index < end && role === 'clear')
  const texts = path
    .slice(clear + 1, end + 1)
    .flatMap((message, at) => (isHidden(path, clear + 1 + at, hidden) ? [] : saidIn(message)))
  return { kind: 'text', text: texts.join('\n\n'), isCut: clear === -1 && (path[0]?.parentId ?? null) !== null }
}

function saidIn(message: Message): readonly string[] {
  switch (message.role) {
    case 'user':
      return message.parts.map(part => `User:\n${part.kind === 'text' ? (message.sent ?? part.text) : fileLine(part)}`)
    case 'assistant':
      return message.parts.flatMap(part => {
        if (part.kind === 'text') return [`Assistant:\n${part.text}`]
        if (part.kind === 'file') return [`Assistant:\n${fileLine(part)}`]
        if (part.kind === 'source') return [`Source: ${part.url}`]
        return part.kind === 'tool-call' ? [`Call of ${part.tool}: ${part.input}`] : []
      })
    case 'tool-results':
      return message.parts.map(part => `Result:\n${resultText(part)}`)
    case 'env-changed':
      return [environmentNote(message)]
    case 'unreadable':
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
    case 'clear':
    case 'accounting':
      return []
  }
}

function fileLine({ name, blob }: FilePart): string {
  return `[File ${name}, ${blob}]`
}
