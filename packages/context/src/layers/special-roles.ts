import type { Message } from '@stet/history'
import { isSendable } from '../as-recorded.ts'
import type { Content } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Fate, Note } from '../note.ts'

/** What a role is to a model (H1, C1): some are messages, some are notes, most are never for it. */
export const specialRoles: Layer = {
  name: 'special-roles',
  apply: draft => {
    const contents: (Content | null)[] = []
    const notes: Note[] = []
    for (let index = 0; index < draft.roles.length; index += 1) {
      const role = draft.roles[index]
      if (role === undefined) continue
      contents.push(isSendable(role) ? 'whole' : null)
      notes.push(role === 'unreadable' ? noteOnUnreadable(draft.messages[index]) : notesOnRoles[role])
    }
    return { ...draft, contents, notes }
  },
}

function noteOnUnreadable(message: Message | undefined): Note {
  const because = message?.role === 'unreadable' ? message.because : ''
  return note('unreadable', `it cannot be read: ${because}`)
}

const forPeople = note('never-sent-by-role', 'titles are for people')

const notesOnRoles = {
  user: note('sent', 'a message of the person'),
  assistant: note('sent', 'an answer'),
  'tool-results': note('sent', 'the results of calls'),
  'env-changed': note('sent', 'a change of the environment goes as a note'),
  'system-title': forPeople,
  title: forPeople,
  'system-summary': note('never-sent-by-role', 'it asked for a summary and belongs to that request'),
  summary: note('never-sent-by-role', 'a summary is no message, and this one does not hold here'),
  clear: note('never-sent-by-role', 'it marks a place'),
  accounting: note('never-sent-by-role', 'accounts are for people'),
} as const satisfies Record<Exclude<Message['role'], 'unreadable'>, Note>

function note(fate: Fate, because: string): Note {
  return { fate, layer: 'special-roles', because }
}
