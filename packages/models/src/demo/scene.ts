import type { ReasoningPart, TextPart, ToolResultPart } from '@stet/history'
import type { ModelError } from '../model-error.ts'
import type { Answer, AnsweredCall } from '../model-event.ts'

/** The kinds of parts that the demo answers with. */
export type DemoPart = TextPart | ReasoningPart | AnsweredCall

/** A whole answer, known before its first word is streamed. */
export interface Script {
  readonly parts: readonly DemoPart[]
  readonly outcome: Answer['end'] | ModelError
}

/** What the demo understands of a request. */
export interface Asked {
  /** The text of the last user message. */
  readonly text: string
  /** The texts of the user messages before it, oldest first. */
  readonly earlier: readonly string[]
  /** How many answers were sent along. */
  readonly answers: number
  /** The names of the tools that are offered. */
  readonly tools: readonly string[]
  /** Results that came after the last user message. */
  readonly results: readonly ToolResultPart[]
}

export interface Scene {
  readonly name: string
  /** How to ask for it, in the words the user can type, and what comes; null for a scene that is found by other words. */
  readonly invitation: { readonly say: string; readonly get: string } | null
  readonly matches: RegExp
  readonly play: (asked: Asked) => Script
}

/** A script of one text that ends by itself. */
export function say(text: string): Script {
  return { parts: [{ kind: 'text', text: text.trim() }], outcome: 'complete' }
}

export function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``
}
