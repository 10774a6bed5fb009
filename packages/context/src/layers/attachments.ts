import {
  type AssistantPart,
  type FilePart,
  isTextType,
  type MessageId,
  type ModelFacts,
  type Part,
  type RequestMessage,
  type TextPart,
  type ToolResultPart,
  type UserPart,
} from '@stet/history'
import { isBlank, resultsIn, userPartsIn } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Draft, Note } from '../draft/draft.ts'
import { type Decision, type Layer, redraft } from '../draft/layer.ts'

const EMPTY_NOTE = '<system-note>This message is empty.</system-note>'

/**
 * Puts a note into a message for attachments that were removed (C8), and for files that the model does not take, in results and answers too.
 * An empty user message gets a note, because providers refuse it.
 */
export const attachments = {
  name: 'attachments',
  label: 'Attachments',
  apply: (draft, { marks, model: { takes } }) => {
    const released = releasedOf(marks)
    const said = redraft(draft, ['user'], draft.messages.length, (message, content) =>
      message.role === 'user'
        ? ofUser(message.id, userPartsIn(message, content), released.get(message.id), takes)
        : null,
    )
    return takes.images && takes.files && released.size === 0 ? said : withoutFiles(said, takes, released)
  },
} as const satisfies Layer

function ofUser(
  id: MessageId,
  parts: readonly UserPart[],
  gone: ReadonlySet<string> | undefined,
  takes: Takes,
): Decision {
  const there = withoutReleased(parts, gone)
  const removed = parts.length - there.length
  const untaken = untakenIn(there, takes)
  if (removed > 0 || untaken.size > 0) {
    const reasons = [...removedReasons(removed), ...untakenReasons(untaken)]
    const left = withNotes(withoutUntaken(there, takes), [...removedNotes(removed), ...untakenNotes(untaken)])
    return { content: userContent(id, left), note: trimmed(reasons) }
  }
  if (hasContent(there)) return null
  return { content: userContent(id, [...there, { kind: 'text', text: EMPTY_NOTE }]), note: empty }
}

/** In results and plain answers. A native answer keeps its files: the model wrote them itself. */
function withoutFiles(draft: Draft, takes: Takes, released: Released): Draft {
  return redraft(draft, ['assistant', 'tool-results'], draft.messages.length, (message, content) => {
    if (message.role === 'tool-results') return ofResults(message.id, resultsIn(message, content), takes)
    if (content === 'whole' || content.form === 'native' || content.role !== 'assistant') return null
    const there = withoutReleased(content.parts, released.get(message.id))
    const removed = content.parts.length - there.length
    const untaken = untakenIn(there, takes)
    if (removed === 0 && untaken.size === 0) return null
    const notes = [...removedNotes(removed), ...untakenNotes(untaken)]
    const parts = withNotes<AssistantPart>(withoutUntaken(there, takes), notes)
    return { content: { ...content, parts }, note: trimmed([...removedReasons(removed), ...untakenReasons(untaken)]) }
  })
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

const empty: Note = { fate: 'sent', because: 'it is empty, and a note tells the model so' }

function trimmed(reasons: readonly string[]): Note {
  return { fate: 'trimmed', because: reasons.join('; ') }
}

function hasContent(parts: readonly UserPart[]): boolean {
  for (const part of parts) if (part.kind === 'file' || !isBlank(part.text)) return true
  return false
}

function userContent(messageId: MessageId, parts: readonly UserPart[]): RequestMessage {
  return { form: 'plain', messageId, role: 'user', parts, cacheMark: false }
}

type Released = ReadonlyMap<MessageId, ReadonlySet<string>>

function releasedOf(marks: AssembleInput['marks']): Released {
  const released = new Map<MessageId, Set<string>>()
  for (const mark of marks) {
    if (mark.kind !== 'released') continue
    const blobs = released.get(mark.messageId)
    if (blobs === undefined) released.set(mark.messageId, new Set([mark.blob]))
    else blobs.add(mark.blob)
  }
  return released
}

function withoutReleased<P extends Part>(parts: readonly P[], gone: ReadonlySet<string> | undefined): readonly P[] {
  return gone === undefined ? parts : parts.filter(part => !(part.kind === 'file' && gone.has(part.blob)))
}

function removedNotes(removed: number): readonly string[] {
  return removed === 0 ? [] : [`<system-note>${removed} attachment(s) removed to save space.</system-note>`]
}

function removedReasons(removed: number): readonly string[] {
  return removed === 0 ? [] : [`${removed} ${removed === 1 ? 'attachment was' : 'attachments were'} removed`]
}

/** Puts the notes and a blank line before the first text, or the notes alone where there is none. */
function withNotes<P extends Part>(parts: readonly P[], notes: readonly string[]): readonly (P | TextPart)[] {
  const note = notes.join('\n')
  const first = parts.findIndex(part => part.kind === 'text')
  if (first === -1) return [{ kind: 'text', text: note }, ...parts]
  return parts.map((part, index) =>
    index === first && part.kind === 'text' ? { kind: 'text', text: `${note}\n\n${part.text}` } : part,
  )
}

/** The kinds of files that a model may refuse. */
type FileKind = 'images' | 'files'

type Takes = Pick<ModelFacts['takes'], FileKind>

/** How many files of a message the model does not take, by kind; without kinds that do not occur. */
type UntakenFiles = ReadonlyMap<FileKind, number>

const none: UntakenFiles = new Map()

function kindOf({ mediaType }: FilePart): FileKind {
  return mediaType.startsWith('image/') ? 'images' : 'files'
}

/** Text reaches every model, and so does a file whose text was extracted. */
export function isTaken(part: FilePart, takes: Takes): boolean {
  return isTextType(part.mediaType) || part.extracted !== undefined || takes[kindOf(part)]
}

export function untakenIn(parts: readonly Part[], takes: Takes): UntakenFiles {
  let found: Map<FileKind, number> | null = null
  for (const part of parts) {
    if (part.kind !== 'file' || isTaken(part, takes)) continue
    found ??= new Map()
    found.set(kindOf(part), (found.get(kindOf(part)) ?? 0) + 1)
  }
  return found ?? none
}

function withoutUntaken<P extends Part>(parts: readonly P[], takes: Takes): readonly P[] {
  return parts.filter(part => part.kind !== 'file' || isTaken(part, takes))
}

/** For the model, like the note for removed attachments (C8). */
export function untakenNotes(untaken: UntakenFiles): readonly string[] {
  return [...untaken].map(
    ([kind, count]) => `<system-note>${count} attachment(s) left out: this model takes no ${kind}.</system-note>`,
  )
}

function untakenReasons(untaken: UntakenFiles): readonly string[] {
  return [...untaken].map(
    ([kind, count]) => `${count} ${count === 1 ? 'attachment' : 'attachments'} left out: this model takes no ${kind}`,
  )
}
