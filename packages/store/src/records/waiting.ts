import type { ChatId, FilePart, MessageId, RunId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './schemas/codec.ts'
import { blobRefs, FileParts } from './schemas/part-schemas.ts'

export const WAITING_SHELF = 'waiting'

/** A message that was sent during a run: it becomes a user message when the next step ends (R10). */
export interface WaitingMessage {
  /** The id that the message will have. */
  readonly id: MessageId
  readonly chatId: ChatId
  readonly runId: RunId
  /** The answer it waits for. It belongs to the branch through that answer, during the run and afterwards. */
  readonly below: MessageId
  readonly at: number
  readonly text: string
  readonly files: readonly FilePart[]
  /** What models read in place of the text; absent where that is the same. */
  readonly sent?: string
}

const codec = createCodec(
  1,
  exactly<WaitingMessage>()(
    z.object({
      id: id('msg'),
      chatId: id('chat'),
      runId: id('run'),
      below: id('msg'),
      at: z.number(),
      text: z.string(),
      // Messages that waited before files could be attached.
      files: z._default(FileParts, []),
      sent: z.exactOptional(z.string()),
    }),
  ),
)

/** It does not change: a put creates, and the order of the rows is the order in which they were sent. */
export function toWaitingPut(message: WaitingMessage): Put {
  return {
    kind: 'put',
    shelf: WAITING_SHELF,
    id: message.id,
    parent: message.chatId,
    order: 'next',
    expect: 0,
    refs: blobRefs(message.files),
    body: codec.encode(message),
  }
}

export function fromWaitingRow(row: ReadRow): WaitingMessage | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
