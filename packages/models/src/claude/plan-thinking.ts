import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { KnownModel } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'

export type Thinking =
  | { readonly type: 'enabled'; readonly budget_tokens: number }
  | { readonly type: 'adaptive'; readonly display: 'summarized' }
  | { readonly type: 'disabled' }
  | { readonly type: 'between_tools' }

export interface ThinkingInput {
  readonly facts: ModelFacts
  readonly known: KnownModel | null
  readonly reasoning: AnswerSettings['reasoning']
  /** The limit of the answer, without its thinking; null where the model decides. */
  readonly limit: number | null
  /** Settings that the model cannot take are added. */
  readonly notApplied: NotApplied[]
}

export interface ThinkingPlan {
  readonly thinks: boolean
  /** Null to say nothing about it. */
  readonly thinking: Thinking | null
  readonly effort: string | null
  readonly maxTokens: number | null
}

/** The smallest budget that Claude takes. */
const LEAST_BUDGET = 1024
const USUAL_EFFORTS: readonly string[] = ['low', 'medium', 'high']

/** How Claude is asked to think, at Anthropic and on Bedrock (P5). */
export function planThinking(input: ThinkingInput): ThinkingPlan {
  const { facts, reasoning, limit, notApplied } = input
  const { on, effort, level } = reasoning
  const silent: ThinkingPlan = { thinks: false, thinking: null, effort: null, maxTokens: limit }
  switch (facts.reasoning) {
    case 'none':
      if (on) notApplied.push({ setting: 'reasoning.on', because: 'This model does not reason.' })
      return silent
    case 'budget':
      return on ? planBudget(input) : silent
    case 'effort':
      return on && effort !== 'none' ? planEffort(input, 'reasoning.effort', effort) : planOff(input)
    case 'level':
      return on ? planEffort(input, 'reasoning.level', level) : planOff(input)
    case 'switch':
      return on && effort !== 'none' ? planEffort(input, 'reasoning.effort', null) : planOff(input)
  }
}

/**
 * Some models think unless asked not to, and some always think. A model that thinks only when asked, or that is not known, gets no field,
 * which none refuses.
 */
function planOff(input: ThinkingInput): ThinkingPlan {
  const { known, reasoning, limit, notApplied } = input
  if (known?.alwaysReasons === true) {
    notApplied.push({ setting: 'reasoning.on', because: 'This model always reasons.' })
    return { thinks: true, thinking: null, effort: null, maxTokens: withRoom(input, reasoning.budgetTokens) }
  }
  const thinking = known?.reasoningOff === undefined ? null : { type: known.reasoningOff }
  return { thinks: false, thinking, effort: null, maxTokens: limit }
}

function planBudget(input: ThinkingInput): ThinkingPlan {
  const { reasoning, limit, notApplied } = input
  const wanted = Math.max(reasoning.budgetTokens, LEAST_BUDGET)
  const maxTokens = withRoom(input, wanted)
  const budget = Math.min(wanted, (maxTokens ?? Number.POSITIVE_INFINITY) - 1)
  if (budget < LEAST_BUDGET) {
    const because = `This model writes at most ${maxTokens} tokens, which are too few to reason in.`
    notApplied.push({ setting: 'reasoning.on', because })
    return { thinks: false, thinking: null, effort: null, maxTokens: limit }
  }
  if (budget !== reasoning.budgetTokens) {
    const range = maxTokens === null ? `at least ${LEAST_BUDGET}` : `between ${LEAST_BUDGET} and ${maxTokens - 1}`
    const because = `It is ${range} tokens for this model, so ${budget} are allowed.`
    notApplied.push({ setting: 'reasoning.budgetTokens', because })
  }
  return { thinks: true, thinking: { type: 'enabled', budget_tokens: budget }, effort: null, maxTokens }
}

function planEffort(
  input: ThinkingInput,
  setting: 'reasoning.effort' | 'reasoning.level',
  wanted: string | null,
): ThinkingPlan {
  const { known, reasoning, notApplied } = input
  const efforts: readonly string[] = known?.efforts ?? USUAL_EFFORTS
  const isTaken = wanted === null || efforts.includes(wanted)
  if (!isTaken) {
    const because = `This model takes ${efforts.join(', ')}; it reasons as much as it does by itself.`
    notApplied.push({ setting, because })
  }
  return {
    thinks: true,
    // Without this, newer models return their thinking empty.
    thinking: { type: 'adaptive', display: 'summarized' },
    effort: isTaken ? wanted : null,
    maxTokens: withRoom(input, reasoning.budgetTokens),
  }
}

/** Thinking counts towards the limit of the answer: without room of its own it would leave none for text. */
function withRoom({ facts, limit }: ThinkingInput, room: number): number | null {
  return limit === null ? null : Math.min(limit + room, facts.outputLimit ?? Number.POSITIVE_INFINITY)
}
