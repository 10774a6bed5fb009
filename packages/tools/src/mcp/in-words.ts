import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { inSeconds } from '@stet/history'
import { McpError } from './mcp.ts'

/** Waits for an answer, but no longer than the signal allows, also for a server that ignores that it was cancelled. Failures are an `McpError` in words. */
export async function inWords<Answer>(ms: number, asked: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([asked, aborted.promise])
  } catch (error) {
    throw toMcpError(error, ms)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Whether the answer is missing because the connection ended. */
export function hasEnded(error: unknown): boolean {
  const { cause } = error instanceof McpError ? error : {}
  if (!(cause instanceof SdkError) || cause instanceof SdkHttpError) return false
  return cause.code === SdkErrorCode.ConnectionClosed || cause.code === SdkErrorCode.EraNegotiationFailed
}

function toMcpError(error: unknown, ms: number): unknown {
  if (error instanceof McpError) return error
  const cause = { cause: error }
  const isTimeout =
    (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  if (isTimeout) return new McpError(`No answer came within ${inSeconds(ms)}.`, cause)
  if (error instanceof DOMException && error.name === 'AbortError') return new McpError('It was stopped.', cause)
  if (error instanceof UnauthorizedError) return new McpError('The server asks you to sign in.', cause)
  if (error instanceof InsufficientScopeError) {
    return new McpError('The server asks for more rights than you gave it. Sign in again to allow them.', cause)
  }
  if (error instanceof SdkHttpError) return new McpError(httpWords(error), cause)
  if (error instanceof SdkError && error.code === SdkErrorCode.ListPaginationExceeded) {
    return new McpError('Its list has no end.', cause)
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
    return new McpError('The server ended before it answered.', cause)
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) {
    return new McpError(`Its answer does not follow the protocol: ${firstLine(error.message)}`, cause)
  }
  if (error instanceof ProtocolError) return new McpError(firstLine(error.message), cause)
  if (error instanceof Error) return new McpError(firstLine(rootOf(error).message), cause)
  return new McpError(String(error), cause)
}

function httpWords({ status }: SdkHttpError): string {
  if (status === 401 || status === 403)
    return `The server refused the request (${status}). Check its headers, or sign in.`
  if (status === 404) return 'There is no MCP server at this address (404).'
  return `The server answered with HTTP ${status}.`
}

/** The message of fetch is always “fetch failed”; the reason is in its cause. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 500)
}
