import { cutText } from '../cut-text.ts'

/** How far back from where a piece must end a better place is looked for, as a share of the piece. */
const LOOK_BACK = 0.2

/**
 * A text in pieces of at most `room` by `measure`, each as long as it can be, or nearly: at ends of lines, else between words, else
 * between characters. Together they are the text.
 */
export function splitText(text: string, room: number, measure: (piece: string) => number): readonly string[] {
  const pieces: string[] = []
  let rest = text
  let perToken = text.length / Math.max(1, measure(text))
  while (rest !== '') {
    const { piece, tokens } = firstPiece(rest, { room, measure, length: Math.floor(room * perToken) })
    perToken = piece.length / Math.max(1, tokens)
    pieces.push(piece)
    rest = rest.slice(piece.length)
  }
  return pieces
}

interface Wanted {
  readonly room: number
  readonly measure: (piece: string) => number
  readonly length: number
}

function firstPiece(text: string, { room, measure, length }: Wanted) {
  let limit = Math.max(2, length)
  for (;;) {
    const piece = niceCut(text, limit)
    const tokens = measure(piece)
    if (tokens <= room) return { piece, tokens }
    if (limit <= 2) throw new Error(`${room} tokens have no room for one character of a text`)
    limit = Math.max(2, Math.min(limit - 1, Math.floor((limit * room * 0.95) / tokens)))
  }
}

function niceCut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const piece = cutText(text, limit) || text.slice(0, limit)
  const lowest = piece.length * (1 - LOOK_BACK)
  for (const end of ['\n', ' ']) {
    const at = piece.lastIndexOf(end)
    if (at >= lowest) return piece.slice(0, at + 1)
  }
  return piece
}
