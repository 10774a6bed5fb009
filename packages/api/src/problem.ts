export interface ProblemFacts {
  readonly status: number
  /** A word for programs; the detail is for people. */
  readonly code: string
  readonly detail: string
  readonly retryable?: boolean
  /** The part of the request that is wrong. */
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** What a request is answered with when it cannot be carried out (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly facts: ProblemFacts

  constructor(facts: ProblemFacts) {
    super(facts.detail)
    this.facts = facts
  }

  toResponse(): Response {
    const { status, code, detail, retryable = false, field, headers } = this.facts
    const body = {
      type: 'about:blank',
      title: TITLES[status],
      status,
      code,
      detail,
      retryable,
      ...(field === undefined ? {} : { field }),
    }
    return new Response(JSON.stringify(body), {
      status,
      headers: { ...headers, 'content-type': 'application/problem+json' },
    })
  }
}

export function invalid(field: string, detail: string): Problem {
  return new Problem({ status: 400, code: 'invalid', detail, field })
}

/** One text for what is malformed, missing or somebody else's: the answer must not tell them apart. */
export function chatNotFound(): Problem {
  return new Problem({ status: 404, code: 'chat-not-found', detail: 'There is no such chat.' })
}

export function providerNotFound(): Problem {
  return new Problem({ status: 404, code: 'provider-not-found', detail: 'There is no such provider.' })
}

export function messageNotFound(): Problem {
  return new Problem({ status: 404, code: 'message-not-found', detail: 'There is no such message in this chat.' })
}

export function requestNotFound(): Problem {
  return new Problem({ status: 404, code: 'request-not-found', detail: 'There is no such request.' })
}

export function callNotFound(): Problem {
  return new Problem({ status: 404, code: 'call-not-found', detail: 'There is no such call in this chat.' })
}
