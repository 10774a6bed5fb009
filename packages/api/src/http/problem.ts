import type { NotFoundCode } from '@stet/commands'
import { isNotFoundCode } from '@stet/commands'
import { ModelError } from '@stet/desk'
import { EngineError, type EngineErrorCode, StoreError } from '@stet/engine'
import type { Log } from '../log.ts'

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
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** A request that cannot be answered as asked (RFC 9457). */
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

const NOT_FOUND: Readonly<Record<NotFoundCode, string>> = {
  'chat-not-found': 'There is no such chat.',
  'message-not-found': 'There is no such message in this chat.',
  'call-not-found': 'There is no such call in this chat.',
  'run-not-found': 'There is no such run in this chat.',
  'request-not-found': 'There is no such request.',
  'compaction-not-found': 'There is no such summary being written.',
  'provider-not-found': 'There is no such provider.',
  'workspace-not-found': 'There is no such workspace.',
  'prompt-not-found': 'There is no such prompt.',
  'file-not-found': 'There is no such file.',
  'mcp-server-not-found': 'There is no such MCP server.',
  'attachment-not-found': 'There is no such file.',
}

/** One text for what is malformed, missing or another owner's: the answer must not distinguish them. */
export function notFound(code: NotFoundCode): Problem {
  return new Problem({ status: 404, code, detail: NOT_FOUND[code] })
}

/** Anything thrown behind a route, as the answer to its request. An unexpected error is logged under a reference. */
export function toProblem(error: unknown, log: Log): Problem {
  if (error instanceof Problem) return error
  if (error instanceof EngineError) return fromEngineError(error)
  if (error instanceof StoreError) return fromStoreError(error, log)
  if (error instanceof ModelError) return fromModelError(error)
  const reference = crypto.randomUUID()
  log.error('a request failed unexpectedly', { reference, error })
  return new Problem({
    status: 500,
    code: 'unexpected',
    detail: `Something went wrong here. The log has it under ${reference}.`,
  })
}

const ENGINE_ERRORS: Readonly<
  Record<Exclude<EngineErrorCode, NotFoundCode>, { readonly status: number; readonly retryAfterS?: number }>
> = {
  'chat-unreadable': { status: 409 },
  'provider-unreadable': { status: 409 },
  'message-gone': { status: 409 },
  'directory-refused': { status: 409 },
  'run-active': { status: 409, retryAfterS: 1 },
  'call-decided': { status: 409 },
  'call-changed': { status: 409 },
  'file-exists': { status: 409 },
  'file-changed': { status: 409 },
  'file-refused': { status: 400 },
  'mcp-failed': { status: 502 },
  'request-gone': { status: 410 },
  'request-unreadable': { status: 409 },
  'attachment-gone': { status: 409 },
  'key-reused': { status: 422 },
  'secrets-differ': { status: 409 },
  'model-not-found': { status: 409 },
  'cannot-fit': { status: 422 },
  invalid: { status: 400 },
  closed: { status: 503, retryAfterS: 1 },
}

function fromEngineError({ code, message, field }: EngineError): Problem {
  if (isNotFoundCode(code)) return notFound(code)
  const { status, retryAfterS } = ENGINE_ERRORS[code]
  return new Problem({
    status,
    code,
    detail: toSentence(quoteField(message, field)),
    ...(field === null ? {} : { field }),
    ...retry(retryAfterS),
  })
}

/** A field that begins a sentence is a name of the request, and keeps its spelling. */
function quoteField(clause: string, field: string | null): string {
  if (field === null || !clause.startsWith(field) || /^\w/.test(clause.slice(field.length))) return clause
  return `"${field}"${clause.slice(field.length)}`
}

/** A provider or the network failed: not this home's fault, and said in words. */
function fromModelError({ kind, message, retryable }: ModelError): Problem {
  return new Problem({ status: 502, code: `model-${kind}`, detail: toSentence(message), retryable })
}

const STORE_RETRY_AFTER_S = 2

function fromStoreError(error: StoreError, log: Log): Problem {
  log.error('the store failed', { kind: error.kind, error })
  return new Problem({
    status: 503,
    code: `store-${error.kind}`,
    detail: toSentence(error.message),
    ...retry(error.retryable ? STORE_RETRY_AFTER_S : undefined),
  })
}

function retry(afterS: number | undefined): { retryable?: true; headers?: Record<string, string> } {
  return afterS === undefined ? {} : { retryable: true, headers: { 'retry-after': String(afterS) } }
}

/** Errors are written as clauses, for logs. A user reads them beside other sentences. */
export function toSentence(clause: string): string {
  const capital = clause.charAt(0).toLocaleUpperCase('en') + clause.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

const LONGEST_SHOWN = 100

/** A name from the request in an error: not longer than someone would read. */
export function shorten(name: string): string {
  return name.length <= LONGEST_SHOWN ? name : `${name.slice(0, LONGEST_SHOWN)}…`
}
