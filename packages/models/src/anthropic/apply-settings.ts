import type { AnswerSettings, ModelFacts } from '@stet/history'
import { planThinking } from '../claude/plan-thinking.ts'
import { findKnown } from '../facts/find-known.ts'
import type { RefusableSetting } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'
import type { Route } from './address.ts'
import type { SettingFields } from './body.ts'

export interface AppliedSettings {
  readonly fields: SettingFields
  /** What the answer is to begin with; empty for nothing. */
  readonly prefill: string
  /** Whether the model continues after words that were written for it: a prefill, or an answer that broke off. */
  readonly continues: boolean
  readonly webSearch: boolean
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

/** Anthropic takes no request without an output limit: this one where neither the user nor any data has one (W1). */
const USUAL_OUTPUT_LIMIT = 8192
const EVERY_REFUSABLE: readonly RefusableSetting[] = ['temperature', 'topP', 'topK', 'prefill']

/** The settings of a chat as fields of a request, and those that this model cannot take (P5). */
export function applySettings(facts: ModelFacts, settings: AnswerSettings, route: Route['kind']): AppliedSettings {
  const limit = applyOutputLimit(facts, settings)
  const known = findKnown('anthropic', facts.model)
  const notOfThinking: NotApplied[] = []
  const { thinks, thinking, effort, maxTokens } = planThinking({
    facts,
    known,
    reasoning: settings.reasoning,
    limit: limit.tokens,
    notApplied: notOfThinking,
  })
  const sampling = applySampling(facts, settings, thinks)
  const prefill = applyPrefill(facts, settings, thinks)
  const search = applyWebSearch(facts, settings, route)
  return {
    fields: {
      max_tokens: maxTokens ?? limit.tokens,
      ...sampling.fields,
      ...(thinking !== null && { thinking }),
      ...(effort !== null && { output_config: { effort } }),
    },
    prefill: prefill.text,
    continues: prefill.continues,
    webSearch: search.on,
    notApplied: [
      ...sampling.notApplied,
      ...limit.notApplied,
      ...notOfThinking,
      ...search.notApplied,
      ...prefill.notApplied,
    ],
    notes: limit.notes,
  }
}

function applyOutputLimit({ outputLimit: most }: ModelFacts, { outputLimit: wanted }: AnswerSettings) {
  if (wanted === null && most === null) {
    const notes = [`Anthropic needs an output limit and none is known: ${USUAL_OUTPUT_LIMIT} tokens`]
    return { tokens: USUAL_OUTPUT_LIMIT, notApplied: [], notes }
  }
  if (wanted === null || most === null || wanted <= most) {
    return { tokens: wanted ?? most ?? USUAL_OUTPUT_LIMIT, notApplied: [], notes: [] }
  }
  const because = `This model writes at most ${most} tokens, which is sent instead.`
  return { tokens: most, notApplied: [{ setting: 'outputLimit', because }], notes: [] }
}

/** A model that decides by itself how much it thinks is of the generation that takes neither sampling nor a prefill, whatever its name. */
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
    if (refuses.includes(setting)) return 'This model does not take it.'
    if (thinks) return 'Anthropic does not take it while a model reasons.'
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
  const continues = !refused && !thinks
  // Blanks at its end are refused; the model begins with its own.
  const text = prefill.trimEnd()
  if (continues || text === '') return { continues, text, notApplied: [] }
  const because = refused ? 'This model takes no prefill.' : 'Anthropic takes no prefill while a model reasons.'
  return { continues, text: '', notApplied: [{ setting: 'prefill', because }] }
}

function applyWebSearch({ takes }: ModelFacts, { webSearch }: AnswerSettings, route: Route['kind']) {
  if (!webSearch) return { on: false, notApplied: [] }
  if (route === 'direct' && takes.tools) return { on: true, notApplied: [] }
  const because = route === 'bedrock' ? 'Bedrock runs no web search for Claude.' : 'This model takes no tools.'
  return { on: false, notApplied: [{ setting: 'webSearch', because }] }
}
