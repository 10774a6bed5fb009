import type { CallId } from '@stet/history'

export interface CallIds {
  /** The id by which a request names a call, the same for the call and its result. */
  of(callId: CallId): string
  /** The provider's own id of a call that goes native. */
  keep(callId: CallId, providerCallId: string): void
}

/**
 * Ids of the calls of one request: the same calls in the same order always get the same ids. They are nine letters and figures,
 * since Mistral takes no others and everybody else takes these too.
 */
export function createCallIds(): CallIds {
  const ids = new Map<CallId, string>()
  const taken = new Set<string>()

  function keep(callId: CallId, id: string): void {
    ids.set(callId, id)
    taken.add(id)
  }

  return {
    of(callId) {
      const known = ids.get(callId)
      if (known !== undefined) return known
      let salt = 0
      let id = shortId(callId, salt)
      while (taken.has(id)) {
        salt += 1
        id = shortId(callId, salt)
      }
      keep(callId, id)
      return id
    },
    keep,
  }
}

/** FNV-1a, forwards and backwards: enough that two calls of a chat do not meet, and `of` looks for those that do. */
function shortId(callId: string, salt: number): string {
  let forwards = 0x811c9dc5 ^ salt
  let backwards = 0x9dc5811c ^ salt
  for (let at = 0; at < callId.length; at += 1) {
    forwards = Math.imul(forwards ^ callId.charCodeAt(at), 0x01000193)
    backwards = Math.imul(backwards ^ callId.charCodeAt(callId.length - 1 - at), 0x01000193)
  }
  return lettersOf(forwards, 5) + lettersOf(backwards, 4)
}

function lettersOf(hash: number, length: number): string {
  return (hash >>> 0).toString(36).padStart(length, '0').slice(-length)
}
