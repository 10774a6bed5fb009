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
 * Nothing is forgotten before a chat has sent this share of the requests that must read a token until they cost what writing it does: most chats end
 * before forgetting is paid back.
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
  /** Exchanges that end before this place are forgotten where the rule says so. */
  readonly before: number
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
  const all = exchangesIn(draft, input, afterConclusions)
  const due = all.filter(({ dueAfter }) => dueAfter <= 0)
  const isCached = model.caching === 'automatic' || (model.caching === 'marks' && settings.cache === 'cached')
  // Without a cache there is nothing to gain from waiting.
  if (due.length === 0 || !isCached || previous === null) return everything
  const postponable = due.filter(({ wasForgotten }) => !wasForgotten)
  const last = due.findLast(({ wasForgotten }) => wasForgotten)
  const asBefore = last === undefined ? 0 : last.through + 1
  const current = draft.messages[draft.current]?.id
  if (previous.blocks.some(({ name }) => name === current)) return { before: asBefore, choice: null }
  if (postponable.length === 0 || cache.state !== 'warm') return everything
  const figures = figuresOf(draft, { all, postponable, economy, afterConclusions })
  const { keep, forget } = compared(figures)
  const isFull = figures.total > FULLEST * budgetOf(input).budget
  const isForgotten = (forget < keep && !isYoung(economy)) || isFull
  const choice = { isForgotten, exchanges: postponable.length, ...inDollars({ keep, forget }, economy) }
  return { before: isForgotten ? Number.POSITIVE_INFINITY : asBefore, choice }
}

const everything: Forgetting = { before: Number.POSITIVE_INFINITY, choice: null }

function isYoung({ sentRequests, read, write }: Economy): boolean {
  return sentRequests * read < YOUNGEST * (write - read)
}

function inDollars({ keep, forget }: Sums, { inputPrice }: Economy): Sums {
  return { keep: (keep * inputPrice) / 1e6, forget: (forget * inputPrice) / 1e6 }
}

function exchangesIn(draft: Draft, { previous, settings }: AssembleInput, afterConclusions: number): Exchange[] {
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
    const whole = tokensOf(draft, index, through)
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

function tokensOf({ counts, contents }: Draft, from: number, through: number): number {
  let tokens = 0
  for (let index = from; index <= through; index += 1) {
    if (contents[index] !== null) tokens += (counts[index] ?? 0) + MESSAGE_OVERHEAD
  }
  return tokens
}

interface Figures {
  readonly read: number
  /** What writing a token again costs more than reading it. */
  readonly rewrite: number
  /** For this cycle and each that may follow, how likely the chat is to have it. */
  readonly likely: readonly number[]
  readonly afterConclusions: number
  readonly requestsPerCycle: number
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

interface Measured {
  readonly all: readonly Exchange[]
  readonly postponable: readonly Exchange[]
  readonly economy: Economy
  readonly afterConclusions: number
}

function figuresOf(draft: Draft, { all, postponable, economy, afterConclusions }: Measured): Figures {
  const cycles = Math.max(1, draft.roles.filter(role => role === 'user').length - 1)
  const requests = draft.roles.filter(role => role === 'assistant').length
  const requestsPerCycle = Math.max(1, requests / cycles)
  const passed = sum(all)
  const everything = tokensOf(draft, 0, draft.current - 1)
  const forgotten = sum(all.filter(({ wasForgotten }) => wasForgotten))
  const due = sum(postponable)
  const from = postponable[0]?.from ?? draft.current
  // The last answer was never sent, and is written in any case.
  const cached = draft.roles.lastIndexOf('assistant', draft.current) - 1
  const pending = Array.from({ length: afterConclusions + 1 }, (_, after) =>
    sum(all.filter(({ dueAfter }) => dueAfter === after + 1)),
  )
  return {
    read: economy.read,
    rewrite: Math.max(0, economy.write - economy.read),
    likely: likelyCycles(economy.sentRequests / requestsPerCycle),
    afterConclusions,
    requestsPerCycle,
    staying: Math.max(0, everything - passed) / cycles,
    passing: passed / cycles,
    due,
    behind: Math.max(0, tokensOf(draft, from, cached) - due),
    pending,
    total: fixedTokens(draft) + tokensOf(draft, 0, draft.messages.length - 1) - forgotten,
  }
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
