import type { AnswerSettings, Json, ModelFacts } from '@stet/history'
import { thinkingOff } from '../anthropic/thinking-off.ts'
import { findKnown } from '../facts/find-known.ts'
import type { NotApplied } from '../not-applied.ts'
import type { Block, InferenceConfig } from './body.ts'
import { type Family, familyOf } from './family.ts'

export interface AppliedSettings {
  readonly inferenceConfig: InferenceConfig
  readonly additional: Block
  /** What the answer is to begin with; empty for nothing. */
  readonly prefill: string
  /** Whether it goes on behind a last message of its own. */
  readonly goesOn: boolean
  readonly webSearch: boolean
  readonly notApplied: readonly NotApplied[]
}

/** Anthropic's own least. */
const LEAST_BUDGET = 1024
/** Nova wants to be told, and has no effort of its own. */
const USUAL_NOVA_EFFORT = 'medium'
const NOVA_HIGH = 'Nova refuses it while it reasons with high effort.'

/** The settings of a chat in the words of Converse and of the model's family, as far as it takes them (P5). */
export function applySettings(facts: ModelFacts, settings: AnswerSettings): AppliedSettings {
  const family = familyOf(facts.model)
  const notApplied: NotApplied[] = []
  const limit = limitOutput(facts, settings, notApplied)
  const reasoning = applyReasoning(facts, family, settings, limit, notApplied)
  const refused = refusalsOf(facts, family, settings, reasoning)
  const taken = (setting: 'temperature' | 'topP' | 'topK'): number | null => {
    const value = settings[setting]
    const because = value === null ? null : refused(setting, value)
    if (because !== null) notApplied.push({ setting, because })
    return because === null ? value : null
  }
  const temperature = taken('temperature')
  const topP = taken('topP')
  const topK = taken('topK')
  const maxTokens = reasoning.maxTokens
  const goesOn = canGoOn(facts, family) && !reasoning.thinks
  return {
    inferenceConfig: {
      ...(maxTokens !== null && { maxTokens }),
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { topP }),
    },
    additional: { ...reasoning.fields, ...(topK !== null && topKFields(family, topK)) },
    prefill: applyPrefill(settings, goesOn, reasoning.thinks, notApplied),
    goesOn,
    webSearch: applyWebSearch(facts, family, settings, notApplied),
    notApplied,
  }
}

function limitOutput(facts: ModelFacts, { outputLimit }: AnswerSettings, notApplied: NotApplied[]): number | null {
  const most = facts.outputLimit
  if (outputLimit === null || most === null || outputLimit <= most) return outputLimit
  notApplied.push({ setting: 'outputLimit', because: `This model writes ${most} tokens at most.` })
  return most
}

interface AppliedReasoning {
  readonly thinks: boolean
  readonly fields: Block
  readonly maxTokens: number | null
}

function applyReasoning(
  facts: ModelFacts,
  family: Family,
  settings: AnswerSettings,
  limit: number | null,
  notApplied: NotApplied[],
): AppliedReasoning {
  const { on, effort, budgetTokens } = settings.reasoning
  const off: AppliedReasoning = { thinks: false, fields: {}, maxTokens: limit }
  const isOff = !on || (effort === 'none' && facts.reasoning !== 'budget')
  if (isOff || facts.reasoning === 'none' || facts.reasoning === 'level') {
    if (on && facts.reasoning === 'none') {
      notApplied.push({ setting: 'reasoning.on', because: 'This model does not reason.' })
    }
    return family === 'claude' && facts.reasoning !== 'none' ? stopClaude(facts, settings, limit, notApplied) : off
  }
  // Thinking counts towards the limit of the answer: without room of its own it would leave none for words.
  const withRoom = (room: number) =>
    limit === null ? null : Math.min(limit + room, facts.outputLimit ?? Number.POSITIVE_INFINITY)
  if (facts.reasoning === 'budget') {
    const maxTokens = withRoom(Math.max(budgetTokens, LEAST_BUDGET))
    const budget = Math.min(Math.max(budgetTokens, LEAST_BUDGET), (maxTokens ?? Number.POSITIVE_INFINITY) - 1)
    if (budget < LEAST_BUDGET) {
      const because = `This model writes ${maxTokens} tokens at most, which are too few to reason in.`
      notApplied.push({ setting: 'reasoning.on', because })
      return off
    }
    if (budget !== budgetTokens) {
      notApplied.push({ setting: 'reasoning.budgetTokens', because: `A budget of ${budget} tokens is asked for.` })
    }
    return { thinks: true, fields: { thinking: { type: 'enabled', budget_tokens: budget } }, maxTokens }
  }
  if (facts.reasoning === 'switch') {
    const fields: Block = family === 'deepseek' ? { showThinking: true } : { thinking: { type: 'enabled' } }
    return { thinks: true, fields, maxTokens: withRoom(budgetTokens) }
  }
  const asked = takenEffort(facts, family, effort, notApplied)
  if (family === 'nova' && asked === 'high') {
    if (limit !== null) notApplied.push({ setting: 'outputLimit', because: NOVA_HIGH })
    return { thinks: true, fields: effortFields(family, asked), maxTokens: null }
  }
  return { thinks: true, fields: effortFields(family, asked), maxTokens: withRoom(budgetTokens) }
}

