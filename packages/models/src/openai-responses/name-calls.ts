import type { CallId, Json, RequestMessage } from '@stet/history'
import { isJsonObject, textField } from '../transport/json-field.ts'

/** A longer id of a call is refused. */
export const LONGEST_ID = 64

type NativeMessage = Extract<RequestMessage, { form: 'native' }>

export interface ResultName {
  readonly id: string
  readonly type: 'function_call_output' | 'custom_tool_call_output'
}

export interface CallNames {
  /** The items of a native answer, each of whose calls has a name that no other call of the request has. */
  inNative(
    items: readonly Json[],
    message: Pick<NativeMessage, 'messageId' | 'calls'>,
    notes: string[],
  ): readonly Json[]
  inPlain(callId: CallId): string
  ofResult(callId: CallId): ResultName
}

/**
 * By which id each call of a request is named. A native call keeps the provider's, unless it has none, one that
 * would be refused, or one that another call before it has: results are found by this id over the whole input, and one would answer two
 * calls (FP-11).
 */
export function nameCalls(): CallNames {
  const taken = new Set<string>()
  const results = new Map<CallId, ResultName>()

  return {
    inNative(items, { messageId, calls }, notes) {
      const open = [...calls]
      return items.map(item => {
        const type = resultType(item)
        if (type === null || !isJsonObject(item)) return item
        const providerCallId = textField(item, 'call_id')
        const at = open.findIndex(one => one.providerCallId === providerCallId)
        // Calls stand in the order of their items, whatever was known of their ids.
        const [call] = open.splice(Math.max(0, at), 1)
        if (call === undefined) return item
        const because = whyNotTaken(providerCallId, taken)
        const id = because === null && providerCallId !== null ? providerCallId : call.callId
        taken.add(id)
        results.set(call.callId, { id, type })
        if (because === null) return item
        notes.push(`a call of ${messageId} goes by an id of ours: its provider gave it ${because}`)
        return { ...item, call_id: id }
      })
    },
    inPlain(callId) {
      taken.add(callId)
      return callId
    },
    ofResult: callId => results.get(callId) ?? { id: callId, type: 'function_call_output' },
  }
}

function whyNotTaken(providerCallId: string | null, taken: ReadonlySet<string>): string | null {
  if (providerCallId === null || providerCallId === '') return 'none'
  if (taken.has(providerCallId)) return 'one that another call has'
  return providerCallId.length > LONGEST_ID ? `one of more than ${LONGEST_ID} characters` : null
}

function resultType(item: Json): ResultName['type'] | null {
  switch (textField(item, 'type')) {
    case 'function_call':
      return 'function_call_output'
    case 'custom_tool_call':
      return 'custom_tool_call_output'
    default:
      return null
  }
}
