import type { AssistantPart, MessageId, Part, RequestMessage, TextPart, ToolResultPart, UserPart } from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import type { Content, Draft } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import { type Decision, redraft } from '../redraft.ts'
import { isBlank } from '../to-plain.ts'
import { type UntakenFiles, untakenIn, untakenNotes, untakenReasons, withoutUntaken } from '../untaken-files.ts'

const EMPTY_NOTE = '<system-note>This message is empty.</system-note>'

/**
 * Attachments that were removed are named in their message by a note (C8), and so are those that the model does not take, in results and
 * answers too, and a message that says nothing.
 */
export const attachments: Layer = {
  name: 'attachments',
  apply: (draft, { marks, model: { takes } }) => {
    const released = releasedOf(marks)
    const said = redraft(draft, ['user'], draft.messages.length, message =>
      message.role === 'user' ? ofUser(message.id, message.parts, released.get(message.id), takes) : null,
    )
    return takes.images && takes.files ? said : withoutFiles(said, takes)
  },
}

type Takes = AssembleInput['model']['takes']

function ofUser(
  id: MessageId,
  parts: readonly UserPart[],
  gone: ReadonlySet<string> | undefined,
  takes: Takes,
): Decision {
  const there = gone === undefined ? parts : parts.filter(part => !isGone(part, gone))
  const removed = parts.length - there.length
  const untaken = untakenIn(there, takes)
  if (removed > 0 || untaken.size > 0) {
    const notes = removed === 0 ? [] : [`<system-note>${removed} attachment(s) removed to save space.</system-note>`]
    const was = `${removed} of its attachments ${removed === 1 ? 'was' : 'were'} removed`
    const reasons = [...(removed === 0 ? [] : [was]), ...untakenReasons(untaken)]
    const left = withNotes(withoutUntaken(there, takes), [...notes, ...untakenNotes(untaken)])
    return { content: userContent(id, left), note: trimmed(reasons) }
  }
  if (hasContent(there)) return null
  return { content: userContent(id, [...there, { kind: 'text', text: EMPTY_NOTE }]), note: empty }
}

/** Results, and answers that go from their parts; what a model wrote itself it reads again. */
function withoutFiles(draft: Draft, takes: Takes): Draft {
  return redraft(draft, ['assistant', 'tool-results'], draft.messages.length, (message, content) => {
    if (message.role === 'tool-results') return ofResults(message.id, resultsOf(message.parts, content), takes)
    if (content === 'whole' || content.form === 'native' || content.role !== 'assistant') return null
    const untaken = untakenIn(content.parts, takes)
    if (untaken.size === 0) return null
    const parts = withNotes<AssistantPart>(withoutUntaken(content.parts, takes), untakenNotes(untaken))
    return { content: { ...content, parts }, note: trimmed(untakenReasons(untaken)) }
  })
}

function resultsOf(parts: readonly ToolResultPart[], content: Content): readonly ToolResultPart[] {
  return content !== 'whole' && content.role === 'tool-results' ? content.parts : parts
}

function ofResults(messageId: MessageId, results: readonly ToolResultPart[], takes: Takes): Decision {
  const untaken = untakenIn(
    results.flatMap(({ content }) => content),
    takes,
  )
  if (untaken.size === 0) return null
  const parts = results.map(result => withoutFilesIn(result, untakenIn(result.content, takes), takes))
  return {
    content: { form: 'plain', messageId, role: 'tool-results', parts, cacheMark: false },
    note: trimmed(untakenReasons(untaken)),
  }
}

function withoutFilesIn(result: ToolResultPart, untaken: UntakenFiles, takes: Takes): ToolResultPart {
  if (untaken.size === 0) return result
  return { ...result, content: withNotes(withoutUntaken(result.content, takes), untakenNotes(untaken)) }
}

const empty: Note = { fate: 'sent', layer: 'attachments', because: 'it is empty, which a note says' }

function trimmed(reasons: readonly string[]): Note {
  return { fate: 'trimmed', layer: 'attachments', because: reasons.join('; ') }
}

function hasContent(parts: readonly UserPart[]): boolean {
  for (const part of parts) if (part.kind === 'file' || !isBlank(part.text)) return true
  return false
}

function userContent(messageId: MessageId, parts: readonly UserPart[]): RequestMessage {
  return { form: 'plain', messageId, role: 'user', parts, cacheMark: false }
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

/** The notes and a blank line before the first text, or alone where there is none. */
function withNotes<P extends Part>(parts: readonly P[], notes: readonly string[]): readonly (P | TextPart)[] {
  const note = notes.join('\n')
  const first = parts.findIndex(part => part.kind === 'text')
  if (first === -1) return [{ kind: 'text', text: note }, ...parts]
  return parts.map((part, index) =>
    index === first && part.kind === 'text' ? { kind: 'text', text: `${note}\n\n${part.text}` } : part,
  )
}
