import { ModelError } from '../model-error.ts'

/** A request that its provider would refuse is not sent. */
export function refuseBreaches(provider: string, breaches: readonly string[]): void {
  if (breaches.length === 0) return
  throw new ModelError('invalid-request', { message: `${provider} would refuse this request: ${breaches.join('; ')}` })
}
