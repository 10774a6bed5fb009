import { ModelError } from '../model-error.ts'

const OPENAI = 'https://api.openai.com/v1'

/** Where the API is, however it was written down: with a slash at its end or without, the bare host, or the address of a route. */
export function baseUrlOf(baseUrl: string | null): string {
  if (baseUrl === null) return OPENAI
  const url = URL.parse(baseUrl.trim())
  if (url === null) throw new ModelError('invalid-request', { message: `the base URL ${baseUrl} is no URL` })
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(responses|models)$/, '')
  url.pathname = path === '' ? '/v1' : path
  return url.href
}
