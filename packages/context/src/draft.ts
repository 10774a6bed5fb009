import type { Message, RequestMessage, SystemBlock } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import type { Note } from './note.ts'

/** A request in the making: every message of the path, sent or not. */
export interface Draft {
  readonly system: readonly SystemBlock[]
  readonly messages: readonly DraftMessage[]
}

export interface DraftMessage {
  readonly message: Message
  /** What would be sent of it as things stand; null for a message that stays behind. */
  readonly content: RequestMessage | null
  /** The latest decision about it; null until the first layer made one. */
  readonly note: Note | null
}

export function startDraft({ path, system }: Pick<AssembleInput, 'path' | 'system'>): Draft {
  return {
    system: system === '' ? [] : [{ text: system, cacheMark: false }],
    messages: path.map(message => ({ message, content: null, note: null })),
  }
}
