import type { AnswerSettings, Json, ModelFacts } from '@stet/history'
import { findKnown } from '../facts/find-known.ts'
import type { Dialect } from '../facts/known-model.ts'
import { limitOutput } from '../mapping/limit-output.ts'
import type { NotApplied } from '../not-applied.ts'
import { type AppliedReasoning, applyReasoning, NOVA_HIGH } from './apply-reasoning.ts'
import type { Block, InferenceConfig } from './body.ts'
import { dialectOf } from './dialect-of.ts'

export interface AppliedSettings {
  readonly inferenceConfig: InferenceConfig
  readonly additional: Block
  /** What the answer is to begin with; empty for nothing. */
  readonly prefill: string
  /** Whether it goes on behind a last message of its own. */
  readonly goesOn: boolean
  readonly webSearch: boolean
  readonly notApplied: readonly NotApplied[]
}

/** The settings of a chat in the words of Converse and of the model's dialect, as far as it takes them (P5). */
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
  const goesOn = canGoOn(facts, dialect) && !reasoning.thinks
  return {
    inferenceConfig: {
      ...(maxTokens !== null && { maxTokens }),
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { topP }),
    },
    additional: { ...reasoning.fields, ...(topK !== null && topKFields(dialect, topK)) },
    prefill: applyPrefill(settings, goesOn, reasoning.thinks, notApplied),
    goesOn,
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
    if (refuses.includes(setting)) return 'This model refuses it.'
    if (thinks && dialect === 'claude') return 'Claude refuses it while it reasons.'
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

function canGoOn({ model }: ModelFacts, dialect: Dialect | null): boolean {
  if (dialect !== 'claude' && dialect !== 'nova') return false
  return findKnown('bedrock', model)?.refuses?.includes('prefill') !== true
}

function applyPrefill(settings: AnswerSettings, goesOn: boolean, thinks: boolean, notApplied: NotApplied[]): string {
  // Blanks at its end are refused; the model begins with its own.
  const text = settings.prefill.trimEnd()
  if (text === '' || goesOn) return text
  const because = thinks ? 'It is not taken while a model reasons.' : 'This model begins its answers itself.'
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
