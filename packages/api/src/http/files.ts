import { FILES, LARGEST_FILE, LONGEST_FILE_NAME, PATH_IDS } from '@stet/commands'
import { type Attachments, BlobTooLarge, type OpenFile } from '@stet/desk'
import { toFileName } from '@stet/history'
import type { Hono } from 'hono'
import { parseWith } from './parse-with.ts'
import { invalid, notFound, Problem } from './problem.ts'

/** Nothing in a file may run, load anything or be framed, whatever a browser takes it for (Z-6). */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
/** Asked again each time: a file that was deleted is gone from the page at once. */
const FILE_CACHING = 'private, no-cache'

export function mountFiles(app: Hono, files: Attachments): void {
  app.post(FILES.upload.path, async c => {
    const name = nameIn(c.req.header('x-file-name'))
    const mediaType = c.req.header('content-type') ?? ''
    if (Number(c.req.header('content-length')) > LARGEST_FILE) throw tooLarge()
    try {
      const part = await files.receive({ name, mediaType, bytes: bodyOf(c.req.raw) })
      return Response.json(part, { status: 201 })
    } catch (error) {
      if (error instanceof BlobTooLarge) throw tooLarge()
      throw error
    }
  })

  app.get(FILES.download.path, async c => {
    const blob = parseWith(PATH_IDS.blobId, c.req.param('blobId'), 'blobId')
    const { name, download } = parseWith(FILES.download.query, c.req.query(), 'query')
    const file = await files.open(blob)
    if (file === null) throw notFound('attachment-not-found')
    const etag = `"${blob}"`
    const headers = {
      'content-type': file.raster ?? 'application/octet-stream',
      'content-disposition': disposition(download === 'true' || file.raster === null, toFileName(name ?? '')),
      'content-security-policy': FILE_POLICY,
      'cache-control': FILE_CACHING,
      'accept-ranges': 'bytes',
      etag,
    }
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return send(file, headers, rangeIn(c.req.raw.headers, etag, file.size))
  })
}

type Range = { readonly from: number; readonly to: number } | 'whole' | 'unsatisfiable'

function send(file: OpenFile, headers: Record<string, string>, range: Range): Response {
  const { size } = file
  if (range === 'unsatisfiable') {
    const detail = `The file has ${size} bytes.`
    const given = { 'content-range': `bytes */${size}` }
    throw new Problem({ status: 416, code: 'range-not-satisfiable', detail, headers: given })
  }
  const { from, to } = range === 'whole' ? { from: 0, to: size } : range
  const part = range === 'whole' ? {} : { 'content-range': `bytes ${from}-${to - 1}/${size}` }
  return new Response(toStream(file.read(from, to)), {
    status: range === 'whole' ? 200 : 206,
    headers: { ...headers, ...part, 'content-length': String(to - from) },
  })
}

/** One range as RFC 9110 has it. Several, and those of an older file, get the whole file, as it allows. */
function rangeIn(headers: Headers, etag: string, size: number): Range {
  const found = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '')
  const ifRange = headers.get('if-range')
  if (found === null || (ifRange !== null && ifRange !== etag)) return 'whole'
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return 'whole'
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole'
  return from < to ? { from, to } : 'unsatisfiable'
}

/** Both spellings of RFC 6266: the plain one for programs that know no other. */
function disposition(isDownload: boolean, name: string): string {
  const plain = name.replaceAll(/[^ -~]|"/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The header is needed: no page of another site can send it without asking. */
function nameIn(header: string | undefined): string {
  const name = decoded(header ?? '')
  if (name !== null && name !== '' && name.length <= LONGEST_FILE_NAME) return name
  throw invalid(
    'X-File-Name',
    `A file needs its name in X-File-Name, percent-encoded, of at most ${LONGEST_FILE_NAME} characters.`,
  )
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

function tooLarge(): Problem {
  const detail = `The file is over ${LARGEST_FILE / 1024 / 1024} MB.`
  return new Problem({ status: 413, code: 'too-large', detail, field: 'body' })
}

async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return
  const reader = request.body.getReader()
  let isOpen = true
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // To cancel what broke off would throw its error again, in place of this one.
        isOpen = false
        // The client left: there is no whole file, which is not our failure.
        throw invalid('body', `The file ended early: ${error instanceof Error ? error.message : String(error)}`)
      })
      if (done) return
      yield value
    }
  } finally {
    if (isOpen) await reader.cancel()
  }
}

/** Reads no piece before it is wanted: a HEAD request reads none. */
function toStream(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await iterator.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
