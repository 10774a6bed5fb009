import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { Definition } from '../definition.ts'
import { findKnown } from '../facts/find-known.ts'
import { exactBody } from '../sdk-types.ts'
import type { ReasoningPlan, ReasoningRules } from '../settings/plan-reasoning.ts'
import { planSettings, type SettingRules, type SettingsPlan } from '../settings/plan-settings.ts'
import { type SettingFields, WEB_SEARCH } from './body.ts'

export interface AppliedSettings extends Pick<SettingsPlan, 'notApplied'> {
  readonly fields: SettingFields
}

/** The settings of a chat as fields of a request, and those that this model cannot take. */
export function applySettings(
  facts: ModelFacts,
  settings: AnswerSettings,
  definition: Pick<Definition, 'options'>,
): AppliedSettings {
  const plan = planSettings(facts, settings, rules(facts, settings, definition))
  const { temperature, topP, outputLimit, webSearch, notApplied } = plan
  const reasoning = reasoningField(plan.reasoning)
  const include = [
    // A model that does not reason answers with an error when it is asked for this.
    ...(facts.reasoning === 'none' ? [] : ['reasoning.encrypted_content' as const]),
    ...(webSearch ? ['web_search_call.action.sources' as const] : []),
  ]
  return {
    fields: exactBody<SettingFields>()({
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { top_p: topP }),
      ...(outputLimit !== null && { max_output_tokens: outputLimit }),
      ...(Object.keys(reasoning).length > 0 && { reasoning }),
      ...(webSearch && { tools: [WEB_SEARCH] }),
      ...(include.length > 0 && { include }),
    }),
    notApplied,
  }
}

function rules(facts: ModelFacts, settings: AnswerSettings, { options }: Pick<Definition, 'options'>): SettingRules {
  const known = findKnown('openai-responses', facts.model)
  const noWebSearch = whyNoWebSearch(facts, options.local)
  const searches = settings.webSearch && noWebSearch === null
  const canStop = known?.efforts?.includes('none') === true
  const reasoning: ReasoningRules = {
    form: () => 'effort',
    takesSummary: true,
    canStop: () => canStop,
    asksForLeast: () => false,
    reasonsUnsaid: true,
    // Where the model's own default is none, sending nothing would leave the switch without effect.
    usualEffort: canStop ? 'medium' : null,
    efforts: null,
    refusesEffort: effort => (searches && effort === 'minimal' ? 'Web search needs more than minimal effort' : null),
    budgets: { least: 1, most: Number.POSITIVE_INFINITY },
  }
  return {
    known,
    reasoning,
    refuses: known?.refuses ?? [],
    refusedWhile: plan => ({
      // Of a model that nobody knows: those that reason refuse it.
      settings: reasons(plan) ? (['temperature', 'topP'] as const).filter(isRefused) : [],
      when: 'while it reasons',
    }),
    highestTemperature: 2,
    noTopK: 'OpenAI’s Responses API has no top-k.',
    noPrefill: 'OpenAI’s Responses API does not continue an answer that was begun for it.',
    noWebSearch,
    noWebFetch: 'This provider fetches no pages beside its web search.',
    // The API answers a smaller limit with an error.
    leastOutput: 16,
    roomForReasoning: false,
  }

  function isRefused(setting: 'temperature' | 'topP'): boolean {
    return known === null || known.refusesWhileReasoning?.includes(setting) === true
  }
}

function reasons(plan: ReasoningPlan): boolean {
  return plan.kind === 'on' || (plan.kind === 'unsaid' && plan.reasons)
}

function whyNoWebSearch({ takes }: ModelFacts, isLocal: boolean): string | null {
  if (isLocal) return 'A local server has no web search of its own.'
  return takes.tools ? null : 'This model takes no tools, and web search is one.'
}

function reasoningField(plan: ReasoningPlan): NonNullable<SettingFields['reasoning']> {
  if (plan.kind === 'off') return { effort: 'none' }
  if (plan.kind !== 'on') return {}
  const { effort, summary } = plan
  return { ...(effort !== null && { effort }), ...(summary !== null && { summary }) }
}
