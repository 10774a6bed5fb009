import { hasToolCalls, type Message, turnAges } from '@stet/history'
import { stepAround } from '../content/step-around.ts'
import type { AssembleInput, Economy } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import type { Draft, ForgettingChoice } from '../draft/draft.ts'
import { fixedTokens } from '../draft/size-of.ts'
import { MARKER_TOKENS } from '../markers/marker.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'

/** How many cycles are looked ahead at most: what is further away is not known anyway. */
const FURTHEST = 60
/**
 * What only later requests would pay back is not forgotten before a chat has sent this share of the requests that must read a token until they cost what
 * writing it does: most chats end before that.
 */
const YOUNGEST = 0.6
/** Nothing is postponed beyond this share of the window: postponing must not make a summary necessary. */
const FULLEST = 0.8

/** An exchange that the rule forgets now or later. */
interface Exchange {
  readonly from: number
  readonly through: number
  /** Tokens that forgetting it saves. */
  readonly saves: number
  /** Cycles until the rule forgets it; 0 or less when it does now. */
  readonly dueAfter: number
  readonly wasForgotten: boolean
}

export interface Forgetting {
  /** What the rule forgets before this message is forgotten: here begins the first exchange that is kept for now. */
  readonly before: number
  /** The messages behind it that are forgotten nevertheless. */
  readonly behind: ReadonlySet<number>
  /** Both sums, where something was decided with this request. */
  readonly choice: ForgettingChoice | null
}

/**
 * Whether what the rule forgets is forgotten now, or sent from the cache until later (X3). It is decided once for each user message and
 * stays so for its whole cycle; what was forgotten stays forgotten. Null where prices are not known: then the rule alone decides.
 */
export function forgetWhenCheaper(draft: Draft, input: AssembleInput, afterConclusions: number): Forgetting | null {
  const { economy, previous, cache, model, settings } = input
  if (economy === undefined) return null
  const isCached = model.caching === 'automatic' || (model.caching === 'marks' && settings.cache === 'cached')
  // Without a cache there is nothing to gain from waiting.
  if (!isCached || previous === null) return everything
  const tokens = tokensBefore(draft)
  const all = exchangesIn(draft, input, { afterConclusions, tokens })
  const due = all.filter(({ dueAfter }) => dueAfter <= 0)
  const postponable = due.filter(({ wasForgotten }) => !wasForgotten)
  const current = draft.messages[draft.current]?.id
  if (previous.blocks.some(({ name }) => name === current)) return keeping(due)
  if (postponable.length === 0 || cache.state !== 'warm') return everything
  const ends = endsOf(draft, due, tokens)
  const figures = figuresOf(draft, { all, ends, economy, afterConclusions, tokens })
  const sums = compared(figures)
  const isFull = figures.total > FULLEST * budgetOf(input).budget
  if ((sums.forget < sums.keep && !isYoung(economy)) || isFull) {
    return { ...everything, choice: choiceOf(true, { ...sums, exchanges: postponable.length }, economy) }
  }
  const certain = certainGain(ends, figures)
  const weighed = certain ?? { ...sums, exchanges: postponable.length }
  return { ...keeping(due, certain?.from), choice: choiceOf(certain !== null, weighed, economy) }
}

const everything: Forgetting = { before: Number.POSITIVE_INFINITY, behind: new Set(), choice: null }

/** Of what is due, what was forgotten stays so, and what begins at `from` is forgotten too. */
function keeping(due: readonly Exchange[], from = Number.POSITIVE_INFINITY): Forgetting {
  const first = due.find(exchange => !exchange.wasForgotten && exchange.from < from)
  if (first === undefined) return everything
  const behind = new Set<number>()
  for (const exchange of due) {
    if (exchange.from < first.from || (!exchange.wasForgotten && exchange.from < from)) continue
    for (let index = exchange.from; index <= exchange.through; index += 1) behind.add(index)
  }
  return { before: first.from, behind, choice: null }
}

function isYoung({ sentRequests, read, write }: Economy): boolean {
  return sentRequests * read < YOUNGEST * (write - read)
}

function choiceOf(
  isForgotten: boolean,
  { exchanges, keep, forget }: Weighed,
  { inputPrice }: Economy,
): ForgettingChoice {
  return { isForgotten, exchanges, keep: (keep * inputPrice) / 1e6, forget: (forget * inputPrice) / 1e6 }
}

interface Sizes {
  readonly afterConclusions: number
  /** Tokens of what is sent before each message and, last, of everything. */
  readonly tokens: readonly number[]
}

