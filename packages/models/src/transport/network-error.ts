import { ModelError } from '../model-error.ts'

interface Cause {
  readonly because: string
  readonly retryable: boolean
}

const LOST: Cause = { because: 'closed the connection before the answer was complete', retryable: true }
const UNREACHABLE: Cause = { because: 'cannot be reached from this network', retryable: true }
// The model may have worked on it all that time, at the user's cost: only the user asks again.
const SILENT: Cause = { because: 'did not answer in time', retryable: false }
const UNCONNECTED: Cause = { because: 'could not be connected to in time', retryable: true }

const causes: Readonly<Record<string, Cause>> = {
  ENOTFOUND: { because: 'has no address: the name is not known (DNS)', retryable: false },
  EAI_AGAIN: { because: 'has no address for now: names cannot be looked up (DNS)', retryable: true },
  ECONNREFUSED: { because: 'refused the connection: nothing listens there', retryable: false },
  ECONNRESET: LOST,
  EPIPE: LOST,
  UND_ERR_SOCKET: LOST,
  UND_ERR_ABORTED: LOST,
  ECONNABORTED: LOST,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ENETDOWN: UNREACHABLE,
  ETIMEDOUT: UNCONNECTED,
  UND_ERR_CONNECT_TIMEOUT: UNCONNECTED,
  UND_ERR_HEADERS_TIMEOUT: SILENT,
  UND_ERR_BODY_TIMEOUT: SILENT,
}

/** A failure below HTTP, by its named cause (FP-18), however deep it is hidden. */
export function networkError(error: unknown, host: string): ModelError {
  const code = codesOf(error).find(candidate => causeOf(candidate) !== null)
  const cause = code === undefined ? null : causeOf(code)
  const message =
    cause === null ? `${host} could not be reached: the connection failed` : `${host} ${cause.because} (${code})`
  return new ModelError('network', { message, retryable: cause?.retryable ?? true, cause: error })
}

function causeOf(code: string): Cause | null {
  const known = causes[code]
  if (known !== undefined) return known
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/.test(code)) {
    return { because: 'could not prove who it is, or speaks no TLS', retryable: false }
  }
  if (code === 'HTTPParserError' || code.startsWith('HPE_')) return { because: 'does not speak HTTP', retryable: false }
  return null
}

/** The codes of an error, or its name where it has none, and of everything that caused it, the outermost first. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 8) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [error.name]
  const several = error instanceof AggregateError ? error.errors : []
  return [...own, ...several.flatMap(one => codesOf(one, depth + 1)), ...codesOf(error.cause, depth + 1)]
}
