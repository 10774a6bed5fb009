import type { Json, MessageId, ModelRequest, Part, RequestMessage } from '@stet/history'
import { type CallIds, callIdsOf } from '../converters/call-ids.ts'

/** What a provider sees of a message, in words that all of them share. */
export type WireBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning' }
  /** `id` is null where the provider has no ids for calls. */
  | { readonly kind: 'call'; readonly id: string | null }
  | { readonly kind: 'result'; readonly id: string }
  | { readonly kind: 'other' }

export interface WireTurn {
  readonly messageIds: readonly (MessageId | null)[]
  readonly role: 'user' | 'assistant'
  readonly blocks: readonly WireBlock[]
}

/** Reads the blocks of an answer in its provider's own words; null when they are not its words. */
export type ReadNative = (content: Json) => readonly WireBlock[] | null

export interface Wire {
  readonly turns: readonly WireTurn[]
  /** What is wrong with the native answers themselves. */
  readonly breaches: readonly string[]
}

/** The request as a provider reads it: results are the person's, and messages of one role in a row are one turn. */
export function toWire(request: ModelRequest, protocol: string, readNative: ReadNative): Wire {
  const turns: { messageIds: (MessageId | null)[]; role: WireTurn['role']; blocks: WireBlock[] }[] = []
  const breaches: string[] = []
  const idOf = callIdsOf(request)
  for (const message of request.messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const blocks: readonly WireBlock[] =
      message.form === 'native' ? fromNative(message, protocol, readNative, breaches) : fromParts(message, idOf)
    if (blocks.length === 0) breaches.push(`${message.messageId} says nothing`)
    const last = turns.at(-1)
    if (last?.role === role) {
      last.messageIds.push(message.messageId)
      last.blocks.push(...blocks)
    } else turns.push({ messageIds: [message.messageId], role, blocks: [...blocks] })
  }
  return { turns, breaches }
}

function fromNative(
  { messageId, native, calls }: Extract<RequestMessage, { form: 'native' }>,
  protocol: string,
  readNative: ReadNative,
  breaches: string[],
): readonly WireBlock[] {
  const blocks = native.protocol === protocol ? readNative(native.content) : null
  if (blocks === null) {
    breaches.push(`${messageId} is native, but in the words of ${native.protocol}`)
    return []
  }
  const ids = blocks.flatMap(block => (block.kind === 'call' ? [block.id] : []))
  const named = calls.map(({ callId, providerCallId }) => providerCallId ?? callId)
  if (ids.length !== named.length || ids.some((id, index) => id !== null && id !== named[index])) {
    breaches.push(`${messageId} makes the calls ${ids.join(', ')} and names ${named.join(', ')}`)
  }
  let call = -1
  return blocks.map(block => {
    if (block.kind !== 'call') return block
    call += 1
    return { kind: 'call', id: named[call] ?? block.id }
  })
}

/** A blank text is left away by whoever maps it; a message that is nothing else then says nothing. */
function fromParts({ parts }: Extract<RequestMessage, { form: 'plain' }>, idOf: CallIds): readonly WireBlock[] {
  return parts.flatMap(part => toBlocks(part, idOf))
}

function toBlocks(part: Part, idOf: CallIds): readonly WireBlock[] {
  switch (part.kind) {
    case 'text':
      return /\S/.test(part.text) ? [{ kind: 'text', text: part.text }] : []
    case 'tool-call':
      return [{ kind: 'call', id: idOf(part.callId) }]
    case 'tool-result':
      return [{ kind: 'result', id: idOf(part.callId) }]
    case 'file':
      return [{ kind: 'other' }]
    case 'reasoning':
      return [{ kind: 'reasoning' }]
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}