function exchangesIn(
  draft: Draft,
  { previous, settings }: AssembleInput,
  { afterConclusions, tokens }: Sizes,
): Exchange[] {
  const ages = turnAges(draft.messages)
  const sent = new Set(previous?.blocks.map(({ name }) => name))
  const found: Exchange[] = []
  for (let index = 0; index < draft.open; index += 1) {
    const message = draft.messages[index]
    if (message === undefined || draft.roles[index] !== 'assistant' || !hasToolCalls(message)) continue
    if (draft.contents[index] === null || draft.pinned.has(index)) continue
    const { through } = stepAround(draft.messages, index)
    // A call without results is not sent.
    if (through === index) continue
    const whole = between(tokens, index, through)
    const left = saidTokens(message)
    const marker = settings.markers === 'off' ? 0 : Math.min(MARKER_TOKENS, whole / 3)
    found.push({
      from: index,
      through,
      saves: Math.max(0, whole - left - marker),
      dueAfter: afterConclusions + 1 - (ages[index] ?? 0),
      wasForgotten: previous !== null && !sent.has(draft.messages[through]?.id ?? ''),
    })
  }
  return found
}

/** Roughly: the text of an answer stays when its calls are forgotten. */
function saidTokens(message: Message): number {
  if (message.role !== 'assistant') return 0
  const text = message.parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0)
  return text === 0 ? 0 : text / 4 + MESSAGE_OVERHEAD
}

function tokensBefore(draft: Draft): readonly number[] {
  const before = [0]
  let total = 0
  for (let index = 0; index < draft.contents.length; index += 1) {
    total += tokensAt(draft, index)
    before.push(total)
  }
  return before
}

function tokensAt({ messages, roles, counts, contents }: Draft, index: number): number {
  if (contents[index] === null) return 0
  const counted = (counts[index] ?? 0) + MESSAGE_OVERHEAD
  if (roles[index] !== 'assistant' || roles[index + 1] === 'tool-results') return counted
  const message = messages[index]
  // Calls without results are not sent.
  const isUnanswered = message && hasToolCalls(message) && stepAround(messages, index).through === index
  return isUnanswered ? saidTokens(message) : counted
}

function between(tokens: readonly number[], from: number, through: number): number {
  return from > through ? 0 : (tokens[through + 1] ?? 0) - (tokens[from] ?? 0)
}

/** The last of the exchanges that are due and not forgotten yet. */
interface End {
  /** Where the first of them begins. */
  readonly from: number
  readonly exchanges: number
  /** Tokens that forgetting them saves. */
  readonly due: number
  /** Tokens behind the first of them that would have to be written again. */
  readonly behind: number
}

/** The last exchange alone, the last two, and so on: the more of them, the more has to be written again. */
function endsOf({ roles, current }: Draft, due: readonly Exchange[], tokens: Sizes['tokens']): readonly End[] {
  // The last answer was never sent, and is written in any case.
  const cached = roles.lastIndexOf('assistant', current) - 1
  const ends: End[] = []
  let next = cached + 1
  let [exchanges, total, behind] = [0, 0, 0]
  for (let index = due.length - 1; index >= 0; index -= 1) {
    const exchange = due[index]
    if (exchange === undefined) break
    const { from, through, saves, wasForgotten } = exchange
    behind += Math.max(
      0,
      between(tokens, from, next - 1) - Math.min(saves, between(tokens, from, Math.min(through, cached))),
    )
    next = Math.min(next, from)
    if (wasForgotten) continue
    exchanges += 1
    total += saves
    ends.push({ from, exchanges, due: total, behind })
  }
  return ends
}

/**
 * The end that the requests of this cycle alone pay for, if it has as few as the shortest until now: forgetting it costs less than keeping it,
 * even if the chat ends then. It is cheap where almost nothing follows.
 */
function certainGain(ends: readonly End[], { read, rewrite, fewest }: Figures): (Weighed & { from: number }) | null {
  let most = 0
  let best: End | undefined
  for (const end of ends) {
    const gain = read * fewest * end.due - rewrite * end.behind
    if (gain > most) [most, best] = [gain, end]
  }
  if (best === undefined) return null
  const { from, exchanges, due, behind } = best
  return { from, exchanges, keep: read * fewest * due, forget: rewrite * behind }
}

interface Figures {
  readonly read: number
  /** What writing a token again costs more than reading it. */
  readonly rewrite: number
  /** For this cycle and each that may follow, how likely the chat is to have it. */
  readonly likely: readonly number[]
  readonly afterConclusions: number
  readonly requestsPerCycle: number
  /** Requests of the shortest cycle until now. */
  readonly fewest: number
  /** What a cycle adds, on average: tokens that stay, and tokens that are forgotten later. */
  readonly staying: number
  readonly passing: number
  /** Tokens that could be forgotten now. */
  readonly due: number
  /** Tokens behind the first of them that would have to be written again. */
  readonly behind: number
  /** Tokens that the rule forgets later, by the cycles until then. */
  readonly pending: readonly number[]
  readonly total: number
}

interface Measured extends Sizes {
  readonly all: readonly Exchange[]
  readonly ends: readonly End[]
  readonly economy: Economy
}

