import type { AnswerSettings, ModelFacts } from '@stet/history'
import { thinkingOff } from '../anthropic/thinking-off.ts'
import { findKnown } from '../facts/find-known.ts'
import type { Dialect } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'
import type { Block } from './body.ts'

export interface ReasoningInput {
  readonly facts: ModelFacts
  readonly dialect: Dialect | null
  readonly reasoning: AnswerSettings['reasoning']
  /** The most tokens of the answer, without its thoughts; null where that is the model's own. */
  readonly limit: number | null
  /** What it cannot take is added. */
  readonly notApplied: NotApplied[]
}

export interface AppliedReasoning {
  readonly thinks: boolean
  /** The words of its dialect for it. */
  readonly fields: Block
  readonly maxTokens: number | null
}

export const NOVA_HIGH = 'Nova refuses it while it reasons with high effort.'

/** Anthropic's own least. */
const LEAST_BUDGET = 1024
/** Nova wants to be told, and has no effort of its own. */
const USUAL_NOVA_EFFORT = 'medium'

/** The switch and, of what stands below it, what this model knows (P5). */
export function applyReasoning(input: ReasoningInput): AppliedReasoning {
  const { facts, dialect, reasoning, limit, notApplied } = input
  const without: AppliedReasoning = { thinks: false, fields: {}, maxTokens: limit }
  const refuse = (because: string): AppliedReasoning => {
    notApplied.push({ setting: 'reasoning.on', because })
    return without
  }
  if (!reasoning.on) return stop(input)
  if (reasoning.summary !== null) {
    notApplied.push({ setting: 'reasoning.summary', because: 'Bedrock takes no kind of summary.' })
  }
  if (reasoning.level !== null) notApplied.push({ setting: 'reasoning.level', because: 'Bedrock takes no level.' })
  switch (facts.reasoning) {
    case 'none':
      return refuse('This model does not reason.')
    case 'level':
      return refuse('No model on Bedrock takes a level.')
    case 'budget':
      return dialect === 'claude' ? applyBudget(input) : refuse('Only Claude takes a budget.')
    case 'switch':
      if (reasoning.effort === 'none') return stop(input)
      return { thinks: true, fields: switchFields(dialect), maxTokens: withRoom(input, reasoning.budgetTokens) }
    case 'effort':
      return reasoning.effort === 'none' ? stop(input) : applyEffort(input)
  }
}

/** Claude is told not to think where it thinks unasked; the others do not. */
function stop(input: ReasoningInput): AppliedReasoning {
  const { facts, dialect, reasoning, limit, notApplied } = input
  const off = dialect === 'claude' && facts.reasoning !== 'none' ? thinkingOff(findKnown('bedrock', facts.model)) : null
  if (off === null) return { thinks: false, fields: {}, maxTokens: limit }
  if (off !== 'never') return { thinks: false, fields: { thinking: { ...off } }, maxTokens: limit }
  notApplied.push({ setting: 'reasoning.on', because: 'This model always reasons.' })
  return { thinks: true, fields: {}, maxTokens: withRoom(input, reasoning.budgetTokens) }
}

function applyBudget(input: ReasoningInput): AppliedReasoning {
  const { reasoning, limit, notApplied } = input
  const wanted = Math.max(reasoning.budgetTokens, LEAST_BUDGET)
  const maxTokens = withRoom(input, wanted)
  const budget = Math.min(wanted, (maxTokens ?? Number.POSITIVE_INFINITY) - 1)
  if (budget < LEAST_BUDGET) {
    const because = `This model writes ${maxTokens} tokens at most, which are too few to reason in.`
    notApplied.push({ setting: 'reasoning.on', because })
    return { thinks: false, fields: {}, maxTokens: limit }
  }
  if (budget !== reasoning.budgetTokens) {
    notApplied.push({ setting: 'reasoning.budgetTokens', because: `A budget of ${budget} tokens is asked for.` })
  }
  return { thinks: true, fields: { thinking: { type: 'enabled', budget_tokens: budget } }, maxTokens }
}

function applyEffort(input: ReasoningInput): AppliedReasoning {
  const { dialect, reasoning, limit, notApplied } = input
  const effort = takenEffort(input)
  const fields = effortFields(dialect, effort)
  if (dialect !== 'nova' || effort !== 'high') {
    return { thinks: true, fields, maxTokens: withRoom(input, reasoning.budgetTokens) }
  }
  if (limit !== null) notApplied.push({ setting: 'outputLimit', because: NOVA_HIGH })
  return { thinks: true, fields, maxTokens: null }
}

/** Thinking counts towards the limit of the answer: without room of its own it would leave none for words. */
function withRoom({ facts, limit }: ReasoningInput, room: number): number | null {
  return limit === null ? null : Math.min(limit + room, facts.outputLimit ?? Number.POSITIVE_INFINITY)
}

function takenEffort({ facts, dialect, reasoning, notApplied }: ReasoningInput): string | null {
  const { effort } = reasoning
  const efforts: readonly string[] = findKnown('bedrock', facts.model)?.efforts ?? ['low', 'medium', 'high']
  if (effort === null || efforts.includes(effort)) return effort
  const instead = dialect === 'nova' ? `${USUAL_NOVA_EFFORT} is asked for` : 'it reasons as much as it does by itself'
  notApplied.push({ setting: 'reasoning.effort', because: `This model takes ${efforts.join(', ')}; ${instead}.` })
  return null
}

function effortFields(dialect: Dialect | null, effort: string | null): Block {
  switch (dialect) {
    case 'claude':
      // Without a word about it, newer models return their thoughts empty.
      return {
        thinking: { type: 'adaptive', display: 'summarized' },
        ...(effort !== null && { output_config: { effort } }),
      }
    case 'nova':
      return { reasoningConfig: { type: 'enabled', maxReasoningEffort: effort ?? USUAL_NOVA_EFFORT } }
    case 'gpt':
      return effort === null ? {} : { reasoning: { effort } }
    case 'mistral':
    case null:
      return effort === null ? {} : { reasoning_effort: effort }
  }
}

function switchFields(dialect: Dialect | null): Block {
  switch (dialect) {
    case 'claude':
      return { thinking: { type: 'adaptive', display: 'summarized' } }
    case 'nova':
      return { reasoningConfig: { type: 'enabled', maxReasoningEffort: USUAL_NOVA_EFFORT } }
    case 'gpt':
    case 'mistral':
    case null:
      return { showThinking: true }
  }
}
