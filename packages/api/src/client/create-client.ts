import { EVENTS, FILES, fillPath, ZIP } from '@stet/commands'
import type { FilePart, WorkspaceId } from '@stet/history'
import { schedule as scheduleByTimer } from '../schedule.ts'
import { toApiError, unreachable } from './api-error.ts'
import { type CommandMethods, createMethods, type ReadMethods, toQuery } from './methods.ts'
import { onWake, type Watch, type WatchDeps, type WatchOptions, watch } from './watch.ts'

export interface ClientOptions extends Partial<Pick<WatchDeps, 'schedule' | 'random' | 'onWake'>> {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** What comes before `/api`: empty for the page's own home. */
  readonly base: string
  readonly newKey: () => string
}

/** The API, typed: a method for each command and each read. Every method rejects with an `ApiError` and nothing else. */
export interface Client extends CommandMethods, ReadMethods {
  watch(options: WatchOptions): Watch
  /** Stores the bytes of a file. The same bytes are the same blob. */
  upload(bytes: Blob, name: string): Promise<FilePart>
  readBlob(blob: string): Promise<ArrayBuffer>
  /** Where a blob is shown, or downloaded under a name. */
  blobUrl(blob: string, file: { readonly name: string; readonly download?: boolean }): string
  /** Where a folder is downloaded as a ZIP. */
  zipUrl(workspaceId: WorkspaceId, path: string): string
}

export function createClient({ fetch, base, newKey, ...watchDeps }: ClientOptions): Client {
  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${base}${path}`, init).catch((cause: unknown) => {
      throw unreachable(cause)
    })
    if (response.ok) return response
    throw await toApiError(response)
  }

  // The body may break off after its headers arrived, which is as good as no answer.
  async function readBody(response: Response): Promise<unknown> {
    return response.json().catch((cause: unknown) => {
      throw unreachable(cause)
    })
  }

  return {
    ...createMethods({ request, readBody, newKey }),
    async upload(bytes, name) {
      const headers = {
        'x-file-name': encodeURIComponent(name),
        'content-type': bytes.type || 'application/octet-stream',
      }
      // The route answers with what it stored, which nothing else can make.
      return (await readBody(await request(FILES.upload.path, { method: 'POST', headers, body: bytes }))) as FilePart
    },
    async readBlob(blob) {
      const response = await request(fillPath(FILES.download.path, { blobId: blob }), {})
      return response.arrayBuffer().catch((cause: unknown) => {
        throw unreachable(cause)
      })
    },
    blobUrl: (blob, { name, download = false }) =>
      `${base}${fillPath(FILES.download.path, { blobId: blob })}${toQuery({ name, download: download ? 'true' : null })}`,
    zipUrl: (workspaceId, path) => `${base}${fillPath(ZIP.path, { workspaceId })}${toQuery({ path })}`,
    watch: options =>
      watch(options, {
        open: (chats, lastEventId, signal) =>
          request(`${EVENTS.path}${toQuery({ chats: chats.join(',') || null })}`, {
            signal,
            cache: 'no-store',
            headers: lastEventId === null ? {} : { 'last-event-id': lastEventId },
          }),
        schedule: scheduleByTimer,
        random: Math.random,
        onWake,
        ...watchDeps,
      }),
  }
}
