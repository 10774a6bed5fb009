import type { Language } from './code-language.ts'

/** What a stretch of code is drawn in; null is plain ink. */
export type CodeInk = 'keyword' | 'string' | 'constant' | 'function' | 'comment' | null

export interface CodePiece {
  readonly text: string
  readonly ink: CodeInk
}

export type CodeLine = readonly CodePiece[]

export interface HighlightRequest {
  readonly id: number
  readonly code: string
  readonly language: Language
}

export interface HighlightReply {
  readonly id: number
  readonly lines: readonly CodeLine[]
}
