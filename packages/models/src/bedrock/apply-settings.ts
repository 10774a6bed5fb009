import type { AnswerSettings, Json, ModelFacts } from '@stet/history'
import type { Block } from '../claude/blocks.ts'
import { planThinking } from '../claude/plan-thinking.ts'
import { findKnown } from '../facts/find-known.ts'
import type { Dialect } from '../facts/known-model.ts'
import { limitOutput } from '../mapping/words.ts'
import type { NotApplied } from '../not-applied.ts'
import type { InferenceConfig } from './body.ts'

export interface AppliedSettings {
  readonly inferenceConfig: InferenceConfig
  readonly additional: Block
  /** What the answer is to begin with; empty for nothing. */
  readonly prefill: string
  /** Whether the model continues after words that were written for it. */
  readonly continues: boolean
  readonly webSearch: boolean
  readonly notApplied: readonly NotApplied[]
}

/** Whose fields a model takes; null for those of most. A profile that is named by its ARN and takes a budget is Claude: no other model does. */
export function dialectOf({ model, reasoning }: Pick<ModelFacts, 'model' | 'reasoning'>): Dialect | null {
  return findKnown('bedrock', model)?.dialect ?? (reasoning === 'budget' ? 'claude' : null)
}

/** The settings of a chat as Converse and the model's dialect take them (P5). */
export function applySettings(facts: ModelFacts, settings: AnswerSettings): AppliedSettings {
  const dialect = dialectOf(facts)
  const notApplied: NotApplied[] = []
  const limit = limitOutput(facts, settings, notApplied)
  const reasoning = applyReasoning({ facts, dialect, reasoning: settings.reasoning, limit, notApplied })
  const refused = refusalsOf(facts, dialect, settings, reasoning)
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
  const continues = canContinue(facts, dialect) && !reasoning.thinks
  return {
    inferenceConfig: {
      ...(maxTokens !== null && { maxTokens }),
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { topP }),
    },
    additional: { ...reasoning.fields, ...(topK !== null && topKFields(dialect, topK)) },
    prefill: applyPrefill(settings, continues, reasoning.thinks, notApplied),
    continues,
    webSearch: applyWebSearch(facts, settings, notApplied),
    notApplied,
  }
}

type Sampling = 'temperature' | 'topP' | 'topK'

/** Why a figure is not taken; null where it is. */
function refusalsOf(
  facts: ModelFacts,
  dialect: Dialect | null,
  settings: AnswerSettings,
  { thinks }: AppliedReasoning,
): (setting: Sampling, value: number) => string | null {
  const refuses = findKnown('bedrock', facts.model)?.refuses ?? []
  const { effort } = settings.reasoning
  return (setting, value) => {
    if (refuses.includes(setting)) return 'This model does not take it.'
    if (thinks && dialect === 'claude') return 'Claude does not take it while it reasons.'
    if (thinks && dialect === 'nova' && effort === 'high') return NOVA_HIGH
    if (setting === 'topK' && topKFields(dialect, value) === null) return 'This model takes no top-k.'
    if (setting === 'temperature' && value > 1) return 'This model takes temperatures from 0 to 1.'
    return setting === 'topP' && settings.temperature !== null && refuses.includes('temperature+topP')
      ? 'This model takes either a temperature or top-p, not both.'
      : null
  }
}

function topKFields(dialect: Dialect | null, topK: number): Block | null {
  switch (dialect) {
    case 'claude':
    case 'mistral':
      return { top_k: topK }
    case 'nova':
      return { inferenceConfig: { topK } satisfies Json }
    case 'gpt':
    case null:
      return null
  }
}

function canContinue({ model }: ModelFacts, dialect: Dialect | null): boolean {
  if (dialect !== 'claude' && dialect !== 'nova') return false
  return findKnown('bedrock', model)?.refuses?.includes('prefill') !== true
}

function applyPrefill(settings: AnswerSettings, continues: boolean, thinks: boolean, notApplied: NotApplied[]): string {
  // Blanks at its end are refused; the model begins with its own.
  const text = settings.prefill.trimEnd()
  if (text === '' || continues) return text
  const because = thinks ? 'No prefill is taken while a model reasons.' : 'This model takes no prefill.'
  notApplied.push({ setting: 'prefill', because })
  return ''
}

/** Nova's own grounding is the only search that Bedrock runs. */
function applyWebSearch(facts: ModelFacts, { webSearch }: AnswerSettings, notApplied: NotApplied[]): boolean {
  if (!webSearch) return false
  if (facts.takes.tools && findKnown('bedrock', facts.model)?.searchesWeb === true) return true
  notApplied.push({ setting: 'webSearch', because: 'Bedrock runs no web search for this model.' })
  return false
}

