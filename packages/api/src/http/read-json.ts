import { findShapeFault } from './json-shape.ts'
import { invalid, Problem, shorten } from './problem.ts'

const MOST = { depth: 32, values: 20_000 }

/** The JSON body of a request, read no further than the limit whatever its Content-Length claims. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  // A form of another site can be posted without asking, but never with this type.
  const mediaType = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') {
    throw new Problem({ status: 415, code: 'not-json', detail: 'The body must be application/json.' })
  }
  return parse(decode(await readBytes(request, limit)))
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit)
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await readChunk(reader)
    if (done) break
    size += value.length
    if (size > limit) {
      await reader.cancel()
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
  return join(chunks, size)
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read()
  } catch (error) {
    // The client left, or its chunks do not add up: there is no whole request, which is not our failure.
    throw invalid('body', `The body ended early: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function tooLarge(limit: number): Problem {
  return new Problem({ status: 413, code: 'too-large', detail: `The body is over ${limit} bytes.`, field: 'body' })
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw invalid('body', 'The body is not UTF-8.')
    throw error
  }
}

function parse(text: string): unknown {
  const fault = findShapeFault(text, MOST)
  switch (fault?.kind) {
    case 'too-deep':
      throw invalid('body', `The body is nested more than ${MOST.depth} deep.`)
    case 'too-many':
      throw invalid('body', `The body has more than ${MOST.values.toLocaleString('en')} values.`)
    case 'doubled-key':
      throw invalid(shorten(fault.key), `"${shorten(fault.key)}" is given twice.`)
    case 'not-json':
      throw invalid('body', 'The body is not JSON.')
    case undefined:
      break
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('body', 'The body is not JSON.')
    throw error
  }
}
