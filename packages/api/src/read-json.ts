import type * as z from 'zod/mini'
import { findShapeFault } from './json-shape.ts'
import { parseWith } from './parse-with.ts'
import { invalid, Problem } from './problem.ts'
import { readBytes } from './read-bytes.ts'

export const BODY_LIMIT_BYTES = 4 * 1024 * 1024
const MAX_DEPTH = 32

/** The body of a request, checked against what its route takes. */
export async function readJson<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> {
  // A form of another site can be posted without asking, but never with this type.
  const mediaType = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') {
    throw new Problem({ status: 415, code: 'not-json', detail: 'The body must be application/json.' })
  }
  return parseWith(schema, parse(decode(await readBytes(request, BODY_LIMIT_BYTES))), 'body')
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
  const fault = findShapeFault(text, MAX_DEPTH)
  switch (fault?.kind) {
    case 'too-deep':
      throw invalid('body', `The body is nested more than ${MAX_DEPTH} deep.`)
    case 'doubled-key':
      throw invalid(fault.key, `"${fault.key}" is given twice.`)
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
