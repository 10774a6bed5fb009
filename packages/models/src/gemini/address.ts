import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'

const VENDOR = 'https://generativelanguage.googleapis.com'
const VERSION = /\/v\d+[a-z0-9]*$/
const KEY_HEADER = 'x-goog-api-key'

/** Where requests go, with its version: people paste addresses with or without one, and with a slash at the end. */
export function baseUrlOf(baseUrl: string | null): string {
  const url = (baseUrl ?? VENDOR).trim().replace(/\/+$/, '')
  return VERSION.test(url) ? url : `${url}/v1beta`
}

/** `models/` may be part of a name; other collections, such as `tunedModels/`, always are. */
export function modelPath(model: string): string {
  const path = model.includes('/') ? model : `models/${model}`
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The user's own headers take precedence, also over the key. Without a key nothing is sent. */
export function keyHeaders({ definition, credentials }: Pick<Connection, 'definition' | 'credentials'>): Headers {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (credentials.key !== null) headers.set(KEY_HEADER, credentials.key)
  for (const [name, value] of Object.entries(credentials.headers)) headers.set(name, value)
  if (!headers.has(KEY_HEADER))
    throw new ModelError('auth', { message: `${definition.name} needs a key, and has none` })
  return headers
}
