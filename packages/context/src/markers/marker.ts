import type { AssistantMessage, Message, ToolResultPart } from '@stet/history'
import { withThousands } from '../content/cut-text.ts'
import { type FactSource, rankedFacts } from '../content/facts-of.ts'
import { fingerprint } from '../content/fingerprint.ts'
import { estimateTokens } from '../tokens/estimate-tokens.ts'

/** Tokens that a marker may have, by the estimate: a count that corrects itself would change a marker that was sent before. */
export const MARKER_TOKENS = 120
/** A marker is at most this share of what it replaces, or it would save nothing. */
const MOST_OF_REPLACED = 1 / 3
const ID_LENGTH = 10

/** The name under which `recall` finds left-out text. It comes from the text, so that a copied chat has the same markers (C23). */
export function markerId(text: string): string {
  return fingerprint(text).slice(0, ID_LENGTH)
}

/** One exchange: an answer that makes calls, and the results that follow it. */
export interface Exchange {
  readonly answer: AssistantMessage
  readonly results: readonly ToolResultPart[]
}

/** The exact text of an exchange: every call with its input, then the results. */
export function exchangeText({ answer, results }: Exchange): string {
  const calls = answer.parts.flatMap(part => (part.kind === 'tool-call' ? [`Call of ${part.tool}: ${part.input}`] : []))
  return [...calls, ...results.map(result => `Result of ${result.tool}:\n${resultText(result)}`)].join('\n\n')
}

/** The text of a result. Files in it are named with the hash by which `recall` returns them. */
export function resultText({ content }: Pick<ToolResultPart, 'content'>): string {
  return content.map(part => (part.kind === 'text' ? part.text : `[File ${part.name}, ${part.blob}]`)).join('\n')
}

// An exchange never changes, nor does the rest of its cycle once another user message follows.
const exchangeMarkers = new WeakMap<Message, string>()

/**
 * What replaces an exchange that is forgotten. `beside` is what the user and the model said in the same cycle: it is still sent, so its facts
 * are not repeated.
 */
export function exchangeMarker(exchange: Exchange, beside: () => string): string {
  const known = exchangeMarkers.get(exchange.answer)
  if (known !== undefined) return known
  const text = exchangeText(exchange)
  const tools = [...new Set(exchange.answer.parts.flatMap(part => (part.kind === 'tool-call' ? [part.tool] : [])))]
  const head = `Left out, id ${markerId(text)}: ${tools.join(', ')}, ${withThousands(text.length)} characters`
  const inputs = exchange.answer.parts.flatMap(part => (part.kind === 'tool-call' ? [part.input] : []))
  const sources: readonly FactSource[] = [
    { role: 'results', text: exchange.results.map(resultText).join('\n') },
    { role: 'assistant', text: inputs.join('\n') },
  ]
  const made = withFactsOf(head, sources, beside(), estimateTokens(text))
  exchangeMarkers.set(exchange.answer, made)
  return made
}

/** What is written where the middle of a result was cut out (C5). `kept` is the rest; the whole never gets longer by it. */
export function cutResultMarker(whole: string, kept: string, characters: number): string {
  const head = cutHead(characters, markerId(whole))
  const made = withFactsOf(head, [{ role: 'results', text: whole }], kept, estimateTokens(whole))
  return made.length + 2 <= characters ? made : `[${head}]`
}

/** How long that marker is without facts. */
export function leastCutMarker(characters: number): number {
  return cutHead(characters, '0'.repeat(ID_LENGTH)).length + 2
}

function cutHead(characters: number, id: string): string {
  return `… ${withThousands(characters)} characters cut, id ${id}`
}

/** The line under a summary by which the messages that it replaces can be read again. Its facts are listed above it. */
export function summaryMarker(text: string): string {
  return `[The messages that this summary replaces were left out, id ${markerId(text)}]`
}

function withFactsOf(head: string, sources: readonly FactSource[], beside: string, replaced: number): string {
  const limit = Math.min(MARKER_TOKENS, Math.floor(replaced * MOST_OF_REPLACED))
  const facts: string[] = []
  let left = limit - estimateTokens(`[${head}. In it: ]`)
  for (const { text, kind } of rankedFacts(sources)) {
    if (left <= 0) break
    if (kind === 'rule' || beside.includes(text)) continue
    const size = estimateTokens(` ${text}`)
    if (size > left) continue
    facts.push(kind === 'quoted' ? `"${text}"` : text)
    left -= size
  }
  return facts.length === 0 ? `[${head}]` : `[${head}. In it: ${facts.join(' ')}]`
}
