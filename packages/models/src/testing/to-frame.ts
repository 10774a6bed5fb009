import { EventStreamCodec } from '@smithy/eventstream-codec'

const codec = new EventStreamCodec(String, text => new TextEncoder().encode(text))

/** A frame as Bedrock streams it. */
export function toFrame(headers: Readonly<Record<string, string>>, body: string): Uint8Array<ArrayBuffer> {
  const named = Object.entries(headers).map(([name, value]) => [name, { type: 'string' as const, value }])
  const frame = codec.encode({ headers: Object.fromEntries(named), body: new TextEncoder().encode(body) })
  return new Uint8Array(frame)
}
