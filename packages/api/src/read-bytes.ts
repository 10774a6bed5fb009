import { invalid, Problem } from './problem.ts'

/** The body, read no further than the limit whatever its Content-Length claims. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
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
    // The client went, or its chunks do not add up: there is no whole request, which is not our failure.
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
