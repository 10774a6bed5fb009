import type { DraftRetry } from '@stet/api/client'

/** Why an attempt failed, in a word or two and with the provider's number for it. */
export function retryReason({ because: { kind, status } }: Pick<DraftRetry, 'because'>): string {
  return `${reasonOf(kind)}${status === null ? '' : ` (${status})`}.`
}

/** When the next one is made, and which that is. */
export function retryPlan({ failed, at, afterMs }: Omit<DraftRetry, 'because'>, now: number): string {
  const seconds = Math.max(0, Math.ceil((at + afterMs - now) / 1000))
  const when = seconds === 0 ? 'now' : `in ${seconds} s`
  return `Retrying ${when} (attempt ${failed + 1}).`
}

function reasonOf(kind: DraftRetry['because']['kind']): string {
  switch (kind) {
    case 'overloaded':
      return 'Overloaded'
    case 'rate-limited':
      return 'Rate limited'
    case 'network':
      return 'Could not reach the provider'
    case 'replay-refused':
      return 'Earlier answers rejected; sending them in another form'
    case 'auth':
    case 'context-too-long':
    case 'refused':
    case 'not-found':
    case 'invalid-request':
    case 'protocol':
    case 'aborted':
      return 'Attempt failed'
  }
}
