import { plainBytes } from '../plain-bytes.ts'

export function deflate(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return through(bytes, new CompressionStream('deflate-raw'))
}

export function inflate(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return through(bytes, new DecompressionStream('deflate-raw'))
}

async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const changed = new Blob([plainBytes(bytes)]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(changed).arrayBuffer())
}
