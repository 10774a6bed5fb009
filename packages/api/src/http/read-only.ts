import { type AnyRead, READS } from '@stet/commands'
import type { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Problem } from './problem.ts'

/** Why nothing can be changed. */
export interface ReadOnly {
  /** A sentence for the user. */
  readonly because: string
  /** Every readable row, one line of JSON each with its line end; null where the user needs no download. */
  readonly rows: (() => AsyncIterable<string>) | null
}

/** Where the readable rows of a damaged database are downloaded. */
export const SALVAGED_PATH = '/api/salvaged-rows'

/** Reads that have a body are a POST, like commands. */
const POSTS_THAT_READ = new Set(
  Object.values<AnyRead>(READS).flatMap(({ method, path, writes }) => (method === 'POST' && !writes ? [path] : [])),
)

/** Before all routes: refuses what would be saved, and offers the readable rows. */
export function mountReadOnly(app: Hono, readOnly: () => ReadOnly | null): void {
  app.use(async (c, next) => {
    const { method } = c.req
    const reads =
      method === 'GET' ||
      method === 'HEAD' ||
      matchedRoutes(c).some(route => route.method === 'POST' && POSTS_THAT_READ.has(route.path))
    if (!reads) refuseReadOnly(readOnly)
    await next()
  })
  app.get(SALVAGED_PATH, c => {
    const rows = readOnly()?.rows ?? null
    if (rows === null) return c.notFound()
    const headers = {
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="stet-salvaged-rows.ndjson"',
    }
    return new Response(toStream(rows()), { headers })
  })
}

/** Throws while nothing can be changed. */
export function refuseReadOnly(readOnly: (() => ReadOnly | null) | undefined): void {
  const found = readOnly?.() ?? null
  if (found === null) return
  throw new Problem({ status: 503, code: 'read-only', detail: `Nothing can be changed: ${found.because}` })
}

function toStream(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = lines[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
