import { type Fact, type FactSource, factsOf, rankedFacts } from '../content/facts-of.ts'
import type { TokenCounts } from '../tokens/token-counts.ts'
import type { CompactionPlan, PlainMessage } from './compaction-plan.ts'
import type { Summarised } from './to-blocks.ts'
import { truncatedSummary } from './truncated-summary.ts'

/** Tokens that two texts may have more together than apart. */
const JOINT = 8

const HEADING = 'Exact facts from the conversation so far:'

export interface LedgerOptions {
  readonly tokens: TokenCounts
  /** Tokens that it may have. */
  readonly limit: number
  /** Text that is sent beside it, whose facts it does not repeat. */
  readonly beside: string
}

/**
 * The exact facts of what a summary replaces, those likeliest to be used again first: rules of the user, then what was used later, often and
 * lately (C22). Empty where there are none, or no space.
 */
export function factLedger(plan: Summarised, { tokens, limit, beside }: LedgerOptions): string {
  const said = new Set(factsOf([{ role: 'assistant', text: beside }]).flatMap(fact => [fact.text, ...piecesOf(fact)]))
  const ranked = rankedFacts(sourcesOf(plan)).filter(({ text }) => !said.has(text))
  const kept: Fact[] = []
  const pieces = new Set<string>()
  /** The tokens of what is kept, by the fact. */
  const sizes = new Map<string, number>()
  let left = limit - tokens.text(`${HEADING}\n`)
  for (const fact of ranked) {
    // `a.b` says `a` and `b` too.
    if (left <= 0 || pieces.has(fact.text)) continue
    const own = piecesOf(fact)
    const size = tokens.text(` ${fact.text}`)
    const freed = own.reduce((sum, piece) => sum + (sizes.get(piece) ?? 0), 0)
    if (size - freed > left) continue
    kept.push(fact)
    sizes.set(fact.text, size)
    for (const piece of own) {
      pieces.add(piece)
      sizes.delete(piece)
    }
    left -= size - freed
  }
  const whole = kept.filter(({ text }) => sizes.has(text))
  // Counted together they may have a few more.
  while (whole.length > 0 && tokens.text(written(whole)) > limit) whole.pop()
  return whole.length === 0 ? '' : written(whole)
}

/** A fact has no more separators that matter. */
const MOST_PIECES = 12

/** What a fact says between any two of its separators: who reads it reads that too. */
function piecesOf({ text, kind }: Fact): readonly string[] {
  if (kind === 'rule') return factsOf([{ role: 'results', text }]).map(piece => piece.text)
  const cuts = [...text.matchAll(/[./:_-]/g)].slice(0, MOST_PIECES).map(({ index }) => index)
  const starts = [0, ...cuts.map(at => at + 1)]
  const ends = [...cuts, text.length]
  return starts.flatMap(start =>
    ends.flatMap(end => (end > start && end - start < text.length ? [text.slice(start, end)] : [])),
  )
}

function written(facts: readonly Fact[]): string {
  const rules = facts.filter(({ kind }) => kind === 'rule').map(({ text }) => `- ${text}`)
  const quoted = facts.filter(({ kind }) => kind === 'quoted').map(({ text }) => `"${text}"`)
  // A space is no token of its own, and no other fact has one.
  const words = facts.filter(({ kind }) => kind !== 'rule' && kind !== 'quoted').map(({ text }) => text)
  const line = [...quoted, ...words].join(' ')
  return [HEADING, ...rules, ...(line === '' ? [] : [line])].join('\n')
}

/** The facts of a conversation that another text does not have (C22). */
export function lostFacts(original: readonly FactSource[], summary: string): readonly Fact[] {
  const kept = new Set(factsOf([{ role: 'assistant', text: summary }]).map(({ text }) => text))
  return rankedFacts(original).filter(({ text }) => !kept.has(text) && !summary.includes(text))
}

/** What a plan summarises as sources of facts. The summary before comes first; what it lists has been worth keeping. */
export function sourcesOf({ earlier, summarise }: Summarised): readonly FactSource[] {
  const before = earlier?.text ?? ''
  const ledger = before.indexOf(HEADING)
  // Rules and facts that were kept before count as said by the user, and once more as used.
  const carried: readonly FactSource[] =
    ledger === -1 ? [] : [{ role: 'user', text: before.slice(ledger + HEADING.length).replaceAll('\n- ', '\n') }]
  const prose: readonly FactSource[] = before === '' ? [] : [{ role: 'assistant', text: before }]
  return [...carried, ...prose, ...summarise.map(toSource)]
}

export function toSource(message: PlainMessage): FactSource {
  switch (message.role) {
    case 'user':
      return {
        role: 'user',
        text: message.parts.map(part => (part.kind === 'text' ? part.text : part.name)).join('\n'),
      }
    case 'assistant':
      return { role: 'assistant', text: message.parts.map(answerText).join('\n') }
    case 'tool-results':
      return {
        role: 'results',
        text: message.parts
          .flatMap(({ content }) => content.map(part => (part.kind === 'text' ? part.text : part.name)))
          .join('\n'),
      }
  }
}

function answerText(part: Extract<PlainMessage, { role: 'assistant' }>['parts'][number]): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'tool-call':
      return part.input
    case 'file':
      return part.name
    case 'source':
      return part.url
    case 'reasoning':
    case 'provider-call':
    case 'error':
      return ''
  }
}

export interface SummaryTexts {
  /** What was written, or cut to fit. */
  readonly text: string
  /** The facts beside it; empty for none. */
  readonly facts: string
}

/** At most this share of the room is for facts: a small window needs it for what was said. */
const FACTS_SHARE = 1 / 3

/** A summary that was written, and the facts that fit beside it (C22). `kept` is what is sent verbatim after it. */
export function withFacts(
  plan: Summarised & Pick<CompactionPlan, 'room' | 'replacedTokens'>,
  summary: string,
  { tokens, limit, kept }: { readonly tokens: TokenCounts; readonly limit: number; readonly kept: string },
): SummaryTexts {
  const left = Math.min(plan.room, plan.replacedTokens) - tokens.text(summary) - JOINT
  const most = Math.min(limit, left, Math.floor(plan.replacedTokens * FACTS_SHARE))
  return {
    text: summary,
    facts: most <= 0 ? '' : factLedger(plan, { tokens, limit: most, beside: `${summary}\n${kept}` }),
  }
}

/** The truncation that replaces a summary, and the facts of what it cuts, in the same room (C11, C22). */
export function truncatedWithFacts(
  plan: Summarised & Pick<CompactionPlan, 'room'>,
  { tokens, limit, kept }: { readonly tokens: TokenCounts; readonly limit: number; readonly kept: string },
): SummaryTexts {
  const whole = truncatedSummary(plan, tokens)
  const most = Math.min(limit, Math.floor(plan.room * FACTS_SHARE))
  const facts = most <= 0 ? '' : factLedger(plan, { tokens, limit: most, beside: kept })
  if (facts === '' || factLedger(plan, { tokens, limit: most, beside: `${whole}\n${kept}` }) === '')
    return { text: whole, facts: '' }
  const room = plan.room - tokens.text(facts) - JOINT
  return room <= 0 ? { text: whole, facts: '' } : { text: truncatedSummary({ ...plan, room }, tokens), facts }
}
