import type { AnswerSettings, ModelFacts } from '@stet/history'
import { findKnown } from '../facts/find-known.ts'
import type { KnownModel } from '../facts/known-model.ts'
import { limitOutput } from '../mapping/words.ts'
import type { NotApplied } from '../not-applied.ts'
import type { GenerationConfig, ThinkingConfig } from './body.ts'

export interface AppliedSettings {
  readonly generationConfig: GenerationConfig
  readonly googleSearch: boolean
  readonly notApplied: readonly NotApplied[]
}

/** The settings of a chat as fields of a request, and those that this model cannot take. */
export function applySettings(facts: ModelFacts, settings: AnswerSettings): AppliedSettings {
  const known = findKnown('gemini', facts.model) ?? {}
  const notApplied: NotApplied[] = []
  const { temperature, topP, topK } = settings
  const limit = limitOutput(facts, settings, notApplied)
  const thinkingConfig = applyReasoning(facts, known, settings.reasoning, notApplied)
  const maxOutputTokens = limit === null ? null : withRoom(facts, limit, settings.reasoning, thinkingConfig)
  const googleSearch = settings.webSearch && facts.takes.tools
  if (settings.webSearch && !googleSearch) {
    notApplied.push({ setting: 'webSearch', because: 'This model cannot search the web.' })
  }
  if (settings.prefill !== '') {
    notApplied.push({ setting: 'prefill', because: 'Gemini takes no prefill.' })
  }
  return {
    generationConfig: {
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { topP }),
      ...(topK !== null && { topK }),
      ...(maxOutputTokens !== null && { maxOutputTokens }),
      ...(thinkingConfig !== null && { thinkingConfig }),
    },
    googleSearch,
    notApplied,
  }
}

type Reasoning = AnswerSettings['reasoning']

/** Reasoning counts towards the limit of the answer: without room of its own it would leave none for text. */
function withRoom(facts: ModelFacts, limit: number, reasoning: Reasoning, thinking: ThinkingConfig | null): number {
  const room = thinking === null ? 0 : (thinking.thinkingBudget ?? reasoning.budgetTokens)
  return Math.min(limit + room, facts.outputLimit ?? Number.POSITIVE_INFINITY)
}

function applyReasoning(
  facts: ModelFacts,
  known: KnownModel,
  reasoning: Reasoning,
  notApplied: NotApplied[],
): ThinkingConfig | null {
  if (!reasoning.on) return withoutReasoning(facts, known, notApplied)
  if (facts.reasoning === 'none') {
    notApplied.push({ setting: 'reasoning.on', because: 'This model does not reason.' })
    return null
  }
  if (reasoning.effort !== null) {
    notApplied.push({ setting: 'reasoning.effort', because: 'Gemini takes no effort.' })
  }
  if (reasoning.summary !== null) {
    notApplied.push({ setting: 'reasoning.summary', because: 'Gemini takes no kind of summary.' })
  }
  if (facts.reasoning === 'level') {
    const level = reasoning.level === null ? null : nearestLevel(known, reasoning.level, notApplied)
    return { includeThoughts: true, ...(level !== null && { thinkingLevel: levelWords[level] }) }
  }
  if (reasoning.level !== null) {
    notApplied.push({ setting: 'reasoning.level', because: 'This model takes no thinking level.' })
  }
  if (facts.reasoning !== 'budget') return { includeThoughts: true }
  return { includeThoughts: true, thinkingBudget: withinRange(known, reasoning.budgetTokens, notApplied) }
}

/** A model that always reasons is held to its smallest setting: its own default would be the largest. */
function withoutReasoning(facts: ModelFacts, known: KnownModel, notApplied: NotApplied[]): ThinkingConfig | null {
  switch (facts.reasoning) {
    case 'budget': {
      if (known.alwaysReasons !== true) return { thinkingBudget: 0 }
      const { least } = known.budgets ?? anyBudget
      const because = `This model always reasons; its smallest budget, ${least} tokens, is sent.`
      notApplied.push({ setting: 'reasoning.on', because })
      return { thinkingBudget: least }
    }
    case 'level': {
      const because = 'This model always reasons; its level low is sent.'
      notApplied.push({ setting: 'reasoning.on', because })
      // Low, not minimal: it is the least that every model with levels takes.
      return { thinkingLevel: 'LOW' }
    }
    case 'none':
      return null
    case 'switch':
    case 'effort':
      if (known.alwaysReasons === true) {
        notApplied.push({ setting: 'reasoning.on', because: 'This model always reasons.' })
      }
      return null
  }
}

type Level = NonNullable<Reasoning['level']>

const rising: readonly Level[] = ['minimal', 'low', 'medium', 'high']
const levelWords = { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const

function nearestLevel({ levels = rising }: KnownModel, asked: Level, notApplied: NotApplied[]): Level {
  const taken = rising.filter(level => levels.includes(level))
  const level = taken.findLast(one => rising.indexOf(one) <= rising.indexOf(asked)) ?? taken[0] ?? asked
  if (level !== asked) {
    const because = `This model takes the levels ${taken.join(', ')}; ${level} is sent instead.`
    notApplied.push({ setting: 'reasoning.level', because })
  }
  return level
}

/** A budget of zero is none; an unknown model says itself what it refuses. */
const anyBudget = { least: 1, most: Number.POSITIVE_INFINITY }

function withinRange({ budgets = anyBudget }: KnownModel, asked: number, notApplied: NotApplied[]): number {
  const { least, most } = budgets
  const budget = Math.min(most, Math.max(least, asked))
  if (budget !== asked) {
    const taken = Number.isFinite(most) ? `${least} to ${most} tokens` : `at least ${least}`
    const because = `This model takes a budget of ${taken}; ${budget} is sent instead.`
    notApplied.push({ setting: 'reasoning.budgetTokens', because })
  }
  return budget
}
