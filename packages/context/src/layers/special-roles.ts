import { type AssistantMessage, type Message, type RequestMessage, toolCallsOf } from '@stet/history'
import type { DraftMessage } from '../draft.ts'
import { environmentNote } from '../environment-note.ts'
import type { Layer } from '../layer.ts'
import type { Fate } from '../note.ts'
import { toPlain } from '../to-plain.ts'

/** What a role is to a model (H1, C1): some are messages, some are notes, most are never for it. */
export const specialRoles: Layer = {
  name: 'special-roles',
  apply: draft => ({ ...draft, messages: draft.messages.map(({ message }) => decide(message)) }),
}

function decide(message: Message): DraftMessage {
  switch (message.role) {
    case 'user': {
      const { id: messageId, role, parts } = message
      return decided(
        message,
        { form: 'plain', messageId, role, parts, cacheMark: false },
        'sent',
        'a message of the person',
      )
    }
    case 'assistant':
      return decided(message, asRecorded(message), 'sent', 'an answer')
    case 'tool-results': {
      const { id: messageId, role, parts } = message
      return decided(
        message,
        { form: 'plain', messageId, role, parts, cacheMark: false },
        'sent',
        'the results of calls',
      )
    }
    case 'env-changed': {
      const parts = [{ kind: 'text' as const, text: environmentNote(message) }]
      const content: RequestMessage = { form: 'plain', messageId: message.id, role: 'user', parts, cacheMark: false }
      return decided(message, content, 'sent', 'a change of the environment goes as a note')
    }
    case 'unreadable':
      return decided(message, null, 'unreadable', `it cannot be read: ${message.because}`)
    case 'system-title':
    case 'title':
      return decided(message, null, 'never-sent-by-role', 'titles are for people')
    case 'system-summary':
      return decided(message, null, 'never-sent-by-role', 'it asked for a summary and belongs to that request')
    case 'summary':
      return decided(message, null, 'never-sent-by-role', 'a summary is no message, and this one does not hold here')
    case 'clear':
      return decided(message, null, 'never-sent-by-role', 'it marks a place')
    case 'accounting':
      return decided(message, null, 'never-sent-by-role', 'accounts are for people')
  }
}

function asRecorded(message: AssistantMessage): RequestMessage {
  const { id: messageId, role, native } = message
  if (native === null) return toPlain(message)
  const calls = toolCallsOf(message).map(({ callId, providerCallId }) => ({ callId, providerCallId }))
  return { form: 'native', messageId, role, native, calls, cacheMark: false }
}

function decided(message: Message, content: RequestMessage | null, fate: Fate, because: string): DraftMessage {
  return { message, content, note: { fate, layer: specialRoles.name, because } }
}
