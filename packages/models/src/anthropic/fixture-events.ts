import type { Json } from '@stet/history'
import type { Block } from '../claude/blocks.ts'

/** An answer as Anthropic sends it, written by hand: as stream events and as one message. */

export const MESSAGE = {
  id: 'msg_01',
  type: 'message',
  role: 'assistant',
  model: 'claude-test-1',
  stop_sequence: null,
} as const

export const startUsage = {
  input_tokens: 21,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: 1,
  service_tier: 'standard',
}
const endUsage = { output_tokens: 34 }

/** A block with the deltas in which it is written; the block is what it starts as. */
export interface Written {
  readonly block: Block
  readonly deltas: readonly Json[]
}

export const start: Json = {
  type: 'message_start',
  message: { ...MESSAGE, content: [], stop_reason: null, usage: startUsage },
}
export const ping: Json = { type: 'ping' }
export const stop: Json = { type: 'message_stop' }

export function blockEvents({ block, deltas }: Written, index: number): readonly Json[] {
  return [
    { type: 'content_block_start', index, content_block: block },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

export function endEvent(stopReason: string, reported: Json = endUsage): Json {
  return { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: reported }
}

export function stream(written: readonly Written[], stopReason = 'end_turn'): readonly Json[] {
  return [start, ping, ...written.flatMap(blockEvents), endEvent(stopReason), stop]
}

export function whole(content: readonly Block[], stopReason = 'end_turn'): Json {
  return { ...MESSAGE, content, stop_reason: stopReason, usage: { ...startUsage, ...endUsage } }
}

export function text(...pieces: readonly string[]): Written {
  return { block: { type: 'text', text: '' }, deltas: pieces.map(piece => ({ type: 'text_delta', text: piece })) }
}

export function json(...pieces: readonly string[]): readonly Json[] {
  return pieces.map(piece => ({ type: 'input_json_delta', partial_json: piece }))
}

export function errorEvent(type: string, message: string): Json {
  return { type: 'error', error: { type, message }, request_id: 'req_01' }
}

/** The event's name goes before it: the SDK reads no event without one. */
export function frame(event: Json): string {
  const type = typeof event === 'object' && event !== null && 'type' in event ? event.type : ''
  // A spoiled name may be anything, also what has no text.
  const name = typeof type === 'object' ? JSON.stringify(type) : type
  return `event: ${name}\ndata: ${JSON.stringify(event)}\n\n`
}