/** Claude is told not to think where it thinks unasked. */
function stopClaude(
  facts: ModelFacts,
  { reasoning }: AnswerSettings,
  limit: number | null,
  notApplied: NotApplied[],
): AppliedReasoning {
  const off = thinkingOff(facts.model)
  if (off === null) return { thinks: false, fields: {}, maxTokens: limit }
  if (off !== 'never') return { thinks: false, fields: { thinking: { ...off } }, maxTokens: limit }
  notApplied.push({ setting: 'reasoning.on', because: 'This model always reasons.' })
  const most = facts.outputLimit ?? Number.POSITIVE_INFINITY
  const maxTokens = limit === null ? null : Math.min(limit + reasoning.budgetTokens, most)
  return { thinks: true, fields: {}, maxTokens }
}

function takenEffort(
  facts: ModelFacts,
  family: Family,
  effort: AnswerSettings['reasoning']['effort'],
  notApplied: NotApplied[],
): string | null {
  const efforts: readonly string[] = findKnown('bedrock', facts.model)?.efforts ?? ['low', 'medium', 'high']
  if (effort === null || efforts.includes(effort)) return effort
  const instead = family === 'nova' ? `${USUAL_NOVA_EFFORT} is asked for` : 'it reasons as much as it does by itself'
  notApplied.push({ setting: 'reasoning.effort', because: `This model takes ${efforts.join(', ')}; ${instead}.` })
  return null
}

function effortFields(family: Family, effort: string | null): Block {
  switch (family) {
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
    case 'gpt-oss':
    case 'deepseek':
    case 'mistral':
    case 'other':
      return effort === null ? {} : { reasoning_effort: effort }
  }
}

type Sampling = 'temperature' | 'topP' | 'topK'

/** Why a figure is not taken; null where it is. */
function refusalsOf(
  facts: ModelFacts,
  family: Family,
  settings: AnswerSettings,
  { thinks }: AppliedReasoning,
): (setting: Sampling, value: number) => string | null {
  const refuses = findKnown('bedrock', facts.model)?.refuses ?? []
  const { effort } = settings.reasoning
  return (setting, value) => {
    if (refuses.includes(setting)) return 'This model refuses it.'
    if (thinks && family === 'claude') return 'Claude refuses it while it reasons.'
    if (thinks && family === 'nova' && effort === 'high') return NOVA_HIGH
    if (setting === 'topK' && topKFields(family, value) === null) return 'This model takes no top-k.'
    if (setting === 'temperature' && value > 1) return 'This model takes temperatures from 0 to 1.'
    return setting === 'topP' && settings.temperature !== null && refuses.includes('temperature+topP')
      ? 'This model takes either a temperature or top-p, not both.'
      : null
  }
}

function topKFields(family: Family, topK: number): Block | null {
  switch (family) {
    case 'claude':
    case 'mistral':
      return { top_k: topK }
    case 'nova':
      return { inferenceConfig: { topK } satisfies Json }
    case 'deepseek':
    case 'gpt':
    case 'gpt-oss':
    case 'other':
      return null
  }
}

function canGoOn({ model }: ModelFacts, family: Family): boolean {
  if (family !== 'claude' && family !== 'nova') return false
  return findKnown('bedrock', model)?.refuses?.includes('prefill') !== true
}

function applyPrefill(settings: AnswerSettings, goesOn: boolean, thinks: boolean, notApplied: NotApplied[]): string {
  // Blanks at its end are refused; the model begins with its own.
  const text = settings.prefill.trimEnd()
  if (text === '' || goesOn) return text
  const because = thinks ? 'It is not taken while a model reasons.' : 'This model begins its answers itself.'
  notApplied.push({ setting: 'prefill', because })
  return ''
}

/** Nova's own grounding is the only search that Bedrock runs. */
function applyWebSearch(
  facts: ModelFacts,
  family: Family,
  { webSearch }: AnswerSettings,
  notApplied: NotApplied[],
): boolean {
  if (!webSearch) return false
  if (family === 'nova' && facts.takes.tools && /nova-(2|premier)/i.test(facts.model)) return true
  notApplied.push({ setting: 'webSearch', because: 'Bedrock runs no web search for this model.' })
  return false
}
