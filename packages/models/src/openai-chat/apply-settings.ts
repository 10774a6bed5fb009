import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { Definition, DefinitionOptions } from '../definition.ts'
import { findKnown } from '../facts/find-known.ts'
import type { KnownModel } from '../facts/known-model.ts'
import { exactBody } from '../sdk-types.ts'
import type { ReasoningForm, ReasoningPlan, ReasoningRules } from '../settings/plan-reasoning.ts'
import { planSettings, type SettingRules, type SettingsPlan } from '../settings/plan-settings.ts'
import type { ServerTool, SettingFields } from './body.ts'

export interface AppliedSettings extends Pick<SettingsPlan, 'prefill' | 'notApplied'> {
  readonly fields: SettingFields
  /** Tools that the server itself runs. */
  readonly serverTools: readonly ServerTool[]
}

/** The settings of a chat as this server takes them, and those that it or the model cannot take. */
export function applySettings(
  facts: ModelFacts,
  settings: AnswerSettings,
  { options }: Pick<Definition, 'options'>,
): AppliedSettings {
  const known = findKnown('openai-chat', facts.model)
  const plan = planSettings(facts, settings, rules(known, options))
  const { temperature, topP, topK, outputLimit, prefill, webSearch, webFetch, notApplied } = plan
  const { webSearchField } = options
  return {
    fields: exactBody<SettingFields>()({
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { top_p: topP }),
      ...(topK !== null && { top_k: topK }),
      ...outputFields(outputLimit, options),
      ...reasoningFields(plan.reasoning, facts, known, options),
      ...(webSearch && webSearchField === 'web_search_options' && { web_search_options: {} }),
    }),
    serverTools: [
      ...(webSearch && webSearchField === 'openrouter:web_search' ? [{ type: webSearchField }] : []),
      ...(webFetch ? [{ type: 'openrouter:web_fetch' as const }] : []),
    ],
    prefill,
    notApplied,
  }
}

function outputFields(
  limit: number | null,
  { outputLimitField: field }: DefinitionOptions,
): Pick<SettingFields, DefinitionOptions['outputLimitField']> {
  return limit === null ? {} : { [field]: limit }
}

function rules(known: KnownModel | null, options: DefinitionOptions): SettingRules {
  return {
    known,
    reasoning: reasoningRules(known, options),
    refuses: known?.refuses ?? [],
    refusedWhile: ({ kind }) => ({
      settings: kind === 'off' ? [] : (known?.refusesWhileReasoning ?? []).filter(isSampling),
      when: 'while it reasons',
    }),
    highestTemperature: 2,
    noTopK: options.takesTopK ? null : 'This provider has no top-k over Chat Completions.',
    noPrefill: options.prefill === 'none' ? 'This provider is not known to take a prefill.' : null,
    noWebSearch:
      options.webSearchField === 'none' ? 'This provider is not known to search the web over Chat Completions.' : null,
    // A server that has the one tool of OpenRouter has the other.
    noWebFetch:
      options.webSearchField === 'openrouter:web_search' ? null : 'This provider is not known to fetch pages.',
    leastOutput: 1,
    roomForReasoning: false,
  }
}

function isSampling(setting: string): setting is 'temperature' | 'topP' | 'topK' {
  return setting === 'temperature' || setting === 'topP' || setting === 'topK'
}

function reasoningRules(known: KnownModel | null, { reasoningField: field }: DefinitionOptions): ReasoningRules {
  const canSwitch = known?.efforts?.includes('none') === true
  return {
    form: kind => formIn(field, kind),
    takesSummary: false,
    canStop: kind => field === 'thinking' || (field !== 'none' && (kind === 'switch' || canSwitch)),
    asksForLeast: () => false,
    reasonsUnsaid: true,
    // Where the model's own default is none, sending nothing would leave the switch without effect.
    usualEffort: field === 'reasoning_effort' && canSwitch ? 'medium' : null,
    efforts: null,
    budgets: { least: 0, most: Number.POSITIVE_INFINITY },
  }
}

function formIn(
  field: DefinitionOptions['reasoningField'],
  kind: Exclude<ModelFacts['reasoning'], 'none'>,
): ReasoningForm | { readonly because: string } {
  switch (field) {
    case 'none':
      return { because: 'This provider has no setting for reasoning.' }
    case 'thinking':
      return kind === 'budget' ? kind : 'switch'
    case 'reasoning':
      return kind
    case 'reasoning_effort':
      return kind === 'level' ? kind : 'effort'
  }
}

function reasoningFields(
  plan: ReasoningPlan,
  { reasoning: kind }: ModelFacts,
  known: KnownModel | null,
  { reasoningField: field }: DefinitionOptions,
): Pick<SettingFields, 'reasoning_effort' | 'reasoning' | 'thinking'> {
  const isOff = plan.kind === 'off'
  if (field === 'none' || (plan.kind !== 'on' && !isOff)) return {}
  switch (field) {
    case 'thinking': {
      // Some always reason, and refuse even this.
      if (known?.alwaysReasons === true) return {}
      if (isOff) return { thinking: { type: 'disabled' } }
      return { thinking: { type: 'enabled', ...(plan.budget !== null && { budget_tokens: plan.budget }) } }
    }
    // OpenRouter takes an effort or a budget and translates it for the provider that answers.
    case 'reasoning': {
      if (isOff) return { reasoning: { enabled: false } }
      if (kind === 'budget' && plan.budget !== null) return { reasoning: { max_tokens: plan.budget } }
      return { reasoning: plan.effort === null ? { enabled: true } : { effort: plan.effort } }
    }
    case 'reasoning_effort': {
      const effort = isOff ? 'none' : plan.effort
      return effort === null ? {} : { reasoning_effort: effort }
    }
  }
}
