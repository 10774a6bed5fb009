import type { AnswerSettings, ModelFacts, ModelRequest } from '@stet/history'
import { claudeReasoning, type ThinkingFields, thinks, toThinking } from '../claude/thinking.ts'
import type { Definition } from '../definition.ts'
import { findKnown } from '../facts/find-known.ts'
import type { RefusableSetting } from '../facts/known-model.ts'
import { exactBody } from '../sdk-types.ts'
import { planSettings, type SettingRules, type SettingsPlan } from '../settings/plan-settings.ts'
import { isOwnAddress, type Route, routeOf } from './address.ts'
import type { OwnFields, RequestBody, SettingFields } from './body.ts'

export interface AppliedSettings
  extends Pick<SettingsPlan, 'prefill' | 'continues' | 'webSearch' | 'webFetch' | 'notApplied'> {
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
  const { temperature, topP, topK, prefill, continues, webSearch, webFetch, notApplied } = plan
  return {
    fields: exactBody<SettingFields>()({
      max_tokens: plan.outputLimit ?? USUAL_OUTPUT_LIMIT,
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { top_p: topP }),
      ...(topK !== null && { top_k: topK }),
      ...toThinking(plan.reasoning, known, facts.reasoning),
    }),
    // Blanks at its end are refused; the model begins with its own.
    prefill: prefill.trimEnd(),
    continues,
    webSearch,
    webFetch,
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
    noWebFetch: route === 'bedrock' ? 'Bedrock fetches no pages for Claude.' : null,
    leastOutput: 1,
    roomForReasoning: true,
  }
}

function whyNoWebSearch({ takes }: ModelFacts, route: Route['kind']): string | null {
  if (route === 'bedrock') return 'Bedrock runs no web search for Claude.'
  return takes.tools ? null : 'This model takes no tools.'
}

export interface OwnControls {
  readonly fields: OwnFields
  /** The values of `anthropic-beta`. */
  readonly betas: readonly string[]
  readonly notes: readonly string[]
}

const CONTEXT_MANAGEMENT = 'context-management-2025-06-27'
const THINKING_BINDING = 'thinking-binding-controls-2026-08-01'

/** What only Anthropic's own server can be asked: to keep all earlier thinking (C6), and to drop what it refuses of it (C20). */
export function ownControls(
  request: Pick<ModelRequest, 'earlierReasoning'>,
  { thinking }: Pick<ThinkingFields, 'thinking'>,
  { facts, definition }: { readonly facts: ModelFacts; readonly definition: Pick<Definition, 'baseUrl'> },
): OwnControls {
  const { kind, baseUrl } = routeOf(definition)
  const isOwn = kind === 'direct' && isOwnAddress(baseUrl)
  // Anthropic refuses to edit thinking in a request that does not ask for any.
  const keeps = request.earlierReasoning === 'keep' && isThinking(thinking)
  if (!isOwn) {
    const notes = keeps ? ['this server cannot be asked to keep earlier reasoning; it may ignore some of it'] : []
    return { fields: {}, betas: [], notes }
  }
  const bound = facts.bindsReasoning === true ? boundThinking(thinking, facts) : null
  return {
    fields: {
      ...(keeps && { context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] } }),
      ...(bound !== null && { thinking: bound }),
    },
    betas: [...(keeps ? [CONTEXT_MANAGEMENT] : []), ...(bound === null ? [] : [THINKING_BINDING])],
    notes: [],
  }
}

function isThinking(thinking: ThinkingFields['thinking']): boolean {
  return thinking?.type === 'enabled' || thinking?.type === 'adaptive'
}

const CACHE_DIAGNOSIS = 'cache-diagnosis-2026-04-07'

/** Asks Anthropic itself why its cache did not hold what the request before had (C24). Asked with the first request too: it compares only what was. */
export function diagnosis(
  { system, messages, comparedWith }: Pick<ModelRequest, 'system' | 'messages' | 'comparedWith'>,
  { facts, definition }: { readonly facts: ModelFacts; readonly definition: Pick<Definition, 'baseUrl'> },
): { readonly fields: Pick<RequestBody, 'diagnostics'>; readonly betas: readonly string[] } {
  const { kind, baseUrl } = routeOf(definition)
  const caches = facts.caching === 'marks' && [...system, ...messages].some(({ cacheMark }) => cacheMark)
  if (!caches || kind !== 'direct' || !isOwnAddress(baseUrl)) return { fields: {}, betas: [] }
  return { fields: { diagnostics: { previous_message_id: comparedWith ?? null } }, betas: [CACHE_DIAGNOSIS] }
}

/** Thinking that no longer fits what precedes it is dropped instead of refused. Context leaves out what it knows of: this is the safety net. */
function boundThinking(
  thinking: ThinkingFields['thinking'],
  { model }: ModelFacts,
): NonNullable<OwnFields['thinking']> | null {
  const binding = { block_binding: { prefix_mismatch_behavior: 'drop_block' } } as const
  if (thinking === undefined) {
    // A model that always thinks does so as if it was asked.
    return findKnown('anthropic', model)?.alwaysReasons === true ? { type: 'adaptive', ...binding } : null
  }
  return thinking.type === 'enabled' || thinking.type === 'adaptive' ? { ...thinking, ...binding } : null
}
