import type { READS, ReadOf } from '@stet/commands'
import { USUAL_PAGE } from '@stet/commands'
import type { Chat, ChatId, ChatTitle, FilePart, Message, MessageId, WorkspaceId } from '@stet/history'
import { CHATS_SHELF, filesRef, fromChatRow, fromMessageRow, MESSAGES_SHELF, type Store } from '@stet/store'
import { fromCursor, toCursor } from '../cursor.ts'
import type { FileIndexing, FileIndexState } from './index-files.ts'

/** A file of a message, as the manager lists it (W4). */
export interface ListedAttachment {
  readonly file: FilePart
  readonly messageId: MessageId
  /** Who added it; an assistant made it. */
  readonly role: 'user' | 'assistant'
  readonly at: number
  readonly chatId: ChatId
  readonly workspaceId: WorkspaceId
  readonly title: ChatTitle | null
  /** Whether it was removed from its chat. */
  readonly released: boolean
  /** Whether its bytes are still here, so that it can be restored. */
  readonly there: boolean
}

export interface AttachmentPage {
  /** Newest first. */
  readonly attachments: readonly ListedAttachment[]
  /** Pass it as `after` for the next page, which may be empty; null at the end. */
  readonly next: string | null
  /** Whether those of older messages are listed too. */
  readonly index: FileIndexState
}

interface ListDeps {
  readonly store: Store
  readonly fileIndex: Pick<FileIndexing, 'state'>
}

/** Messages that are read for one page at most: a filter may leave out most of them, and a page may end before it is full. */
const MOST_READ = 500

/** The files of all messages, or of those of one chat. */
export async function listAttachments(
  { store, fileIndex }: ListDeps,
  query: ReadOf<typeof READS.attachments>,
): Promise<AttachmentPage> {
  const { chat = null, kind = null, before = null, limit = USUAL_PAGE } = query
  // As of now: what is indexed while the rows are read may be missing from this page.
  const index = fileIndex.state()
  const attachments: ListedAttachment[] = []
  let after = query.after === undefined ? null : toCursor(query.after)
  for (let read = 0; read < MOST_READ; ) {
    const { rows, next } = await store.list(MESSAGES_SHELF, {
      by: { ref: filesRef(chat) },
      limit: Math.min(limit, MOST_READ - read),
      reverse: true,
      ...(after && { after }),
    })
    read += rows.length
    after = next
    const messages = rows.map(fromMessageRow)
    const chats = await chatsOf(store, messages)
    for (const message of messages) {
      const of = chats.get(message.chatId)
      if (of === undefined || (before !== null && message.at >= before)) continue
      attachments.push(...(await filesOf(store, message, of)).filter(({ file }) => isOfKind(file, kind)))
    }
    if (after === null || attachments.length >= limit) break
  }
  return { attachments, next: after && fromCursor(after), index }
}

/** Without those that are being deleted. */
async function chatsOf(store: Store, messages: readonly Message[]): Promise<ReadonlyMap<ChatId, Chat>> {
  const rows = await store.getMany(CHATS_SHELF, [...new Set(messages.map(({ chatId }) => chatId))])
  const chats = rows.flatMap(row => (row === null ? [] : [fromChatRow(row)]))
  return new Map(chats.flatMap(chat => ('unreadable' in chat || chat.deleteAt !== null ? [] : [[chat.id, chat]])))
}

async function filesOf(store: Store, message: Message, chat: Chat): Promise<readonly ListedAttachment[]> {
  if (message.role !== 'user' && message.role !== 'assistant') return []
  const { id: messageId, role, at, parts } = message
  const { id: chatId, workspaceId, title, marks } = chat
  const files = parts.flatMap(part => (part.kind === 'file' ? [part] : []))
  return Promise.all(
    files.map(async file => {
      const isReleased = marks.some(
        mark => mark.kind === 'released' && mark.messageId === messageId && mark.blob === file.blob,
      )
      const there = (await store.blobs.open(file.blob)) !== null
      return { file, messageId, role, at, chatId, workspaceId, title, released: isReleased, there }
    }),
  )
}

function isOfKind({ mediaType }: FilePart, kind: 'image' | 'other' | null): boolean {
  return kind === null || mediaType.startsWith('image/') === (kind === 'image')
}
