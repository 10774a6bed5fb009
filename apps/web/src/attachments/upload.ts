import { ApiError, FILES, type FilePart, toApiError, unreachable } from '@stet/api/client'
import { basePath } from '../formats/base-path.ts'

export interface Upload {
  readonly name: string
  readonly bytes: Blob
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Sends a file to the home. Rejects with an `ApiError`, or with the reason of the signal. `fetch` does not say how far an upload is. */
export function uploadFile({ name, bytes, signal, onProgress }: Upload): Promise<FilePart> {
  const { promise, resolve, reject } = Promise.withResolvers<FilePart>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  request.open(FILES.upload.method, `${basePath}${FILES.upload.path}`)
  request.setRequestHeader('x-file-name', encodeURIComponent(name))
  request.setRequestHeader('content-type', bytes.type === '' ? 'application/octet-stream' : bytes.type)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total))
  request.addEventListener('load', () => {
    if (request.status === 201) return resolve(JSON.parse(request.responseText))
    toApiError(new Response(request.responseText, { status: request.status })).then(reject, reject)
  })
  request.addEventListener('error', () => reject(unreachable(new Error('the upload was cut off'))))
  request.addEventListener('abort', () => reject(signal.reason))
  request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
  signal.addEventListener('abort', abort)
  if (signal.aborted) reject(signal.reason)
  else request.send(bytes)
  return promise
}

/** What browsers call it when they cannot read a file that was chosen, pasted or dropped. */
const UNREADABLE = ['NotFoundError', 'NotReadableError']
const UNREADABLE_WORDS = 'It cannot be read: it is a folder, or was moved or deleted. Add files one by one.'

/** A failure in words, and whether trying again may help. */
export function failureOf(error: unknown): { readonly because: string; readonly retryable: boolean } {
  if (error instanceof ApiError) return { because: error.message, retryable: error.retryable }
  if (error instanceof DOMException && UNREADABLE.includes(error.name))
    return { because: UNREADABLE_WORDS, retryable: false }
  return { because: error instanceof Error ? error.message : String(error), retryable: false }
}
