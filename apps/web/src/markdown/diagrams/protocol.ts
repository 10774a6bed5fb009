/** What the page sends into the frame. */
export interface DrawingRequest {
  readonly source: string
  readonly isDark: boolean
  readonly colours: DiagramColours
}

export interface DiagramColours {
  readonly paper: string
  readonly raised: string
  readonly wash: string
  readonly accentWash: string
  readonly ink: string
  readonly line: string
}

/** What the frame sends back. Its size is in CSS pixels. */
export type DrawingAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly width: number; readonly height: number }
  | { readonly kind: 'failed'; readonly reason: string }

const LARGEST = 20_000

/** Reads a message of the frame. What it draws may have taken it over, so nothing in it is trusted; null for anything unexpected. */
export function readAnswer(message: unknown): DrawingAnswer | null {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return null
  if (message.kind === 'ready') return { kind: 'ready' }
  if (message.kind === 'failed' && 'reason' in message && typeof message.reason === 'string') {
    return { kind: 'failed', reason: message.reason.split('\n', 1)[0]?.slice(0, 200) ?? '' }
  }
  if (message.kind === 'drawn' && 'width' in message && 'height' in message) {
    const { width, height } = message
    if (isLength(width) && isLength(height)) return { kind: 'drawn', width, height }
  }
  return null
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= LARGEST
}
