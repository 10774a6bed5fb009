import type { CallId } from '@stet/history'

/** Names calls on the wire, so that no id comes twice in a request (FP-11), whatever the provider or an import called them. */
export interface CallIds {
  /** The id of a call that is made here: the one it has, unless that is missing, taken, or refused. */
  name(callId: CallId, own: string | null): string
  /** The id by which a result names its call: the last one that was named so. */
  of(callId: CallId): string
}

export interface IdRule {
  /** Which of the provider's own ids may stay. */
  readonly accepts: (own: string) => boolean
  /** The id of a call that has none; `attempt` counts from 0 while the ids before are taken. */
  readonly make: (callId: CallId, attempt: number) => string
}

export function createCallIds({ accepts, make }: IdRule): CallIds {
  const taken = new Set<string>()
  const names = new Map<CallId, string>()

  function freeId(callId: CallId, own: string | null): string {
    if (own !== null && own !== '' && accepts(own) && !taken.has(own)) return own
    let attempt = 0
    while (taken.has(make(callId, attempt))) attempt += 1
    return make(callId, attempt)
  }

  return {
    name(callId, own) {
      const id = freeId(callId, own)
      taken.add(id)
      names.set(callId, id)
      return id
    },
    of: callId => names.get(callId) ?? make(callId, 0),
  }
}

/** This much of an id is ours; the rest is left for a number that makes it unique. */
const LONGEST_BASE = 56

/** Our own id in letters, digits, underscores and hyphens. */
export function plainId(callId: CallId, attempt: number): string {
  const plain = callId.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, LONGEST_BASE)
  return attempt === 0 ? plain : `${plain}_${attempt + 1}`
}

/** Nine letters and digits, since Mistral takes no others and everybody else takes these too. The same call always gets the same id. */
export function shortId(callId: CallId, attempt: number): string {
  // FNV-1a, forwards and backwards: enough that two calls of a chat rarely meet.
  let forwards = 0x811c9dc5 ^ attempt
  let backwards = 0x9dc5811c ^ attempt
  for (let at = 0; at < callId.length; at += 1) {
    forwards = Math.imul(forwards ^ callId.charCodeAt(at), 0x01000193)
    backwards = Math.imul(backwards ^ callId.charCodeAt(callId.length - 1 - at), 0x01000193)
  }
  return lettersOf(forwards, 5) + lettersOf(backwards, 4)
}

function lettersOf(hash: number, length: number): string {
  return (hash >>> 0).toString(36).padStart(length, '0').slice(-length)
}
