import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import type { Chat, Mark, Message } from '@stet/history'
import { fromMessageRow, MESSAGES_SHELF, type Put, type Store, toMessageRefs } from '@stet/store'
import type { EngineContext } from '../../engine-context.ts'
import { toAttachmentGone } from '../../record/read-files.ts'
import { releasedOf } from '../../record/released-of.ts'
import { putInPlace, updateChat } from '../../record/update-chat.ts'
import { EngineError } from '../../runtime/engine-error.ts'

/**
 * Releases attachments of messages, or takes that back (W4, C8). The choice is saved on the chat, and the messages keep their parts. A released file
 * is no longer referred to by its message. Its bytes are deleted with the last chat that refers to it: at once if the user deletes, otherwise a day later.
 */
export async function releaseAttachments(
  engine: EngineContext,
  command: ChatCommand<'releaseAttachments'>,
): Promise<ChatAnswer<'releaseAttachments'>> {
  const { chatId, act } = command
  const { store, hub } = engine
  return engine.commands.once(CHAT_COMMANDS.releaseAttachments, command, keep =>
    engine.chats.hold(chatId, async () => {
      try {
        const { plan, written } = await updateChat(store, chatId, {
          async plan(row) {
            const chat = { ...row.chat, marks: marksAfter(row.chat, command) }
            const puts = await putsAfter(store, chat, command)
            return { row, chat, puts, answer: { changed: changesBetween(row.chat, chat) } }
          },
          operations: ({ row, chat, puts, answer }) => [...puts, putInPlace(row, chat), keep(answer)],
        })
        if (act === 'delete') await store.blobs.deleteReleased(written.released)
        hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
        return plan.answer
      } catch (error) {
        throw toAttachmentGone(error)
      }
    }),
  )
}

type Release = Pick<ChatCommand<'releaseAttachments'>, 'chatId' | 'act' | 'attachments'>

function marksAfter({ marks }: Chat, { act, attachments }: Release): readonly Mark[] {
  const isNamed = (mark: Mark) =>
    mark.kind === 'released' && attachments.some(each => each.messageId === mark.messageId && each.blob === mark.blob)
  const others = marks.filter(mark => !isNamed(mark))
  if (act === 'restore') return others
  const unique = new Map(attachments.map(each => [`${each.messageId} ${each.blob}`, each]))
  return [...others, ...Array.from(unique.values(), each => ({ kind: 'released', ...each }) as const)]
}

function changesBetween(before: Chat, after: Chat): number {
  return Math.abs(before.marks.length - after.marks.length)
}

/** The rows of the messages, with refs to the files that were not released. */
async function putsAfter(store: Store, { marks }: Chat, { chatId, attachments }: Release): Promise<readonly Put[]> {
  const ids = [...new Set(attachments.map(({ messageId }) => messageId))]
  const rows = await store.getMany(MESSAGES_SHELF, ids)
  return ids.map((id, at) => {
    const row = rows[at] ?? null
    const message = row === null ? null : fromMessageRow(row)
    const named = attachments.filter(({ messageId }) => messageId === id)
    if (row === null || !('body' in row) || message === null || message.chatId !== chatId || !hasAll(message, named)) {
      throw new EngineError('message-not-found', `no message ${id} in this chat has this attachment`)
    }
    const refs = toMessageRefs(message, releasedOf(marks, id))
    return {
      kind: 'put',
      shelf: MESSAGES_SHELF,
      id,
      parent: row.parent,
      order: row.order,
      expect: row.version,
      refs,
      body: row.body,
    }
  })
}

function hasAll(message: Message, attachments: Release['attachments']): boolean {
  if (message.role !== 'user' && message.role !== 'assistant') return false
  return attachments.every(({ blob }) => message.parts.some(part => part.kind === 'file' && part.blob === blob))
}
