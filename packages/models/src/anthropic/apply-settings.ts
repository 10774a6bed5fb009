import type { AnswerSettings, ModelFacts } from '@stet/history'
import { claudeReasoning, thinks, toThinking } from '../claude/thinking.ts'
import { findKnown } from '../facts/find-known.ts'
import type { RefusableSetting } from '../facts/known-model.ts'
import { planSettings, type SettingRules, type SettingsPlan } from '../settings/plan-settings.ts'
import type { Route } from './address.ts'
import type { SettingFields } from './body.ts'

export interface AppliedSettings extends Pick<SettingsPlan, 'prefill' | 'continues' | 'webSearch' | 'notApplied'> {
  readonly fields: SettingFields
  readonly notes: readonly string[]
}

/** Anthropic takes no request without an output limit: this one where neither the user nor any data has one (W1). */
const USUAL_OUTPUT_LIMIT = 8192
const EVERY_REFUSABLE: readonly RefusableSetting[] = ['temperature', 'topP', 'topK', 'prefill']

/** The settings of a chat as fields of a request, and those that this model cannot take (P5). */
export function applySettings(facts: ModelFacts, settings: AnswerSettings, route: Route['kind']): AppliedSettings {
  const known = findKnown('anthropic', facts.model)
  const outputLimit = settings.outputLimit ?? facts.outputLimit
  const plan = planSettings(facts, { ...settings, outputLimit: outputLimit ?? USUAL_OUTPUT_LIMIT }, rules(facts, route))
  const { temperature, topP, topK, prefill, continues, webSearch, notApplied } = plan
  return {
    fields: {
      max_tokens: plan.outputLimit ?? USUAL_OUTPUT_LIMIT,
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { top_p: topP }),
      ...(topK !== null && { top_k: topK }),
      ...toThinking(plan.reasoning, known, facts.reasoning),
    },
    // Blanks at its end are refused; the model begins with its own.
    prefill: prefill.trimEnd(),
    continues,
    webSearch,
    notApplied,
    notes:
      outputLimit === null ? [`Anthropic needs an output limit and none is known: ${USUAL_OUTPUT_LIMIT} tokens`] : [],
  }
}

function rules(facts: ModelFacts, route: Route['kind']): SettingRules {
  const known = findKnown('anthropic', facts.model)
  return {
    known,
    reasoning: claudeReasoning(known),
    // A model that decides by itself how much it thinks is of the generation that takes neither sampling nor a prefill, whatever its name.
    refuses: known?.refuses ?? (facts.reasoning === 'none' || facts.reasoning === 'budget' ? [] : EVERY_REFUSABLE),
    refusedWhile: plan => ({
      settings: thinks(plan) ? ['temperature', 'topP', 'topK', 'prefill'] : [],
      when: 'while it reasons',
    }),
    highestTemperature: 1,
    noTopK: null,
    noPrefill: null,
    noWebSearch: whyNoWebSearch(facts, route),
    leastOutput: 1,
    roomForReasoning: true,
  }
}

function whyNoWebSearch({ takes }: ModelFacts, route: Route['kind']): string | null {
  if (route === 'bedrock') return 'Bedrock runs no web search for Claude.'
  return takes.tools ? null : 'This model takes no tools.'
}
