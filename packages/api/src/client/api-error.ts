export interface ApiErrorFacts {
  /** 0 when no answer came. */
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly field?: string
  readonly cause?: unknown
}

/** Why a request failed. `unreachable` is the one code that is not the home's own: nothing answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly retryable: boolean
  readonly field: string | null

  constructor({ status, code, message, retryable, field, cause }: ApiErrorFacts) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.retryable = retryable
    this.field = field ?? null
  }
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError({
    status: 0,
    code: 'unreachable',
    message: 'Stet cannot be reached.',
    retryable: true,
    cause,
  })
}

/** The error in an answer. A proxy in between may answer with anything, so its shape is not trusted. */
export async function toApiError(response: Response): Promise<ApiError> {
  const { status } = response
  const problem = fields(parseOrNull(await response.text()))
  const { code, detail, retryable, field } = problem
  return new ApiError({
    status,
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof detail === 'string' ? detail : `The answer was ${status}.`,
    retryable: typeof retryable === 'boolean' ? retryable : status >= 500 || status === 429,
    ...(typeof field === 'string' ? { field } : {}),
  })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
