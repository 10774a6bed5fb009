import {
  type AssistantPart,
  type CallId,
  type Json,
  type Message,
  makeId,
  type Origin,
  type Part,
  type ToolResultPart,
  type UserPart,
} from '@stet/history'
import { fingerprint } from '../content/fingerprint.ts'

/** Writes messages of another shape into a record, one behind the other. */
export interface RecordWriter {
  readonly path: readonly Message[]
  user(parts: readonly UserPart[]): void
  /** `native` is the answer in its own shape; it goes back so while nothing is taken out of it. */
  answer(parts: readonly AssistantPart[], native: Json): void
  results(parts: readonly ToolResultPart[]): void
  /** The record's id for a call; a provider's id may come again in a later answer. */
  openCall(providerCallId: string, tool: string): CallId
  /** The latest call with that id of the provider; a new one that pairs with nothing where there is none. */
  callOf(providerCallId: string): { readonly callId: CallId; readonly tool: string }
}

export function createRecordWriter(origin: Origin): RecordWriter {
  const chatId = makeId('chat', placeBytes(0))
  const path: Message[] = []
  const calls = new Map<string, { readonly callId: CallId; readonly tool: string }>()
  let callCount = 0

  function stored(parts: readonly Part[]) {
    const order = path.length + 1
    const parentId = path.at(-1)?.id ?? null
    const id = makeId('msg', placeBytes(order, fingerprint(JSON.stringify(parts))))
    return { id, chatId, parentId, order, at: 0, copiedFrom: null }
  }

  function openCall(providerCallId: string, tool: string): CallId {
    callCount += 1
    const callId = makeId('call', placeBytes(callCount))
    calls.set(providerCallId, { callId, tool })
    return callId
  }

  return {
    path,
    user(parts) {
      path.push({ ...stored(parts), role: 'user', parts })
    },
    answer(parts, content) {
      const native = { protocol: origin.protocol, content }
      const facts = { origin, requestId: null, rawUsage: null, usage: null, runId: null, durationMs: null }
      path.push({ ...stored(parts), ...facts, role: 'assistant', parts, end: 'complete', native })
    },
    results(parts) {
      path.push({ ...stored(parts), role: 'tool-results', parts })
    },
    openCall,
    callOf: providerCallId =>
      calls.get(providerCallId) ?? { callId: openCall(providerCallId, 'unknown'), tool: 'unknown' },
  }
}

/** Bytes of an id from a place and from what is there: counts are kept by id, and another text has another count. */
function placeBytes(place: number, content = ''): Uint8Array {
  const bytes = new Uint8Array(20)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < content.length; at += 8) view.setUint32(at / 2, Number.parseInt(content.slice(at, at + 8), 16))
  view.setUint32(16, place)
  return bytes
}
