import type { AssistantMessage, Message, NativeCall, RequestMessage } from '@stet/history'
import { environmentNote } from '../environment-note.ts'
import type { Layer } from '../layer.ts'
import type { Fate, Note } from '../note.ts'
import { toPlain } from '../to-plain.ts'

/** What a role is to a model (H1, C1): some are messages, some are notes, most are never for it. */
export const specialRoles: Layer = {
  name: 'special-roles',
  apply: draft => ({
    ...draft,
    contents: draft.messages.map(asRecorded),
    notes: draft.messages.map(noteOnRole),
  }),
}

/** A message as it goes when no layer takes anything out of it; null for one that is never sent. */
export function asRecorded(message: Message): RequestMessage | null {
  switch (message.role) {
    case 'user':
      return { form: 'plain', messageId: message.id, role: 'user', parts: message.parts, cacheMark: false }
    case 'assistant':
      return message.native === null ? toPlain(message) : asNative(message, message.native)
    case 'tool-results':
      return { form: 'plain', messageId: message.id, role: 'tool-results', parts: message.parts, cacheMark: false }
    case 'env-changed': {
      const parts = [{ kind: 'text' as const, text: environmentNote(message) }]
      return { form: 'plain', messageId: message.id, role: 'user', parts, cacheMark: false }
    }
    case 'unreadable':
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
    case 'clear':
    case 'accounting':
      return null
  }
}

function asNative({ id, parts }: AssistantMessage, native: NonNullable<AssistantMessage['native']>): RequestMessage {
  let calls: NativeCall[] = noCalls
  for (const part of parts) {
    if (part.kind !== 'tool-call') continue
    if (calls === noCalls) calls = []
    calls.push({ callId: part.callId, providerCallId: part.providerCallId })
  }
  return { form: 'native', messageId: id, role: 'assistant', native, calls, cacheMark: false }
}

const noCalls: NativeCall[] = []

function noteOnRole(message: Message): Note {
  return message.role === 'unreadable'
    ? note('unreadable', `it cannot be read: ${message.because}`)
    : notes[message.role]
}

const forPeople = note('never-sent-by-role', 'titles are for people')

const notes = {
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
