import { cutText } from '../content/cut-text.ts'
import { runSteps, type Steps } from '../draft/steps.ts'
import type { TokenCounts } from '../tokens/token-counts.ts'
import { type Block, quoteText, type Summarised, toBlocks } from './to-blocks.ts'

/** A part of a conversation as text, small enough for one request of the model that summarises it. */
export interface Chunk {
  readonly text: string
  readonly tokens: number
  /** From 1. */
  readonly number: number
  /** How many there are. */
  readonly of: number
}

export interface SerialiseOptions {
  readonly tokens: TokenCounts
  /** Tokens that a chunk may have. */
  readonly room: number
}

const BETWEEN = '\n\n'
/** Tokens that two texts may have more together than apart, what is between them included. */
const JOINT = 3

/**
 * What a plan summarises as text, in chunks that each fit. What was said is in quoted lines below a heading that says who said it: a
 * message that imitates a heading is still a quoted line. No character is lost; what is larger than a chunk continues in the next one.
 */
export function serialiseForSummary(plan: Summarised, options: SerialiseOptions): readonly Chunk[] {
  return runSteps(serialiseInSteps(plan, options))
}

/** The same in small steps, for a caller that has others to serve: counting the tokens of a long chat takes a while. */
export function* serialiseInSteps(plan: Summarised, { tokens, room }: SerialiseOptions): Steps<readonly Chunk[]> {
  const pieces: Piece[] = []
  for (const block of toBlocks(plan)) {
    pieces.push(...fittingPieces(block, tokens, room))
    yield
  }
  const texts: Piece[] = []
  for (const group of packed(pieces, room)) {
    texts.push(...joined(group, tokens, room))
    yield
  }
  return texts.map(({ text, count }, index) => ({ text, tokens: count, number: index + 1, of: texts.length }))
}

interface Piece {
  readonly text: string
  readonly count: number
}

function fittingPieces({ heading, content }: Block, tokens: TokenCounts, room: number): readonly Piece[] {
  const whole = toPiece(heading, content, tokens)
  if (whole.count <= room) return [whole]
  const measure = (piece: string) => tokens.text(rendered(continued(heading), piece))
  return splitText(content, room, measure).map((piece, index) =>
    toPiece(index === 0 ? heading : continued(heading), piece, tokens),
  )
}

function toPiece(heading: string, content: string, tokens: TokenCounts): Piece {
  const text = rendered(heading, content)
  return { text, count: tokens.text(text) }
}

function rendered(heading: string, content: string): string {
  return `${heading}\n${quoteText(content)}`
}

function continued(heading: string): string {
  return `${heading.slice(0, -1)}, continued:`
}

function packed(pieces: readonly Piece[], room: number): readonly (readonly Piece[])[] {
  const groups: Piece[][] = []
  let left = 0
  for (const piece of pieces) {
    const group = groups.at(-1)
    if (group === undefined || piece.count + JOINT > left) {
      groups.push([piece])
      left = room - piece.count
    } else {
      group.push(piece)
      left -= piece.count + JOINT
    }
  }
  return groups
}

/** The text of a group, in two where a counter finds more in the whole than in its pieces. */
function joined(group: readonly Piece[], tokens: TokenCounts, room: number): readonly Piece[] {
  const text = group.map(piece => piece.text).join(BETWEEN)
  const count = group.length === 1 ? (group[0]?.count ?? 0) : tokens.text(text)
  if (count <= room || group.length <= 1) return [{ text, count }]
  const half = Math.ceil(group.length / 2)
  return [...joined(group.slice(0, half), tokens, room), ...joined(group.slice(half), tokens, room)]
}

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
