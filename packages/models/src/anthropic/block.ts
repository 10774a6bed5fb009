import type { Json } from '@stet/history'
import { isSaid } from '../mapping/is-said.ts'

/** A content block as it stands on the wire. Nothing is sure of it but that it is an object: blocks of types that nobody knows yet pass too. */
export type Block = { readonly [field: string]: Json }

/** A message of the request: messages of one role in a row are one. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: readonly Block[]
}

export const THINKING_TYPES: readonly Json[] = ['thinking', 'redacted_thinking']

export function isThinking({ type }: Block): boolean {
  return THINKING_TYPES.includes(type ?? null)
}

/** Anthropic refuses a text that is empty or nothing but blanks, also one that it wrote itself. */
export function isBlankText({ type, text }: Block): boolean {
  return type === 'text' && (typeof text !== 'string' || !isSaid(text))
}

/** A tool that the provider runs itself, such as `server_tool_use`. */
export function isProviderCall({ type }: Block): boolean {
  return typeof type === 'string' && type.endsWith('_tool_use')
}

/** What such a tool gave, such as `web_search_tool_result`. */
export function isProviderResult({ type }: Block): boolean {
  return typeof type === 'string' && type.endsWith('_tool_result')
}
