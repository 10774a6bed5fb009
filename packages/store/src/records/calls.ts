import {
  type CallId,
  type ChatId,
  type Drawing,
  type MessageId,
  TODO_STATES,
  type ToolPolicy,
  type ToolResultPart,
} from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, list, type UnreadableRecord } from './schemas/codec.ts'
import { ResultContent } from './schemas/part-schemas.ts'

export const CALLS_SHELF = 'calls'
/** The ref of calls that wait for the user's approval. */
export const APPROVAL_REF = 'call:waits'

/** A call that a model proposed, and its state. */
export interface Call {
  readonly id: CallId
  readonly chatId: ChatId
  /** The answer that makes it. */
  readonly messageId: MessageId
  /** Its place among the calls of that answer. */
  readonly position: number
  readonly tool: string
  /** The argument text exactly as the model wrote it. */
  readonly input: string
  /** SHA-256 of exactly what would run: an approval covers this and nothing else (Z-7). */
  readonly hash: string
  /** The tool's settings when the call was proposed. */
  readonly policy: ToolPolicy
  /** How it is shown, saved so that it reads the same when the tool is gone (T1). */
  readonly shown: ShownCall
  readonly state: CallState
}

export interface ShownCall {
  readonly title: string
  readonly icon: string
  readonly summary: string | null
  /** Whether "always in this chat" can be offered for it (R6). */
  readonly mayBeAlways: boolean
  /** What it would do, for the user who decides. */
  readonly drawings: readonly Drawing[]
}

export type CallState =
  | { readonly kind: 'proposed' }
  | { readonly kind: 'approved'; readonly at: number }
  /** Written before the tool runs. After a crash such a call becomes `unknown` and never runs again. */
  | { readonly kind: 'started'; readonly at: number }
  | SettledState

/** The result for the model. */
export interface SettledState {
  readonly kind: 'denied' | 'done' | 'failed' | 'unknown'
  readonly at: number
  readonly content: ToolResultPart['content']
  /** How the user sees the result, in Markdown; null shows the drawings, or else the content. */
  readonly shown: string | null
  readonly drawings: readonly Drawing[]
}

const onDisk = z.optional(z.boolean())

const Drawings = exactly<readonly Drawing[]>()(
  list(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('file'),
        path: z.string(),
        mediaType: z.string(),
        size: z.number(),
        text: z.nullable(z.string()),
        file: z.nullable(z.object({ id: id('file'), version: z.number() })),
        onDisk,
      }),
      z.object({ kind: z.literal('diff'), path: z.string(), patch: z.string(), onDisk }),
      z.object({
        kind: z.literal('listing'),
        path: z.string(),
        entries: list(z.object({ path: z.string(), size: z.number(), isFolder: z.boolean() })),
        onDisk,
      }),
      z.object({ kind: z.literal('code'), label: z.string(), language: z.nullable(z.string()), text: z.string() }),
      z.object({
        kind: z.literal('todos'),
        todos: list(z.object({ text: z.string(), state: z.enum(TODO_STATES) })),
      }),
      z.object({
        kind: z.literal('hits'),
        hits: list(
          z.object({
            chatId: id('chat'),
            messageId: z.nullable(id('msg')),
            title: z.string(),
            excerpt: z.string(),
          }),
        ),
      }),
      z.object({
        kind: z.literal('links'),
        links: list(z.object({ title: z.string(), url: z.string(), excerpt: z.string() })),
      }),
    ]),
  ),
)

// Calls written before results could be drawn have no drawings.
const drawings = z._default(Drawings, [])

const settled = { at: z.number(), content: ResultContent, shown: z.nullable(z.string()), drawings }

const codec = createCodec(
  1,
  exactly<Call>()(
    z.object({
      id: id('call'),
      chatId: id('chat'),
      messageId: id('msg'),
      position: z.number(),
      tool: z.string(),
      input: z.string(),
      hash: z.string(),
      policy: z.enum(['auto', 'confirm', 'deny']),
      shown: z.object({
        title: z.string(),
        icon: z.string(),
        summary: z.nullable(z.string()),
        mayBeAlways: z.boolean(),
        drawings,
      }),
      state: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('proposed') }),
        z.object({ kind: z.literal('approved'), at: z.number() }),
        z.object({ kind: z.literal('started'), at: z.number() }),
        z.object({ kind: z.enum(['denied', 'done', 'failed', 'unknown']), ...settled }),
      ]),
    }),
  ),
)

export function toCallPut(call: Call, expect: number): Put {
  const { id, messageId, position, state, policy } = call
  // The result may name files: their blobs must live as long as the row.
  const content = 'content' in state ? state.content : []
  const blobs = new Set(content.flatMap(part => (part.kind === 'file' ? [`blob:${part.blob}`] : [])))
  return {
    kind: 'put',
    shelf: CALLS_SHELF,
    id,
    parent: messageId,
    order: position,
    expect,
    refs: [...blobs, ...(state.kind === 'proposed' && policy === 'confirm' ? [APPROVAL_REF] : [])],
    body: codec.encode(call),
  }
}

export function fromCallRow(row: ReadRow): Call | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
