import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { ResponseCreateParams } from 'openai/resources/responses/responses'
import type { Definition } from '../definition.ts'
import { findKnown } from '../facts/find-known.ts'
import type { KnownModel } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'

export type SettingFields = Pick<
  ResponseCreateParams,
  'temperature' | 'top_p' | 'max_output_tokens' | 'reasoning' | 'include' | 'tools'
>

export interface AppliedSettings {
  readonly fields: SettingFields
  readonly notApplied: readonly NotApplied[]
}

/** The API answers a smaller limit with an error. */
const LEAST_OUTPUT = 16

/** The settings of a chat as fields of a request, and those that this model cannot take. */
export function applySettings(
  facts: ModelFacts,
  settings: AnswerSettings,
  definition: Pick<Definition, 'options'>,
): AppliedSettings {
  const known = findKnown('openai-responses', facts.model)
  const reasoning = applyReasoning(facts, settings, known)
  const search = applyWebSearch(facts, settings, definition)
  const limit = applyOutputLimit(facts, settings)
  const isReasoning = facts.reasoning !== 'none' && reasoning.fields.reasoning?.effort !== 'none'
  const sampling = applySampling(settings, known, isReasoning)
  const include = [
    // A model that does not reason answers with an error when it is asked for this.
    ...(facts.reasoning === 'none' ? [] : ['reasoning.encrypted_content' as const]),
    ...(search.fields.tools === undefined ? [] : ['web_search_call.action.sources' as const]),
  ]
  return {
    fields: {
      ...sampling.fields,
      ...limit.fields,
      ...reasoning.fields,
      ...search.fields,
      ...(include.length > 0 && { include }),
    },
    notApplied: [
      ...sampling.notApplied,
      ...limit.notApplied,
      ...reasoning.notApplied,
      ...search.notApplied,
      ...applyUnknown(settings),
    ],
  }
}

function applySampling(settings: AnswerSettings, known: KnownModel | null, isReasoning: boolean): AppliedSettings {
  const fields: SettingFields = {}
  const notApplied: NotApplied[] = []
  for (const [setting, field] of [
    ['temperature', 'temperature'],
    ['topP', 'top_p'],
  ] as const) {
    const value = settings[setting]
    if (value === null) continue
    const because = whyRefused(setting, known, isReasoning)
    if (because === null) fields[field] = value
    else notApplied.push({ setting, because })
  }
  return { fields, notApplied }
}

function whyRefused(setting: 'temperature' | 'topP', known: KnownModel | null, isReasoning: boolean): string | null {
  const name = setting === 'temperature' ? 'temperature' : 'top-p'
  if (known?.refuses?.includes(setting)) return `This model takes no ${name}.`
  // Of a model that nobody knows: those that reason refuse it.
  const refusesWhileReasoning = known === null || known.refusesWhileReasoning?.includes(setting) === true
  return isReasoning && refusesWhileReasoning ? `This model takes no ${name} while it reasons.` : null
}

function applyOutputLimit({ outputLimit: most }: ModelFacts, { outputLimit }: AnswerSettings): AppliedSettings {
  if (outputLimit === null) return nothing
  if (outputLimit < LEAST_OUTPUT) {
    const because = `The smallest limit that it takes is ${LEAST_OUTPUT} tokens, which is sent instead.`
    return { fields: { max_output_tokens: LEAST_OUTPUT }, notApplied: [{ setting: 'outputLimit', because }] }
  }
  if (most !== null && outputLimit > most) {
    const because = `This model writes at most ${most} tokens, which is sent instead.`
    return { fields: { max_output_tokens: most }, notApplied: [{ setting: 'outputLimit', because }] }
  }
  return { fields: { max_output_tokens: outputLimit }, notApplied: [] }
}

function applyReasoning(facts: ModelFacts, settings: AnswerSettings, known: KnownModel | null): AppliedSettings {
  const { on, effort, summary, level } = settings.reasoning
  if (facts.reasoning === 'none') return on ? without('reasoning.on', 'This model does not reason.') : nothing
  if (!on) {
    if (known?.alwaysReasons) return without('reasoning.on', 'This model always reasons.')
    return known?.efforts?.includes('none') ? { fields: { reasoning: { effort: 'none' } }, notApplied: [] } : nothing
  }
  // Where the model's own default is none, sending nothing would leave the switch without effect.
  const own = known?.efforts?.includes('none') ? 'medium' : null
  const because = effort === null ? null : whyNoEffort(effort, known, settings.webSearch)
  const notApplied: NotApplied[] = []
  if (because !== null) {
    const instead = own === null ? 'it uses its own default' : `${own} is sent instead`
    notApplied.push({ setting: 'reasoning.effort', because: `${because}; ${instead}.` })
  }
  if (level !== null)
    notApplied.push({ setting: 'reasoning.level', because: 'OpenAI’s models take an effort, no level.' })
  const asked = because === null ? (effort ?? own) : own
  const reasoning = {
    ...(asked !== null && { effort: asked }),
    ...(summary !== null && { summary }),
  }
  return { fields: Object.keys(reasoning).length > 0 ? { reasoning } : {}, notApplied }
}

function whyNoEffort(
  effort: NonNullable<AnswerSettings['reasoning']['effort']>,
  known: KnownModel | null,
  webSearch: boolean,
): string | null {
  if (known?.efforts !== undefined && !known.efforts.includes(effort)) {
    return `This model takes the efforts ${known.efforts.join(', ')}`
  }
  return effort === 'minimal' && webSearch ? 'Web search needs more than minimal effort' : null
}

function applyWebSearch(
  { takes }: ModelFacts,
  { webSearch }: AnswerSettings,
  { options }: Pick<Definition, 'options'>,
): AppliedSettings {
  if (!webSearch) return nothing
  if (options.local) return without('webSearch', 'A local server has no web search of its own.')
  if (!takes.tools) return without('webSearch', 'This model takes no tools, and web search is one.')
  return { fields: { tools: [{ type: 'web_search' }] }, notApplied: [] }
}

function applyUnknown({ topK, prefill }: AnswerSettings): readonly NotApplied[] {
  return [
    ...(topK === null ? [] : [{ setting: 'topK', because: 'OpenAI’s Responses API has no top-k.' }]),
    ...(prefill === ''
      ? []
      : [{ setting: 'prefill', because: 'OpenAI’s Responses API does not continue an answer that was begun for it.' }]),
  ]
}

const nothing: AppliedSettings = { fields: {}, notApplied: [] }

function without(setting: string, because: string): AppliedSettings {
  return { fields: {}, notApplied: [{ setting, because }] }
}
