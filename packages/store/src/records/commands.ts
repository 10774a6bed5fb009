import type { Json } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, json, type UnreadableRecord } from './codec.ts'

export const COMMANDS_SHELF = 'commands'

/** A command that was executed, kept for a day so that the same one given twice acts once (FH-6). */
export interface CommandRecord {
  /** The key its client gave it. */
  readonly id: string
  readonly command: string
  /** Tells a repetition from another command under the same key. */
  readonly inputHash: string
  readonly answer: Json
  readonly at: number
}

const codec = createCodec(
  1,
  exactly<CommandRecord>()(
    z.object({ id: z.string(), command: z.string(), inputHash: z.string(), answer: json, at: z.number() }),
  ),
)

/** Creates only: of two that carry the same key, one conflicts. */
export function toCommandPut(command: CommandRecord): Put {
  return {
    kind: 'put',
    shelf: COMMANDS_SHELF,
    id: command.id,
    parent: '',
    order: command.at,
    expect: 0,
    refs: [],
    body: codec.encode(command),
  }
}

export function fromCommandRow(row: ReadRow): CommandRecord | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
