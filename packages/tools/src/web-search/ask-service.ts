import type { Json } from '@stet/history'
import { SEARCH_SERVICES, type SearchServiceName, type WebHit, type WebQuery } from './search-services.ts'

/** How a search service is reached. */
export interface SearchConnection {
  readonly service: SearchServiceName
  readonly address: string
  readonly key: string | null
  readonly fetch: typeof globalThis.fetch
}

/** A search that did not work. Its message says why and what the user can do, for the user and the model. */
export class WebSearchError extends Error {
  override readonly name = 'WebSearchError'
}

const DEADLINE_MS = 20_000
const LARGEST = 4 * 1024 * 1024

/** Searches the web. Whatever goes wrong outside is a `WebSearchError`; a stopped call rejects with the reason of its signal. */
export async function askService(
  { service: name, address, key, fetch }: SearchConnection,
  query: WebQuery,
  signal: AbortSignal,
): Promise<readonly WebHit[]> {
  const service = SEARCH_SERVICES[name]
  const { label } = service
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  const { url, init } = service.toRequest(address, key, query)
  const { origin } = new URL(url)
  let status: number
  let text: string
  try {
    // A redirect could take the key to another server: it is followed by the user, who enters the new address.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, deadline]) })
    status = response.status
    const next = response.headers.get('location')
    if (status >= 300 && status < 400 && next !== null) {
      await response.body?.cancel()
      const target = URL.parse(next, url)?.origin ?? next
      throw new WebSearchError(`${label} at ${origin} redirects to ${target}. Enter that address instead.`)
    }
    text = await readText(response)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof WebSearchError) throw error
    if (deadline.aborted) {
      throw new WebSearchError(`${label} at ${origin} did not answer within ${DEADLINE_MS / 1000} seconds.`)
    }
    throw new WebSearchError(`${label} at ${origin} cannot be reached: ${causeOf(error)}`)
  }
  const body = parse(text)
  if (status !== 200) {
    throw new WebSearchError(service.explain(status, body) ?? `${label} at ${origin} answered with status ${status}.`)
  }
  const hits = service.readHits(body)
  if (hits === null) {
    throw new WebSearchError(`What answers at ${origin} is not ${label}. Check the address.`)
  }
  return hits.slice(0, query.count)
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > LARGEST) throw new WebSearchError('The answer of the search service is larger than 4 MB.')
    chunks.push(chunk)
  }
  return new Blob(chunks as BlobPart[]).text()
}

/** Null for what is no JSON, which is then not an answer of the service. */
function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** `fetch` wraps why a connection failed. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return /[.!?]$/.test(message) ? message : `${message}.`
}
