import type { AnswerSettings, ModelFacts } from '@stet/history'
import { findKnown } from '../facts/find-known.ts'
import { exactBody } from '../sdk-types.ts'
import type { Effort, ReasoningPlan, ReasoningRules } from '../settings/plan-reasoning.ts'
import { planSettings, type SettingRules, type SettingsPlan } from '../settings/plan-settings.ts'
import type { GenerationConfig, ThinkingConfig } from './body.ts'

export interface AppliedSettings extends Pick<SettingsPlan, 'webSearch' | 'webFetch' | 'notApplied'> {
  readonly generationConfig: GenerationConfig
}

/** The settings of a chat as fields of a request, and those that this model cannot take. */
export function applySettings(facts: ModelFacts, settings: AnswerSettings): AppliedSettings {
  const plan = planSettings(facts, settings, rules(facts))
  const { temperature, topP, topK, outputLimit, webSearch, webFetch, notApplied } = plan
  const thinkingConfig = toThinkingConfig(plan.reasoning, facts)
  return {
    generationConfig: exactBody<GenerationConfig>()({
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { topP }),
      ...(topK !== null && { topK }),
      ...(outputLimit !== null && { maxOutputTokens: outputLimit }),
      ...(thinkingConfig !== null && { thinkingConfig }),
    }),
    webSearch,
    webFetch,
    notApplied,
  }
}

function rules(facts: ModelFacts): SettingRules {
  const known = findKnown('gemini', facts.model)
  const reasoning: ReasoningRules = {
    form: kind => (kind === 'budget' || kind === 'level' ? kind : 'switch'),
    takesSummary: false,
    canStop: kind => kind === 'budget',
    // Its own default would be the largest.
    asksForLeast: kind => kind === 'level' || (kind === 'budget' && known?.alwaysReasons === true),
    reasonsUnsaid: false,
    usualEffort: null,
    efforts: ['minimal', 'low', 'medium', 'high'],
    // A budget of zero is none; an unknown model says itself what it refuses.
    budgets: { least: 1, most: Number.POSITIVE_INFINITY },
  }
  return {
    known,
    reasoning,
    refuses: known?.refuses ?? [],
    refusedWhile: () => ({ settings: [], when: '' }),
    highestTemperature: 2,
    noTopK: null,
    noPrefill: 'Gemini takes no prefill.',
    noWebSearch: facts.takes.tools ? null : 'This model cannot search the web.',
    noWebFetch: known?.fetchesPages === false ? 'This model cannot fetch pages.' : null,
    leastOutput: 1,
    roomForReasoning: true,
  }
}

const LEVELS: Readonly<Partial<Record<Effort, NonNullable<ThinkingConfig['thinkingLevel']>>>> = {
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
}

function toThinkingConfig(plan: ReasoningPlan, { reasoning }: ModelFacts): ThinkingConfig | null {
  switch (plan.kind) {
    case 'unsaid':
      return null
    case 'off':
      return { thinkingBudget: 0 }
    case 'least':
      // Low, not minimal: it is the least that every model with levels takes.
      return plan.budget === null ? { thinkingLevel: 'LOW' } : { thinkingBudget: plan.budget }
    case 'on': {
      const thinkingLevel = reasoning === 'level' && plan.effort !== null ? LEVELS[plan.effort] : undefined
      return {
        includeThoughts: true,
        ...(plan.budget !== null && { thinkingBudget: plan.budget }),
        ...(thinkingLevel !== undefined && { thinkingLevel }),
      }
    }
  }
}
