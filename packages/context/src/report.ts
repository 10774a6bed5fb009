import type { MessageId } from '@stet/history'
import type { Draft } from './draft.ts'
import type { Note } from './note.ts'

export interface MessageReport extends Note {
  readonly messageId: MessageId
}

/** Every message of the path, in order, with its fate (C17). */
export interface Report {
  readonly messages: readonly MessageReport[]
}

export function toReport(draft: Draft): Report {
  return {
    messages: draft.messages.map(({ message, note }) => {
      if (note === null) throw new Error(`no layer decided about ${message.id}, a ${message.role}`)
      return { messageId: message.id, ...note }
    }),
  }
}
