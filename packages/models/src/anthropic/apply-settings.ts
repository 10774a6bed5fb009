import type { AnswerSettings, ModelFacts } from '@stet/history'
import { findKnown } from '../facts/find-known.ts'
import type { RefusableSetting } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'
import type { Route } from './address.ts'
import type { SettingFields, Thinking } from './request-body.ts'
import { thinkingOff } from './thinking-off.ts'

export interface AppliedSettings {
  readonly fields: SettingFields
  /** What the answer is to begin with; empty for nothing. */
  readonly prefill: string
  /** Whether the model goes on behind words that are put into its mouth, a beginning or an answer that broke off. */
  readonly goesOn: boolean
  readonly webSearch: boolean
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

/** Anthropic takes no request without a limit: this one where neither the person nor anything else tells one. */
const USUAL_OUTPUT_LIMIT = 4096
/** Anthropic's own least. */
const LEAST_BUDGET = 1024
const EVERY_REFUSABLE: readonly RefusableSetting[] = ['temperature', 'topP', 'topK', 'prefill']
const USUAL_EFFORTS: readonly string[] = ['low', 'medium', 'high']

/** The settings of a person as fields of a request, and those that this model cannot take (P5). */
export function applySettings(facts: ModelFacts, settings: AnswerSettings, route: Route['kind']): AppliedSettings {
  const limit = applyOutputLimit(facts, settings)
  const reasoning = applyReasoning(facts, settings, limit.tokens)
  const sampling = applySampling(facts, settings, reasoning.thinks)
  const prefill = applyPrefill(facts, settings, reasoning.thinks)
  const search = applyWebSearch(facts, settings, route)
  return {
    fields: {
      max_tokens: reasoning.maxTokens,
      ...sampling.fields,
      ...(reasoning.thinking === null ? {} : { thinking: reasoning.thinking }),
      ...(reasoning.effort === null ? {} : { output_config: { effort: reasoning.effort } }),
    },
    prefill: prefill.text,
    goesOn: prefill.goesOn,
    webSearch: search.on,
    notApplied: [
      ...sampling.notApplied,
      ...limit.notApplied,
      ...reasoning.notApplied,
      ...search.notApplied,
      ...prefill.notApplied,
    ],
    notes: limit.notes,
  }
}

function applyOutputLimit({ outputLimit: most }: ModelFacts, { outputLimit: wanted }: AnswerSettings) {
  if (wanted === null && most === null) {
    const notes = [`Anthropic needs a limit of the answer and none is known: ${USUAL_OUTPUT_LIMIT} tokens`]
    return { tokens: USUAL_OUTPUT_LIMIT, notApplied: [], notes }
  }
  if (wanted === null || most === null || wanted <= most) {
    return { tokens: wanted ?? most ?? USUAL_OUTPUT_LIMIT, notApplied: [], notes: [] }
  }
  const because = `This model writes at most ${most} tokens, so ${most} are allowed.`
  return { tokens: most, notApplied: [{ setting: 'outputLimit', because }], notes: [] }
}

interface AppliedReasoning {
  readonly thinks: boolean
  readonly thinking: Thinking | null
  readonly effort: string | null
  readonly maxTokens: number
  readonly notApplied: readonly NotApplied[]
}

function applyReasoning(facts: ModelFacts, settings: AnswerSettings, limit: number): AppliedReasoning {
  const { on, effort, level } = settings.reasoning
  switch (facts.reasoning) {
    case 'none': {
      const because = 'This model does not reason.'
      return { ...withoutThinking(limit), notApplied: on ? [{ setting: 'reasoning.on', because }] : [] }
    }
    case 'budget':
      return on ? applyBudget(facts, settings, limit) : withoutThinking(limit)
    case 'effort':
      return on && effort !== 'none'
        ? applyEffort(facts, settings, limit, 'reasoning.effort', effort)
        : stopThinking(facts, settings, limit)
    case 'level':
      return on ? applyEffort(facts, settings, limit, 'reasoning.level', level) : stopThinking(facts, settings, limit)
    case 'switch':
      return on && effort !== 'none'
        ? applyEffort(facts, settings, limit, 'reasoning.effort', null)
        : stopThinking(facts, settings, limit)
  }
}

function withoutThinking(limit: number): AppliedReasoning {
  return { thinks: false, thinking: null, effort: null, maxTokens: limit, notApplied: [] }
}

function stopThinking(facts: ModelFacts, { reasoning }: AnswerSettings, limit: number): AppliedReasoning {
  const off = thinkingOff(findKnown('anthropic', facts.model))
  if (off !== 'never') return { ...withoutThinking(limit), thinking: off }
  const because = 'This model always reasons.'
  const maxTokens = withRoom(facts, limit, reasoning.budgetTokens)
  return { ...withoutThinking(maxTokens), thinks: true, notApplied: [{ setting: 'reasoning.on', because }] }
}

function applyBudget(facts: ModelFacts, settings: AnswerSettings, limit: number): AppliedReasoning {
  const { budgetTokens: wanted } = settings.reasoning
  const maxTokens = withRoom(facts, limit, Math.max(wanted, LEAST_BUDGET))
  const budget = Math.min(Math.max(wanted, LEAST_BUDGET), maxTokens - 1)
  if (budget < LEAST_BUDGET) {
    const because = `This model writes at most ${maxTokens} tokens, which are too few to reason in.`
    return { ...withoutThinking(limit), notApplied: [{ setting: 'reasoning.on', because }] }
  }
  const because = `It is between ${LEAST_BUDGET} and ${maxTokens - 1} tokens for this model, so ${budget} are allowed.`
  return {
    thinks: true,
    thinking: { type: 'enabled', budget_tokens: budget },
    effort: null,
    maxTokens,
    notApplied: budget === wanted ? [] : [{ setting: 'reasoning.budgetTokens', because }],
  }
}

function applyEffort(
  facts: ModelFacts,
  settings: AnswerSettings,
  limit: number,
  setting: 'reasoning.effort' | 'reasoning.level',
  wanted: string | null,
): AppliedReasoning {
  const efforts: readonly string[] = findKnown('anthropic', facts.model)?.efforts ?? USUAL_EFFORTS
  const taken = wanted === null || efforts.includes(wanted)
  const because = `This model takes ${efforts.join(', ')}; it reasons as much as it does by itself.`
  return {
    thinks: true,
    // Without a word about it, newer models return their thoughts empty.
    thinking: { type: 'adaptive', display: 'summarized' },
    effort: taken ? wanted : null,
    maxTokens: withRoom(facts, limit, settings.reasoning.budgetTokens),
    notApplied: taken ? [] : [{ setting, because }],
  }
}

/** Thinking counts towards the limit of the answer: without room of its own it would leave none for words. */
function withRoom({ outputLimit: most }: ModelFacts, limit: number, budget: number): number {
  return Math.min(limit + budget, most ?? Number.POSITIVE_INFINITY)
}

/** A model that thinks as it sees fit is of the generation that takes neither sampling nor a beginning, whatever its name. */
function refusalsOf(facts: ModelFacts): readonly RefusableSetting[] {
  const refuses = findKnown('anthropic', facts.model)?.refuses
  if (refuses !== undefined) return refuses
  return facts.reasoning === 'none' || facts.reasoning === 'budget' ? [] : EVERY_REFUSABLE
}

function applySampling(facts: ModelFacts, { temperature, topP, topK }: AnswerSettings, thinks: boolean) {
  const refuses = refusalsOf(facts)
  const notApplied: NotApplied[] = []
  const taken = (setting: 'temperature' | 'topP' | 'topK', value: number | null): number | null => {
    const because = value === null ? null : refusalOf(setting, value)
    if (because !== null) notApplied.push({ setting, because })
    return because === null ? value : null
  }
  const refusalOf = (setting: 'temperature' | 'topP' | 'topK', value: number): string | null => {
    if (refuses.includes(setting)) return 'This model refuses it.'
    if (thinks) return 'Anthropic refuses it while a model reasons.'
    if (setting === 'temperature' && value > 1) return 'Anthropic takes temperatures from 0 to 1.'
    return setting === 'topP' && temperature !== null && refuses.includes('temperature+topP')
      ? 'This model takes either a temperature or top-p, not both.'
      : null
  }
  const [heat, share, most] = [taken('temperature', temperature), taken('topP', topP), taken('topK', topK)]
  const fields = {
    ...(heat === null ? {} : { temperature: heat }),
    ...(share === null ? {} : { top_p: share }),
    ...(most === null ? {} : { top_k: most }),
  }
  return { fields, notApplied }
}

function applyPrefill(facts: ModelFacts, { prefill }: AnswerSettings, thinks: boolean) {
  const refused = refusalsOf(facts).includes('prefill')
  const goesOn = !refused && !thinks
  // Blanks at its end are refused; the model begins with its own.
  const text = prefill.trimEnd()
  if (goesOn || text === '') return { goesOn, text, notApplied: [] }
  const because = refused
    ? 'This model begins its answers itself.'
    : 'Anthropic takes no beginning of an answer while a model reasons.'
  return { goesOn, text: '', notApplied: [{ setting: 'prefill', because }] }
}

function applyWebSearch({ takes }: ModelFacts, { webSearch }: AnswerSettings, route: Route['kind']) {
  if (!webSearch) return { on: false, notApplied: [] }
  if (route === 'direct' && takes.tools) return { on: true, notApplied: [] }
  const because = route === 'bedrock' ? 'Bedrock runs no web search for Claude.' : 'This model takes no tools.'
  return { on: false, notApplied: [{ setting: 'webSearch', because }] }
}