interface ReasoningInput {
  readonly facts: ModelFacts
  readonly dialect: Dialect | null
  readonly reasoning: AnswerSettings['reasoning']
  /** The limit of the answer, without its reasoning; null where the model decides. */
  readonly limit: number | null
  /** Settings that the model cannot take are added. */
  readonly notApplied: NotApplied[]
}

interface AppliedReasoning {
  readonly thinks: boolean
  /** In the fields of its dialect. */
  readonly fields: Block
  readonly maxTokens: number | null
}

const NOVA_HIGH = 'Nova does not take it while it reasons with high effort.'
/** Nova requires an effort, and has none by default. */
const USUAL_NOVA_EFFORT = 'medium'

/** The switch and, of the settings below it, those that this model takes (P5). */
function applyReasoning(input: ReasoningInput): AppliedReasoning {
  const { facts, dialect, reasoning, limit, notApplied } = input
  const without: AppliedReasoning = { thinks: false, fields: {}, maxTokens: limit }
  const leaveOut = (because: string): AppliedReasoning => {
    notApplied.push({ setting: 'reasoning.on', because })
    return without
  }
  if (reasoning.on) {
    if (reasoning.summary !== null) {
      notApplied.push({ setting: 'reasoning.summary', because: 'Bedrock takes no kind of summary.' })
    }
    if (reasoning.level !== null) notApplied.push({ setting: 'reasoning.level', because: 'Bedrock takes no level.' })
    if (facts.reasoning === 'level') return leaveOut('No model on Bedrock takes a level.')
  }
  if (dialect === 'claude') return applyClaude(input)
  if (!reasoning.on) return without
  switch (facts.reasoning) {
    case 'none':
      return leaveOut('This model does not reason.')
    case 'budget':
    case 'level':
      return leaveOut('Only Claude takes a budget.')
    case 'switch':
      if (reasoning.effort === 'none') return without
      return { thinks: true, fields: switchFields(dialect), maxTokens: withRoom(input) }
    case 'effort':
      return reasoning.effort === 'none' ? without : applyEffort(input)
  }
}

function applyClaude(input: ReasoningInput): AppliedReasoning {
  const { thinks, thinking, effort, maxTokens } = planThinking({
    ...input,
    known: findKnown('bedrock', input.facts.model),
  })
  const fields = {
    ...(thinking !== null && { thinking: { ...thinking } }),
    ...(effort !== null && { output_config: { effort } }),
  }
  return { thinks, fields, maxTokens }
}

function applyEffort(input: ReasoningInput): AppliedReasoning {
  const { dialect, limit, notApplied } = input
  const effort = takenEffort(input)
  const fields = effortFields(dialect, effort)
  if (dialect !== 'nova' || effort !== 'high') return { thinks: true, fields, maxTokens: withRoom(input) }
  if (limit !== null) notApplied.push({ setting: 'outputLimit', because: NOVA_HIGH })
  return { thinks: true, fields, maxTokens: null }
}

/** Reasoning counts towards the limit of the answer: without room of its own it would leave none for text. */
function withRoom({ facts, reasoning, limit }: ReasoningInput): number | null {
  return limit === null ? null : Math.min(limit + reasoning.budgetTokens, facts.outputLimit ?? Number.POSITIVE_INFINITY)
}

function takenEffort({ facts, dialect, reasoning, notApplied }: ReasoningInput): string | null {
  const { effort } = reasoning
  const efforts: readonly string[] = findKnown('bedrock', facts.model)?.efforts ?? ['low', 'medium', 'high']
  if (effort === null || efforts.includes(effort)) return effort
  const instead =
    dialect === 'nova' ? `${USUAL_NOVA_EFFORT} is sent instead` : 'it reasons as much as it does by itself'
  notApplied.push({ setting: 'reasoning.effort', because: `This model takes ${efforts.join(', ')}; ${instead}.` })
  return null
}

function effortFields(dialect: Dialect | null, effort: string | null): Block {
  if (dialect === 'nova')
    return { reasoningConfig: { type: 'enabled', maxReasoningEffort: effort ?? USUAL_NOVA_EFFORT } }
  if (effort === null) return {}
  return dialect === 'gpt' ? { reasoning: { effort } } : { reasoning_effort: effort }
}

function switchFields(dialect: Dialect | null): Block {
  return dialect === 'nova' ? effortFields(dialect, null) : { showThinking: true }
}
