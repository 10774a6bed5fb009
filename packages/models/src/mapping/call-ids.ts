import type { CallId } from '@stet/history'

/** Names calls on the wire, so that no id comes twice in a request (FP-11), whatever the provider or an import called them. */
export interface CallIds {
  /** The id of a call that is made here: the one it has, unless that is missing, taken, or refused. */
  name(callId: CallId, own: string | null): string
  /** The id by which a result names its call: the last one that was named so. */
  of(callId: CallId): string
}

/** So much of an id is ours; the rest is left for a figure that tells it from another. */
const LONGEST_BASE = 56

/** Ids of letters, digits, underscores and hyphens. `accepts` says which of the provider's own may stay. */
export function createCallIds(accepts: (own: string) => boolean): CallIds {
  const taken = new Set<string>()
  const names = new Map<CallId, string>()

  function freeName(callId: CallId, own: string | null): string {
    if (own !== null && accepts(own) && !taken.has(own)) return own
    const plain = toPlainId(callId)
    let name = plain
    for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`
    return name
  }

  return {
    name(callId, own) {
      const name = freeName(callId, own)
      taken.add(name)
      names.set(callId, name)
      return name
    },
    of: callId => names.get(callId) ?? toPlainId(callId),
  }
}

function toPlainId(callId: CallId): string {
  return callId.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, LONGEST_BASE)
}
