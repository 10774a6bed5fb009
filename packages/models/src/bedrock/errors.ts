import { REFUSES_APPENDED } from '../claude/appended.ts'
import { ModelError, type ModelErrorKind } from '../model-error.ts'
import { fromResponse, type Refusal, sayError, shorten } from '../transport/to-model-error.ts'

/** What Bedrock's name for an error says more exactly than its status; null leaves it at the status. */
export function refine(refusal: Refusal): ModelError | null {
  const { status, headers, body } = refusal
  const name = headers.get('x-amzn-errortype')?.split(':')[0] ?? ''
  const said = sayError(status, body)
  const reported = kindOf(name, said)
  const { kind, message, retryAfterMs } = fromResponse(refusal)
  if (reported === null || (reported.kind === kind && reported.retryable === undefined)) return null
  return new ModelError(reported.kind, {
    message,
    status,
    ...(retryAfterMs !== null && { retryAfterMs }),
    ...(reported.retryable !== undefined && { retryable: reported.retryable }),
  })
}

/** An exception that Bedrock sent within a stream (FP-5). */
export function fromException(name: string, message: string): ModelError {
  const reported = kindOf(name, message)
  const said = shorten(message)
  return new ModelError(reported?.kind ?? 'protocol', {
    message: reported !== null && said !== '' ? said : `the answer broke off: ${name}`,
    ...(reported?.retryable !== undefined && { retryable: reported.retryable }),
  })
}

interface Reported {
  readonly kind: ModelErrorKind
  readonly retryable?: boolean
}

function kindOf(name: string, message: string): Reported | null {
  switch (name.toLowerCase()) {
    case 'throttlingexception':
    case 'toomanyrequestsexception':
    case 'modelnotreadyexception':
      return /per day|daily/i.test(message) ? { kind: 'rate-limited', retryable: false } : { kind: 'rate-limited' }
    case 'servicequotaexceededexception':
      return { kind: 'rate-limited', retryable: false }
    case 'internalserverexception':
    case 'serviceunavailableexception':
    case 'modeltimeoutexception':
    case 'modelerrorexception':
    case 'modelstreamerrorexception':
      return { kind: 'overloaded' }
    case 'accessdeniedexception':
    case 'unrecognizedclientexception':
    case 'expiredtokenexception':
      return { kind: 'auth' }
    case 'resourcenotfoundexception':
      return { kind: 'not-found' }
    case 'validationexception':
      return { kind: kindOfInvalid(message) }
    default:
      return null
  }
}

const TOO_LONG =
  /too long|exceeds? (the )?(model's )?(maximum )?(context|number of (input )?tokens|input)|maximum context length|too many (input )?tokens/i
const UNKNOWN_MODEL = /model identifier is invalid|model ID.*(not found|does not exist)/i
const OF_SETTINGS = /thinking\.(type|enabled|disabled|adaptive|budget|display)|budget_tokens/i
const REPLAYED =
  /`?thinking`? (or `?redacted_thinking`? )?blocks?\b|`thinking`|signature|redactedContent|reasoningContent/i

/** Bedrock has one name for every wrong request; the message says the rest, often in the words of the model's maker. */
function kindOfInvalid(message: string): ModelErrorKind {
  if (TOO_LONG.test(message)) return 'context-too-long'
  if (UNKNOWN_MODEL.test(message)) return 'not-found'
  const isReplayed = (REPLAYED.test(message) && !OF_SETTINGS.test(message)) || REFUSES_APPENDED.test(message)
  return isReplayed ? 'replay-refused' : 'invalid-request'
}
