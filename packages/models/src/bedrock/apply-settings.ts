import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { Block } from '../claude/blocks.ts'
import { claudeReasoning, thinks, toThinking } from '../claude/thinking.ts'
import { findKnown } from '../facts/find-known.ts'
import type { Dialect, KnownModel } from '../facts/known-model.ts'
import { exactBody } from '../sdk-types.ts'
import type { ReasoningPlan, ReasoningRules } from '../settings/plan-reasoning.ts'
import { planSettings, type SettingRules, type SettingsPlan } from '../settings/plan-settings.ts'
import type { InferenceConfig } from './body.ts'

export interface AppliedSettings extends Pick<SettingsPlan, 'prefill' | 'continues' | 'webSearch' | 'notApplied'> {
  readonly inferenceConfig: InferenceConfig
  readonly additional: Block
}

/** Whose fields a model takes; null for those of most. A profile that is named by its ARN and takes a budget is Claude: no other model does. */
export function dialectOf({ model, reasoning }: Pick<ModelFacts, 'model' | 'reasoning'>): Dialect | null {
  return findKnown('bedrock', model)?.dialect ?? (reasoning === 'budget' ? 'claude' : null)
}

/** The settings of a chat as Converse and the model's dialect take them (P5). */
export function applySettings(facts: ModelFacts, settings: AnswerSettings): AppliedSettings {
  const known = findKnown('bedrock', facts.model)
  const dialect = dialectOf(facts)
  const plan = planSettings(facts, settings, rules(facts, known, dialect))
  const { temperature, topP, topK, outputLimit, prefill, continues, webSearch, notApplied } = plan
  return {
    inferenceConfig: exactBody<InferenceConfig>()({
      ...(outputLimit !== null && { maxTokens: outputLimit }),
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { topP }),
    }),
    additional: {
      ...reasoningFields(plan.reasoning, facts, known, dialect),
      ...(topK !== null && topKFields(dialect, topK)),
    },
    // Blanks at its end are refused; the model begins with its own.
    prefill: prefill.trimEnd(),
    continues,
    webSearch,
    notApplied,
  }
}

function rules(facts: ModelFacts, known: KnownModel | null, dialect: Dialect | null): SettingRules {
  const searches = facts.takes.tools && known?.searchesWeb === true
  return {
    known,
    reasoning: dialect === 'claude' ? claudeReasoning(known) : reasoningRules(dialect),
    refuses: known?.refuses ?? [],
    refusedWhile: plan => refusedWhile(plan, dialect),
    highestTemperature: 1,
    noTopK: dialect === 'gpt' || dialect === null ? 'This model takes no top-k.' : null,
    noPrefill: dialect === 'claude' || dialect === 'nova' ? null : 'This model takes no prefill.',
    // Nova's own grounding is the only search that Bedrock runs.
    noWebSearch: searches ? null : 'Bedrock runs no web search for this model.',
    noWebFetch: 'Bedrock fetches no pages.',
    leastOutput: 1,
    roomForReasoning: true,
  }
}

function refusedWhile(plan: ReasoningPlan, dialect: Dialect | null): ReturnType<SettingRules['refusedWhile']> {
  if (dialect === 'nova' && plan.kind === 'on' && plan.effort === 'high') {
    const settings = ['temperature', 'topP', 'topK', 'outputLimit', 'prefill'] as const
    return { settings, when: 'while it reasons with high effort' }
  }
  if (!thinks(plan)) return { settings: [], when: '' }
  const sampling = dialect === 'claude' ? (['temperature', 'topP', 'topK'] as const) : []
  return { settings: [...sampling, 'prefill'], when: 'while it reasons' }
}

function reasoningRules(dialect: Dialect | null): ReasoningRules {
  return {
    form: kind => {
      if (kind === 'budget') return { because: 'Only Claude takes a budget.' }
      return kind === 'level' ? { because: 'No model on Bedrock takes a level.' } : kind
    },
    takesSummary: false,
    canStop: () => false,
    asksForLeast: () => false,
    reasonsUnsaid: false,
    // Nova requires an effort, and has none by default.
    usualEffort: dialect === 'nova' ? 'medium' : null,
    efforts: ['low', 'medium', 'high'],
    budgets: { least: 1, most: Number.POSITIVE_INFINITY },
  }
}

function reasoningFields(
  plan: ReasoningPlan,
  facts: ModelFacts,
  known: KnownModel | null,
  dialect: Dialect | null,
): Block {
  if (dialect === 'claude') return { ...toThinking(plan, known, facts.reasoning) }
  if (plan.kind !== 'on') return {}
  if (dialect === 'nova') {
    return { reasoningConfig: { type: 'enabled', maxReasoningEffort: plan.effort ?? 'medium' } }
  }
  if (facts.reasoning === 'switch') return { showThinking: true }
  if (plan.effort === null) return {}
  return dialect === 'gpt' ? { reasoning: { effort: plan.effort } } : { reasoning_effort: plan.effort }
}

function topKFields(dialect: Dialect | null, topK: number): Block | null {
  switch (dialect) {
    case 'claude':
    case 'mistral':
      return { top_k: topK }
    case 'nova':
      return { inferenceConfig: { topK } }
    case 'gpt':
    case null:
      return null
  }
}
