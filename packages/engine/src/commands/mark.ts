import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import type { Mark } from '@stet/history'
import type { EngineContext } from '../engine-context.ts'
import { readLink } from '../record/read-link.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'

/** Pins a message, leaves it out, or removes the mark (C19). Marks are saved on the chat; the message is unchanged. */
export async function mark(engine: EngineContext, command: ChatCommand<'mark'>): Promise<void> {
  const { chatId, messageId, mark: kind } = command
  await changeChat(engine, CHAT_COMMANDS.mark, command, async chat => {
    if ((await readLink(engine.store, chatId, messageId)) === null) {
      throw new EngineError('message-not-found', `no message ${messageId} in this chat can be marked`)
    }
    const others = chat.marks.filter(other => other.kind === 'released' || other.messageId !== messageId)
    const added: readonly Mark[] = kind === null ? [] : [{ kind, messageId }]
    return { ...chat, marks: [...others, ...added] }
  })
}
