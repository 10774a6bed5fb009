import type { ChatId, FilePart, Message, MessageId, NewMessage, UnreadableMessage } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../store.ts'
import { createCodec, exactly, id, list } from './codec.ts'
import {
  AssistantParts,
  Cumulative,
  Native,
  Request,
  requestFields,
  TextParts,
  ToolResultParts,
  UserParts,
} from './part-schemas.ts'

export const MESSAGES_SHELF = 'messages'
export const MESSAGE_FORMAT = 1

const stored = {
  id: id('msg'),
  chatId: id('chat'),
  parentId: z.nullable(id('msg')),
  at: z.number(),
  copiedFrom: z.nullable(z.object({ chatId: id('chat'), messageId: id('msg') })),
}

const codec = createCodec(
  MESSAGE_FORMAT,
  exactly<NewMessage>()(
    z.discriminatedUnion('role', [
      z.object({ role: z.literal('user'), ...stored, parts: UserParts }),
      z.object({
        role: z.literal('assistant'),
        ...stored,
        ...requestFields,
        parts: AssistantParts,
        runId: z.nullable(id('run')),
        end: z.enum(['complete', 'length', 'refused', 'failed', 'stopped', 'interrupted']),
        native: z.nullable(Native),
        durationMs: z.nullable(z.number()),
      }),
      z.object({ role: z.literal('tool-results'), ...stored, parts: ToolResultParts }),
      z.object({
        role: z.literal('env-changed'),
        ...stored,
        roots: list(z.string()),
        added: list(z.string()),
        removed: list(z.string()),
        directives: list(z.object({ path: z.string(), text: z.string() })),
      }),
      z.object({ role: z.literal('system-title'), ...stored, parts: TextParts }),
      z.object({ role: z.literal('title'), ...stored, ...requestFields, parts: TextParts }),
      z.object({ role: z.literal('system-summary'), ...stored, parts: TextParts }),
      z.object({
        role: z.literal('summary'),
        ...stored,
        parts: TextParts,
        coversThrough: id('msg'),
        form: z.enum(['prose', 'snapshot', 'truncated']),
        request: z.nullable(Request),
      }),
      z.object({ role: z.literal('clear'), ...stored }),
      z.object({
        role: z.literal('accounting'),
        ...stored,
        reason: z.string(),
        removedMessages: z.number(),
        cumulative: Cumulative,
        removed: Cumulative,
      }),
    ]),
  ),
)

/** Messages are immutable: a put creates. */
export function toMessagePut(message: NewMessage): Put {
  const { id, chatId } = message
  const blobs = new Set(filesOf(message).map(file => `blob:${file.blob}`))
  return {
    kind: 'put',
    shelf: MESSAGES_SHELF,
    id,
    parent: chatId,
    order: 'next',
    expect: 0,
    refs: [
      underRef(chatId, message.parentId),
      ...(message.role === 'env-changed' ? [environmentRef(chatId)] : []),
      ...blobs,
    ],
    body: codec.encode(message),
  }
}

export function fromMessageRow(row: ReadRow): Message {
  const place = { id: toMessageId(row.id), chatId: toChatId(row.parent), order: row.order }
  const decoded = codec.decode(row)
  return 'record' in decoded ? { ...decoded.record, ...place } : toUnreadable(row, place, decoded.unreadable)
}

/** The ref that lists what hangs on a message, and, for null, the roots of a chat: no message has a chat's id. */
export function underRef(chatId: ChatId, parentId: MessageId | null): string {
  return `${UNDER}${parentId ?? chatId}`
}

/** The ref of the notes in a chat about its directories: few, where there are any. */
export function environmentRef(chatId: ChatId): string {
  return `env:${chatId}`
}

/** What a row hangs on, without opening it. Undefined when its refs are lost too, as in a sealed store. */
export function parentFromRefs(row: Pick<ReadRow, 'refs'>): MessageId | null | undefined {
  const under = row.refs.find(ref => ref.startsWith(UNDER))?.slice(UNDER.length)
  if (under === undefined) return undefined
  return isMessageId(under) ? under : null
}

const UNDER = 'under:'

function toUnreadable(
  row: ReadRow,
  place: Pick<Message, 'id' | 'chatId' | 'order'>,
  because: string,
): UnreadableMessage {
  return { role: 'unreadable', ...place, parentId: parentFromRefs(row) ?? null, at: 0, copiedFrom: null, because }
}

function filesOf(message: NewMessage): readonly FilePart[] {
  switch (message.role) {
    case 'user':
      return message.parts.filter(part => part.kind === 'file')
    case 'assistant':
      return message.parts.filter(part => part.kind === 'file')
    case 'tool-results':
      return message.parts.flatMap(part => part.content.filter(content => content.kind === 'file'))
    case 'env-changed':
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
    case 'clear':
    case 'accounting':
      return []
  }
}

function toMessageId(text: string): MessageId {
  if (!isMessageId(text)) throw new Error(`${MESSAGES_SHELF}/${text} does not have the id of a message`)
  return text
}

function toChatId(text: string): ChatId {
  if (!text.startsWith('chat_')) throw new Error(`${text} is not the id of a chat`)
  return `chat_${text.slice('chat_'.length)}`
}

function isMessageId(text: string): text is MessageId {
  return text.startsWith('msg_')
}
