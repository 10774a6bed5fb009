import type { MessageId, RequestMessage, UserMessage, UserPart } from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import { redraft } from '../redraft.ts'
import { isBlank } from '../to-plain.ts'

const EMPTY_NOTE = '<system-note>This message is empty.</system-note>'

/** Attachments that were removed are named in their message by a note (C8), and so is a message that says nothing. */
export const attachments: Layer = {
  name: 'attachments',
  apply: (draft, { marks }) => {
    const released = releasedOf(marks)
    return redraft(draft, ['user'], draft.messages.length, message => {
      if (message.role !== 'user') return null
      const gone = released.get(message.id)
      const left = gone === undefined ? message.parts : message.parts.filter(part => !isGone(part, gone))
      const removed = message.parts.length - left.length
      if (removed > 0) {
        const because = `${removed} of its attachments ${removed === 1 ? 'was' : 'were'} removed`
        const note: Note = { fate: 'trimmed', layer: 'attachments', because }
        return { content: withParts(message, withNote(left, removed)), note }
      }
      if (hasContent(left)) return null
      return { content: withParts(message, [...left, { kind: 'text', text: EMPTY_NOTE }]), note: empty }
    })
  },
}

const empty: Note = { fate: 'sent', layer: 'attachments', because: 'it is empty, which a note says' }

function hasContent(parts: readonly UserPart[]): boolean {
  for (const part of parts) if (part.kind === 'file' || !isBlank(part.text)) return true
  return false
}

function withParts({ id }: UserMessage, parts: readonly UserPart[]): RequestMessage {
  return { form: 'plain', messageId: id, role: 'user', parts, cacheMark: false }
}

function releasedOf(marks: AssembleInput['marks']): ReadonlyMap<MessageId, ReadonlySet<string>> {
  const released = new Map<MessageId, Set<string>>()
  for (const mark of marks) {
    if (mark.kind !== 'released') continue
    const blobs = released.get(mark.messageId)
    if (blobs === undefined) released.set(mark.messageId, new Set([mark.blob]))
    else blobs.add(mark.blob)
  }
  return released
}

function isGone(part: UserPart, gone: ReadonlySet<string>): boolean {
  return part.kind === 'file' && gone.has(part.blob)
}

function withNote(parts: readonly UserPart[], removed: number): readonly UserPart[] {
  const note = `<system-note>${removed} attachment(s) removed to save space.</system-note>`
  const first = parts.findIndex(part => part.kind === 'text')
  if (first === -1) return [{ kind: 'text', text: note }, ...parts]
  return parts.map((part, index) =>
    index === first && part.kind === 'text' ? { kind: 'text', text: `${note}\n\n${part.text}` } : part,
  )
}
