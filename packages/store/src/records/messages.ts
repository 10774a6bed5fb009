import {
  type ChatId,
  type FilePart,
  type Message,
  type MessageId,
  type NewMessage,
  todoCallIn,
  type UnreadableMessage,
} from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow, SearchDocument, SearchSource } from '../contract/store.ts'
import { chatFacet, monthFacet } from './facets.ts'
import { createCodec, exactly, id, list } from './schemas/codec.ts'
import {
  AssistantParts,
  blobRefs,
  Cumulative,
  Native,
  Request,
  requestFields,
  TextParts,
  ToolResultParts,
  UserParts,
} from './schemas/part-schemas.ts'

export const MESSAGES_SHELF = 'messages'
export const MESSAGE_FORMAT = 1

const stored = {
  id: id('msg'),
  chatId: id('chat'),
  parentId: z.nullable(id('msg')),
  at: z.number(),
  copiedFrom: z.nullable(z.object({ chatId: id('chat'), messageId: id('msg') })),
}

export const accountingFields = {
  role: z.literal('accounting'),
  ...stored,
  reason: z.string(),
  removedMessages: z.number(),
  cumulative: Cumulative,
  removed: Cumulative,
}

const codec = createCodec(
  MESSAGE_FORMAT,
  exactly<NewMessage>()(
    z.discriminatedUnion('role', [
      z.object({ role: z.literal('user'), ...stored, parts: UserParts, sent: z.exactOptional(z.string()) }),
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
      z.object(accountingFields),
    ]),
  ),
)

/** Messages are immutable: a put creates. */
export function toMessagePut(message: NewMessage): Put {
  const { id, chatId } = message
  return {
    kind: 'put',
    shelf: MESSAGES_SHELF,
    id,
    parent: chatId,
    order: 'next',
    expect: 0,
    refs: toMessageRefs(message, NONE_RELEASED),
    body: codec.encode(message),
  }
}

const NONE_RELEASED: ReadonlySet<string> = new Set()

/** The refs of a message: its place, and the files that it keeps alive, without those that were released. */
export function toMessageRefs(message: NewMessage | Message, released: ReadonlySet<string>): readonly string[] {
  const { chatId, parentId } = message
  const files = filesOf(message)
  return [
    underRef(chatId, parentId),
    ...(message.role === 'env-changed' ? [environmentRef(chatId)] : []),
    ...(todoCallIn(message) === null ? [] : [todosRef(chatId)]),
    ...(files.length === 0 || message.role === 'tool-results' ? [] : [filesRef(null), filesRef(chatId)]),
    ...blobRefs(files.filter(({ blob }) => !released.has(blob))),
  ]
}

/** The ref of the messages of users and models with files, released or not: of one chat, or of all. */
export function filesRef(chatId: ChatId | null): string {
  return chatId === null ? 'files' : `files:${chatId}`
}

export function fromMessageRow(row: ReadRow): Message {
  const place = { id: toMessageId(row.id), chatId: toChatId(row.parent), order: row.order }
  const decoded = codec.decode(row)
  return 'record' in decoded ? { ...decoded.record, ...place } : toUnreadable(row, place, decoded.unreadable)
}

/** The ref that lists the children of a message, and, for null, the roots of a chat: no message has a chat's id. */
export function underRef(chatId: ChatId, parentId: MessageId | null): string {
  return `${UNDER}${parentId ?? chatId}`
}

/** The ref of a chat's `env-changed` messages, which are few. */
export function environmentRef(chatId: ChatId): string {
  return `env:${chatId}`
}

/** The ref of the results that replaced a chat's to-do list. Those of versions before it existed get it from `markOlderTodos`. */
export function todosRef(chatId: ChatId): string {
  return `todos:${chatId}`
}

/** The parent of a message, without opening its row. Undefined when its refs are lost too, as in a sealed store. */
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

function filesOf(message: NewMessage | Message): readonly FilePart[] {
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
    case 'unreadable':
      return []
  }
}

/** Every row of the shelf is a message, even if its body cannot be opened. */
export function toMessageId(text: string): MessageId {
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

/**
 * The text of users and models, and file names. Not reasoning and not tool results: listings and pages would bury the
 * conversation that the user looks for.
 */
export const messageSearchSource: SearchSource = {
  shelf: MESSAGES_SHELF,
  toDocument: (_id, body) => toDocument(body),
}

const decoder = new TextDecoder()

/** Reads only the fields it needs: validating a whole message would cost more than indexing it. */
function toDocument(body: Uint8Array): SearchDocument | null {
  const record = recordIn(body)
  if (record === null || (record.role !== 'user' && record.role !== 'assistant')) return null
  const { parts, chatId, role, at } = record
  if (!Array.isArray(parts) || typeof chatId !== 'string') return null
  const text = parts
    .map(spokenText)
    .filter(said => said !== '')
    .join('\n')
  if (text === '') return null
  const facets = [chatFacet(chatId), `role:${role}`, ...(typeof at === 'number' ? [monthFacet(at)] : [])]
  return { text, group: chatId, facets }
}

/** Null for a body that is not a message: its row is unreadable, and nothing in it can be found. */
function recordIn(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(body))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return isObject(value) && value.format === MESSAGE_FORMAT && isObject(value.record) ? value.record : null
}

function spokenText(part: unknown): string {
  if (!isObject(part)) return ''
  const said = part.kind === 'text' ? part.text : part.kind === 'file' ? part.name : ''
  return typeof said === 'string' ? said : ''
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
