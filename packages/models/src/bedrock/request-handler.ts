/** What the SDK hands to whatever sends its requests. */
interface OutgoingRequest {
  readonly method: string
  readonly protocol: string
  readonly hostname: string
  readonly port?: number | undefined
  readonly path: string
  readonly query?: Readonly<Record<string, string | string[] | null>> | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface HandlerOptions {
  readonly fetch: typeof globalThis.fetch
  /** The person's own, over the SDK's. */
  readonly headers: Readonly<Record<string, string>>
  /** Goes instead of what the SDK wrote; null for the SDK's own. */
  readonly body: string | null
  /** Told the body of an answer that is no stream of events, as it came. The SDK itself is then given none. */
  readonly onWhole?: (text: string) => void
}

/** `fetch` sets the first two itself, for the body that goes; the others tell of the machine, and of attempts that are not made here. */
const LEFT_OUT = new Set([
  'host',
  'content-length',
  'user-agent',
  'x-amz-user-agent',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
])

/**
 * Sends what the SDK asks for over a given `fetch`. With an API key nothing is signed, so that the body may be ours: the SDK writes and
 * reads only the fields that it knows, and an earlier answer would not be replayed as it came.
 */
export function createRequestHandler({ fetch, headers: own, body, onWhole }: HandlerOptions) {
  return {
    async handle(request: OutgoingRequest) {
      const { method } = request
      const sent = method === 'GET' || method === 'HEAD' ? null : (body ?? toText(request.body))
      const response = await fetch(urlOf(request), { method, headers: headersOf(request, own), body: sent })
      const headers = Object.fromEntries(response.headers)
      const isStream = headers['content-type']?.includes('eventstream') === true
      if (isStream) return { response: { statusCode: response.status, headers, body: response.body } }
      const text = await response.text()
      if (response.ok) onWhole?.(text)
      const left = response.ok && onWhole !== undefined ? '{}' : text
      return { response: { statusCode: response.status, headers, body: new TextEncoder().encode(left) } }
    },
    /** The SDK asks and tells these; nothing of it is settled here. */
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  }
}

function urlOf({ protocol, hostname, port, path, query = {} }: OutgoingRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) search.append(name, one)
  }
  const asked = search.size === 0 ? '' : `?${search}`
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${asked}`
}

function headersOf(request: OutgoingRequest, own: HandlerOptions['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (!LEFT_OUT.has(name.toLowerCase())) headers.set(name, value)
  }
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  return headers
}

function toText(body: unknown): string | null {
  if (body === undefined || body === null) return null
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw new Error('the SDK wrote a body that is neither text nor bytes')
}
