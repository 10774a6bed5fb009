import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import type { Mark } from '@stet/history'
import type { EngineContext } from '../../engine-context.ts'
import { readLink } from '../../record/read-link.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { changeChat } from '../chats/change-chat.ts'

/** Pins a message, leaves it out, or removes the mark (C19). Marks are saved on the chat; the message is unchanged. */
export async function mark(engine: EngineContext, command: ChatCommand<'mark'>): Promise<void> {
  const { chatId, messageId, mark: kind } = command
  await changeChat(engine, CHAT_COMMANDS.mark, command, async chat => {
    if ((await readLink(engine.store, chatId, messageId)) === null) {
      throw new EngineError('message-not-found', `no message ${messageId} in this chat can be marked`)
    }
    const others = chat.marks.filter(other => !isChoice(other) || other.messageId !== messageId)
    const added: readonly Mark[] = kind === null ? [] : [{ kind, messageId }]
    return { ...chat, marks: [...others, ...added] }
  })
}

function isChoice({ kind }: Mark): boolean {
  return kind === 'pinned' || kind === 'left-out'
}

/** Keeps a sentence of a message through every summary, or no longer (C22). */
export async function keepText(engine: EngineContext, command: ChatCommand<'keepText'>): Promise<void> {
  const { chatId, messageId, keep } = command
  const text = command.text.trim()
  await changeChat(engine, CHAT_COMMANDS.keepText, command, async chat => {
    const others = chat.marks.filter(
      mark => mark.kind !== 'kept-text' || mark.messageId !== messageId || mark.text !== text,
    )
    if (!keep) return { ...chat, marks: others }
    if (text === '') throw new EngineError('invalid', 'the text to keep is empty')
    if ((await readLink(engine.store, chatId, messageId)) === null) {
      throw new EngineError('message-not-found', `no message ${messageId} in this chat has text to keep`)
    }
    return { ...chat, marks: [...others, { kind: 'kept-text', messageId, text }] }
  })
}
