/** Ids are a prefix and 160 random bits in base32, so that a log line says what it names. */
export type Id<Prefix extends string> = `${Prefix}_${string}`

export type ChatId = Id<'chat'>
export type MessageId = Id<'msg'>
export type CallId = Id<'call'>
export type RunId = Id<'run'>
export type RequestId = Id<'req'>
export type WorkspaceId = Id<'ws'>
export type PromptId = Id<'prm'>
export type FileId = Id<'file'>
export type McpServerId = Id<'mcp'>

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const ID_BYTES = 20

/** Takes 20 random bytes from the caller: history is pure. */
export function makeId<Prefix extends string>(prefix: Prefix, bytes: Uint8Array): Id<Prefix> {
  if (bytes.length !== ID_BYTES) throw new Error(`an id needs ${ID_BYTES} bytes, got ${bytes.length}`)
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >> bits) & 31]
    }
  }
  return `${prefix}_${text}`
}

export function isId<Prefix extends string>(prefix: Prefix, value: string): value is Id<Prefix> {
  return (
    value.length === prefix.length + 33 &&
    value.startsWith(`${prefix}_`) &&
    /^[a-z2-7]{32}$/.test(value.slice(prefix.length + 1))
  )
}

/** The shipped system prompt for work in directories. A changed one keeps this id. */
export const CODING_AGENT_PROMPT: PromptId = makeId('prm', new Uint8Array(ID_BYTES).fill(2))
