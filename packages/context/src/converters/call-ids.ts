import type { CallId, ModelRequest } from '@stet/history'

/** The id by which a request names a call: the provider's own in a native answer, the record's in one made from its parts. */
export type CallIds = (callId: CallId) => string

export function callIdsOf({ messages }: ModelRequest): CallIds {
  const ids = new Map<CallId, string>()
  for (const message of messages) {
    if (message.form !== 'native') continue
    for (const { callId, providerCallId } of message.calls) if (providerCallId !== null) ids.set(callId, providerCallId)
  }
  return callId => ids.get(callId) ?? callId
}
