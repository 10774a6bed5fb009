import type { Message, Role } from '@stet/history'
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
      notes.push(role === 'unreadable' ? noteOnUnreadable(draft.messages[index]) : noteOn(role))
    }
    return { ...draft, contents, notes }
  },
}

function noteOnUnreadable(message: Message | undefined): Note {
  const because = message?.role === 'unreadable' ? message.because : 'nothing is there'
  return note('unreadable', `it cannot be read: ${because}`)
}

const question = note('sent', 'a message of the person')
const answer = note('sent', 'an answer')
const results = note('sent', 'the results of calls')

function noteOn(role: Exclude<Role, 'unreadable'>): Note {
  switch (role) {
    case 'user':
      return question
    case 'assistant':
      return answer
    case 'tool-results':
      return results
    case 'env-changed':
      return note('sent', 'a change of the environment goes as a note')
    case 'system-title':
    case 'title':
      return note('never-sent-by-role', 'titles are for people')
    case 'system-summary':
      return note('never-sent-by-role', 'it asked for a summary and belongs to that request')
    case 'summary':
      return note('never-sent-by-role', 'a summary is no message, and this one does not hold here')
    case 'clear':
      return note('never-sent-by-role', 'it marks a place')
    case 'accounting':
      return note('never-sent-by-role', 'accounts are for people')
  }
}

function note(fate: Fate, because: string): Note {
  return { fate, layer: 'special-roles', because }
}