function figuresOf(draft: Draft, { all, ends, economy, afterConclusions, tokens }: Measured): Figures {
  const { cycles, requestsPerCycle, fewest } = cyclesOf(draft)
  const passed = sum(all)
  const before = between(tokens, 0, draft.current - 1)
  const forgotten = sum(all.filter(({ wasForgotten }) => wasForgotten))
  const { due, behind } = ends.at(-1) ?? { due: 0, behind: 0 }
  const pending = Array.from({ length: afterConclusions + 1 }, (_, after) =>
    sum(all.filter(({ dueAfter }) => dueAfter === after + 1)),
  )
  return {
    read: economy.read,
    rewrite: Math.max(0, economy.write - economy.read),
    likely: likelyCycles(economy.sentRequests / requestsPerCycle),
    afterConclusions,
    requestsPerCycle,
    fewest,
    staying: Math.max(0, before - passed) / cycles,
    passing: passed / cycles,
    due,
    behind,
    pending,
    total: fixedTokens(draft) + between(tokens, 0, draft.messages.length - 1) - forgotten,
  }
}

/** The cycles before the current one, and how many requests they had: on average, and the fewest of those with any. */
function cyclesOf({ roles }: Draft): Pick<Figures, 'requestsPerCycle' | 'fewest'> & { readonly cycles: number } {
  let users = 0
  let requests = 0
  let inCycle = 0
  let fewest = Number.POSITIVE_INFINITY
  for (const role of roles) {
    if (role === 'assistant') inCycle += 1
    if (role !== 'user') continue
    users += 1
    if (inCycle > 0) fewest = Math.min(fewest, inCycle)
    requests += inCycle
    inCycle = 0
  }
  const cycles = Math.max(1, users - 1)
  return { cycles, requestsPerCycle: Math.max(1, requests / cycles), fewest: Number.isFinite(fewest) ? fewest : 1 }
}

/** A chat that had a number of cycles has as many again in one case of two, twice as many in one of three, and so on. */
function likelyCycles(had: number): readonly number[] {
  return Array.from({ length: FURTHEST }, (_, further) => (further === 0 ? 1 : had / (had + further)))
}

function sum(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((total, { saves }) => total + saves, 0)
}

/** What the expected requests cost more than the cheapest imaginable, in tokens of input. */
interface Sums {
  readonly keep: number
  readonly forget: number
}

interface Weighed extends Sums {
  readonly exchanges: number
}

/**
 * The cheapest course that begins with keeping, and the cheapest that begins with forgetting, over the cycles that may follow, each as far as it is likely: keeping
 * pays for reading what is due with every request, forgetting pays once for writing what is behind it. Later cycles are assumed to be like earlier ones.
 */
function compared(figures: Figures): Sums {
  const { read, rewrite, likely, requestsPerCycle, due, behind } = figures
  /** The least that follows after forgetting in a cycle. */
  const after: number[] = []
  const cheapest = (last: number, from: number): number => {
    let held = 0
    let best = Number.POSITIVE_INFINITY
    for (let cycle = last + 1; cycle < likely.length; cycle += 1) {
      const share = likely[cycle] ?? 0
      const dueThen = dueIn(figures, cycle, last) + (last < 0 ? due : 0)
      const rewritten = last < 0 ? behindLater(figures, cycle) : behindSince(figures, cycle, last)
      if (cycle >= from && dueThen > 0) best = Math.min(best, held + share * rewrite * rewritten + (after[cycle] ?? 0))
      held += share * read * requestsPerCycle * dueThen
    }
    return Math.min(best, held)
  }
  for (let cycle = likely.length - 1; cycle >= 0; cycle -= 1) after[cycle] = cheapest(cycle, cycle + 1)
  return { keep: cheapest(-1, 1), forget: rewrite * behind + (after[0] ?? 0) }
}

/** What an exchange of a cycle has, counted from now: known for those before, the average for those to come. */
function passingIn({ pending, passing, afterConclusions }: Figures, cycle: number): number {
  return cycle < 0 ? (pending[cycle + afterConclusions] ?? 0) : passing
}

/** What becomes due by a cycle and was not forgotten with the last forgetting. */
function dueIn(figures: Figures, cycle: number, last: number): number {
  const { afterConclusions, passing } = figures
  const [from, through] = [Math.max(last, 0) - afterConclusions, cycle - afterConclusions - 1]
  let total = passing * Math.max(0, through - Math.max(from, 0) + 1)
  for (let made = from; made <= Math.min(through, -1); made += 1) total += passingIn(figures, made)
  return total
}

/** What would be written again if nothing was forgotten before a cycle. */
function behindLater(figures: Figures, cycle: number): number {
  const { afterConclusions, behind, staying } = figures
  let total = behind + staying * cycle
  for (let made = -afterConclusions; made < 0 && made + afterConclusions + 1 <= cycle; made += 1) {
    total -= passingIn(figures, made)
  }
  for (let made = Math.max(0, cycle - afterConclusions); made < cycle; made += 1) total += passingIn(figures, made)
  return Math.max(0, total)
}

/** The same after an earlier forgetting: only what followed it. */
function behindSince(figures: Figures, cycle: number, last: number): number {
  const { afterConclusions, staying } = figures
  let total = staying * (cycle - last + afterConclusions)
  for (let made = cycle - afterConclusions; made < cycle; made += 1) total += passingIn(figures, made)
  return total
}
