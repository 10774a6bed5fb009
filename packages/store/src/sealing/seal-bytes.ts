import { plainBytes, toHex } from '../contract/bytes.ts'
import { KEY_ID_BYTES, type SealKey } from './seal-key.ts'

/** Sealed bytes: format, whether deflated, key id, IV, then ciphertext and tag. All of it is authenticated. */
const FORMAT = 1
const IV_START = 2 + KEY_ID_BYTES
const IV_BYTES = 12
const HEADER_BYTES = IV_START + IV_BYTES
/** Below this deflating costs more than it saves. */
const DEFLATE_FROM = 2048

/** Sealed bytes that this key ring does not open: changed, moved, or not sealed by it. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal'
}

/** Bytes ready to be sealed. Prepared separately, so that compression need not wait for the authenticated fields. */
export interface Packed {
  readonly deflated: boolean
  readonly bytes: Uint8Array
}

export async function pack(plain: Uint8Array): Promise<Packed> {
  if (plain.length < DEFLATE_FROM) return { deflated: false, bytes: plain }
  const bytes = await deflate(plain)
  return bytes.length < plain.length ? { deflated: true, bytes } : { deflated: false, bytes: plain }
}

export async function sealPacked(key: SealKey, packed: Packed, authenticated: Uint8Array): Promise<Uint8Array> {
  const header = new Uint8Array(HEADER_BYTES)
  header[0] = FORMAT
  header[1] = packed.deflated ? 1 : 0
  header.set(fromHex(key.id), 2)
  header.set(freshIv(), IV_START)
  const ciphertext = await crypto.subtle.encrypt(
    parameters(header, authenticated),
    key.cipher,
    plainBytes(packed.bytes),
  )
  return join(header, new Uint8Array(ciphertext))
}

export async function sealBytes(key: SealKey, plain: Uint8Array, authenticated: Uint8Array): Promise<Uint8Array> {
  return sealPacked(key, await pack(plain), authenticated)
}

/** The id of the key these bytes are sealed with. */
export function keyIdOf(sealed: Uint8Array): string {
  if (sealed.length < HEADER_BYTES || sealed[0] !== FORMAT) throw new BrokenSeal('these bytes were never sealed')
  return toHex(sealed.subarray(2, IV_START))
}

export async function openBytes(
  keys: ReadonlyMap<string, SealKey>,
  sealed: Uint8Array,
  authenticated: Uint8Array,
): Promise<Uint8Array> {
  const id = keyIdOf(sealed)
  const key = keys.get(id)
  if (key === undefined) throw new BrokenSeal(`sealed with key ${id}, which is not at hand`)
  const header = plainBytes(sealed.subarray(0, HEADER_BYTES))
  const ciphertext = plainBytes(sealed.subarray(HEADER_BYTES))
  let opened: ArrayBuffer
  try {
    opened = await crypto.subtle.decrypt(parameters(header, authenticated), key.cipher, ciphertext)
  } catch (cause) {
    throw new BrokenSeal('the seal is broken: the bytes were changed, or belong elsewhere', { cause })
  }
  return header[1] === 1 ? inflate(new Uint8Array(opened)) : new Uint8Array(opened)
}

/** 96 random bits: with at most 2^32 records under one key, two alike are less likely than 2^-32. */
export function freshIv(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(IV_BYTES))
}

function parameters(header: Uint8Array<ArrayBuffer>, authenticated: Uint8Array): AesGcmParams {
  return { name: 'AES-GCM', iv: header.subarray(IV_START), additionalData: join(header, authenticated) }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16))
}

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
