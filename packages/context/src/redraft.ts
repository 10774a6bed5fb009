import type { Message, Role } from '@stet/history'
import type { Content, Draft } from './draft.ts'
import type { Note } from './note.ts'

/** What a layer decides about a message; null leaves it as it is. */
export type Decision = { readonly content: Content | null; readonly note: Note } | null

/** The draft with what `decide` says about every message of one or two roles that would be sent, from the first up to `end`. */
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
