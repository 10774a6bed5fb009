import type { Message, Role } from '@stet/history'
import type { Content } from '../content/to-plain.ts'
import type { AssembleInput } from './assemble-input.ts'
import type { Draft, Note } from './draft.ts'

/**
 * One rule about what is sent. It reads the contents that the layers before it left, never the recorded message instead, and notes every
 * decision; the pipeline records which layer noted what.
 */
export interface Layer {
  /** Stored with every request: never rename one. */
  readonly name: string
  /** What the page calls it. */
  readonly label: string
  readonly apply: (draft: Draft, input: AssembleInput) => Draft
}

/** What a layer decides about a message; null leaves it as it is. */
export type Decision = { readonly content: Content | null; readonly note: Note } | null

/** The draft with what `decide` returns for each message of one or two roles that would be sent, from the first up to `end`. */
export function redraft(
  draft: Draft,
  [one, other = one]: readonly [Role, Role?],
  end: number,
  decide: (message: Message, content: Content, index: number) => Decision,
): Draft {
  const { messages, roles } = draft
  let contents: (Content | null)[] | null = null
  let notes: Note[] | null = null
  for (let index = 0; index < end; index += 1) {
    const content = draft.contents[index]
    const role = roles[index]
    if (content === undefined || content === null || (role !== one && role !== other)) continue
    const message = messages[index]
    if (message === undefined) continue
    const decision = decide(message, content, index)
    if (decision === null) continue
    contents ??= draft.contents.slice()
    notes ??= draft.notes.slice()
    contents[index] = decision.content
    notes[index] = decision.note
  }
  return contents === null || notes === null ? draft : { ...draft, contents, notes }
}
