import type { Json } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow, Store } from '../contract/store.ts'
import { createCodec, exactly, json, type UnreadableRecord } from './schemas/codec.ts'

export const COMMANDS_SHELF = 'commands'
/** No client repeats a command after this long. */
const COMMAND_LIFE_MS = 24 * 60 * 60 * 1000

/** A command that was executed, kept for a day so that the same one given twice acts once (FH-6). */
export interface CommandRecord {
  /** The key its client gave it. */
  readonly id: string
  readonly command: string
  /** Distinguishes a repetition from another command under the same key. */
  readonly inputHash: string
  /** Of credentials that came with it, under the home's key; commands of earlier versions have none. */
  readonly secretsHash?: string
  readonly answer: Json
  readonly at: number
}

const codec = createCodec(
  1,
  exactly<CommandRecord>()(
    z.object({
      id: z.string(),
      command: z.string(),
      inputHash: z.string(),
      secretsHash: z.exactOptional(z.string()),
      answer: json,
      at: z.number(),
    }),
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

const EXPIRE_SLICE = 200

/** Removes commands older than a day, a slice per write. Returns how many. */
export async function expireCommands(store: Store, now: number): Promise<number> {
  const query = { by: { parent: '' }, limit: EXPIRE_SLICE }
  for (let expired = 0; ; ) {
    const [page] = await store.listHeads(COMMANDS_SHELF, [query])
    const old = page?.heads.filter(({ order }) => order < now - COMMAND_LIFE_MS) ?? []
    await store.write(old.map(({ id, version }) => ({ kind: 'remove', shelf: COMMANDS_SHELF, id, expect: version })))
    expired += old.length
    if (old.length < EXPIRE_SLICE) return expired
  }
}

export function fromCommandRow(row: ReadRow): CommandRecord | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
