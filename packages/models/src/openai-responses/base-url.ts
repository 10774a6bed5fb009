import { ModelError } from '../model-error.ts'

const OPENAI = 'https://api.openai.com/v1'

/** Where the API is, however it was written down: with a slash at its end or without, the bare host, or the address of a route. */
export function baseUrlOf(baseUrl: string | null): string {
  if (baseUrl === null) return OPENAI
  const url = URL.parse(baseUrl.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ModelError('invalid-request', { message: `the base URL ${baseUrl} is no web address` })
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(responses|models)$/, '')
  url.pathname = path === '' ? '/v1' : path
  url.hash = ''
  return url.href
}

/** The address of a route below it; a query of the base stays behind the route. */
export function routeOf(base: string, route: string): string {
  const url = new URL(base)
  url.pathname += route
  return url.href
}
