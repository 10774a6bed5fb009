import type { PromptId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './schemas/codec.ts'

export const PROMPTS_SHELF = 'prompts'

/** A system prompt that the user saved, or a shipped one as the user changed it (W2). */
export interface StoredPrompt {
  readonly id: PromptId
  readonly name: string
  readonly text: string
}

const codec = createCodec(1, exactly<StoredPrompt>()(z.object({ id: id('prm'), name: z.string(), text: z.string() })))

/** Prompts are listed under the empty parent, in the order they were made. */
export function toPromptPut(
  prompt: StoredPrompt,
  at: { readonly expect: number; readonly order: number | 'next' },
): Put {
  const body = codec.encode(prompt)
  return { kind: 'put', shelf: PROMPTS_SHELF, id: prompt.id, parent: '', ...at, refs: [], body }
}

export function fromPromptRow(row: ReadRow): StoredPrompt | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
