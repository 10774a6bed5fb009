import { EventStreamCodec } from '@smithy/eventstream-codec'
import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { type EventDecoder, MOST_MALFORMED_IN_A_ROW } from './event-decoder.ts'
import { jsonField, parseJson, textField } from './json-field.ts'
import { fromBase64 } from './to-base64.ts'

const utf8 = { decode: new TextDecoder(), encode: new TextEncoder() }
const codec = new EventStreamCodec(
  bytes => (typeof bytes === 'string' ? bytes : utf8.decode.decode(toBytes(bytes))),
  text => utf8.encode.encode(text),
)

function toBytes(view: ArrayBuffer | ArrayBufferView): Uint8Array {
  return view instanceof ArrayBuffer
    ? new Uint8Array(view)
    : new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

export interface FrameOptions {
  /** The error that a frame reports in place of an event. */
  readonly fromException: (name: string, message: string) => ModelError
  readonly log?: ((line: string) => void) | undefined
}

/** A frame has its length, the length of its headers and two checksums around its content. */
const SMALLEST_FRAME = 16

/** The binary frames in which Bedrock streams events: each is `{ [type]: content }`. */
export function createFrameDecoder(host: string, options: FrameOptions): EventDecoder {
  const { fromException, log } = options
  let waiting: Uint8Array[] = []
  let length = 0
  let malformedInARow = 0
  let failure: ModelError | null = null

  function join(): Uint8Array {
    const [first, ...more] = waiting
    if (first !== undefined && more.length === 0) return first
    const joined = new Uint8Array(length)
    let at = 0
    for (const piece of waiting) {
      joined.set(piece, at)
      at += piece.length
    }
    return joined
  }

  function readFrame(frame: Uint8Array): readonly Json[] {
    const { headers, body } = codec.decode(frame)
    const header = (name: string): string => String(headers[name]?.value ?? '')
    const text = utf8.decode.decode(body)
    if (header(':message-type') !== 'event') {
      const name = header(':exception-type') || header(':error-code')
      failure = fromException(name, textField(parseJson(text), 'message') ?? header(':error-message'))
      return []
    }
    const type = header(':event-type')
    const value = parseJson(text)
    if (value !== undefined) {
      malformedInARow = 0
      return [{ [type]: value }]
    }
    malformedInARow += 1
    log?.(`Bedrock: an event ${type} was not JSON and was left out`)
    if (malformedInARow === MOST_MALFORMED_IN_A_ROW) {
      failure = new ModelError('protocol', { message: 'Bedrock sends events that are not JSON' })
    }
    return []
  }

  function readFrames(): readonly Json[] {
    const events: Json[] = []
    // Joined only once a frame may be complete: large ones come in many pieces.
    let bytes = join()
    for (;;) {
      const size = bytes.length < 4 ? null : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
      if (size !== null && size < SMALLEST_FRAME) throw new Error('a frame is smaller than its own head')
      if (failure !== null || size === null || bytes.length < size) break
      events.push(...readFrame(bytes.subarray(0, size)))
      bytes = bytes.subarray(size)
    }
    waiting = bytes.length === 0 ? [] : [bytes]
    length = bytes.length
    return events
  }

  return {
    push(bytes) {
      if (failure !== null) return []
      waiting.push(bytes)
      length += bytes.length
      try {
        return readFrames()
      } catch (error) {
        const message = `the answer broke off: what ${host} sends cannot be read any further`
        failure = new ModelError('protocol', { message, cause: error })
        return []
      }
    },
    end: () => [],
    failure: () => failure,
    isDone: () => false,
    malformed: () => 0,
    whole: () => undefined,
  }
}

/** The same, where each frame carries an event of the model's own maker as base64. One that cannot be read is null, which no event is. */
export function createChunkDecoder(host: string, options: FrameOptions): EventDecoder {
  const frames = createFrameDecoder(host, options)
  return { ...frames, push: bytes => frames.push(bytes).map(unwrap) }
}

function unwrap(event: Json): Json {
  const bytes = fromBase64(textField(jsonField(event, 'chunk'), 'bytes') ?? '')
  return bytes === null ? null : (parseJson(utf8.decode.decode(bytes)) ?? null)
}
