import { invalid } from './problem.ts'

const KEY = /^[!-~]{1,200}$/

/** The key that makes a command act once however often it arrives. */
export function commandKey(request: Request): string {
  const key = request.headers.get('idempotency-key')
  if (key !== null && KEY.test(key)) return key
  throw invalid('Idempotency-Key', 'A command needs an Idempotency-Key of 1 to 200 visible ASCII characters.')
}
