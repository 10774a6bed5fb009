import type { CallId, ChatId, MessageId, ToolPolicy, ToolResultPart } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './codec.ts'
import { ResultContent } from './part-schemas.ts'

export const CALLS_SHELF = 'calls'

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
  /** What held for the tool when the call was proposed. */
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
  /** How the user sees the result, in Markdown; null shows the content. */
  readonly shown: string | null
}

const settled = { at: z.number(), content: ResultContent, shown: z.nullable(z.string()) }

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
  const { id, messageId, position, state } = call
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
    refs: [...blobs],
    body: codec.encode(call),
  }
}

export function fromCallRow(row: ReadRow): Call | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
