import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { KnownModel, RefusableSetting } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'
import { planReasoning, type ReasoningPlan, type ReasoningRules } from './plan-reasoning.ts'

/** What a request asks of a model, before a protocol writes it in its own fields. Null leaves a setting to the provider. */
export interface SettingsPlan {
  readonly temperature: number | null
  readonly topP: number | null
  readonly topK: number | null
  /** Room for reasoning included, where the protocol counts both together. */
  readonly outputLimit: number | null
  readonly reasoning: ReasoningPlan
  /** What the answer is to begin with; empty for nothing. */
  readonly prefill: string
  /** Whether the model continues after words that were written for it: a prefill, or an answer that broke off. */
  readonly continues: boolean
  readonly webSearch: boolean
  readonly webFetch: boolean
  /** What the model or the server cannot take. */
  readonly notApplied: readonly NotApplied[]
}

type Sampling = 'temperature' | 'topP' | 'topK'

/** How a protocol differs from the others. Everything else about a setting is decided once, in `planSettings`. */
export interface SettingRules {
  readonly known: KnownModel | null
  readonly reasoning: ReasoningRules
  readonly refuses: readonly RefusableSetting[]
  /** What is not taken while the model reasons in this way, and when in words. */
  readonly refusedWhile: (reasoning: ReasoningPlan) => { readonly settings: readonly Refused[]; readonly when: string }
  readonly highestTemperature: number
  /** In a sentence why there is none; null where there is. */
  readonly noTopK: string | null
  readonly noPrefill: string | null
  readonly noWebSearch: string | null
  readonly noWebFetch: string | null
  /** The smallest output limit that the API takes. */
  readonly leastOutput: number
  /** Whether reasoning counts towards the output limit, so that it needs room beside the answer. */
  readonly roomForReasoning: boolean
}

type Refused = Sampling | 'outputLimit' | 'prefill'

/** The settings of a chat as this model can take them, and those that it cannot (P5). */
export function planSettings(facts: ModelFacts, settings: AnswerSettings, rules: SettingRules): SettingsPlan {
  const notApplied: NotApplied[] = []
  const leaveOut = (setting: string, because: string) => void notApplied.push({ setting, because })
  const answerLimit = limitOutput(facts, settings, rules, leaveOut)
  const most = facts.outputLimit ?? Number.POSITIVE_INFINITY
  const withRoom = (room: number) =>
    answerLimit === null || !rules.roomForReasoning ? answerLimit : Math.min(answerLimit + room, most)
  const reasoning = planReasoning({
    facts,
    known: rules.known,
    settings: settings.reasoning,
    rules: rules.reasoning,
    // An answer needs at least one token beside its reasoning.
    mostBudget: wanted => (rules.roomForReasoning ? (withRoom(wanted) ?? Number.POSITIVE_INFINITY) - 1 : null),
    leaveOut,
  })
  const refused = rules.refusedWhile(reasoning)
  const sampling = planSampling(settings, rules, refused, leaveOut)
  const limit = withRoom(roomFor(reasoning, settings.reasoning.budgetTokens))
  const isLimitRefused = limit !== null && refused.settings.includes('outputLimit')
  if (isLimitRefused) leaveOut('outputLimit', `This model takes no output limit ${refused.when}.`)
  const noPrefill = whyNoPrefill(rules, refused)
  if (settings.prefill.trimEnd() !== '' && noPrefill !== null) leaveOut('prefill', noPrefill)
  if (settings.webSearch && rules.noWebSearch !== null) leaveOut('webSearch', rules.noWebSearch)
  const noWebFetch = whyNoWebFetch(facts, rules)
  if (settings.webFetch && noWebFetch !== null) leaveOut('webFetch', noWebFetch)
  return {
    ...sampling,
    outputLimit: isLimitRefused ? null : limit,
    reasoning,
    prefill: noPrefill === null ? settings.prefill : '',
    continues: noPrefill === null,
    webSearch: settings.webSearch && rules.noWebSearch === null,
    webFetch: settings.webFetch && noWebFetch === null,
    notApplied,
  }
}

type LeaveOut = (setting: string, because: string) => void

/** The user's limit, or the model's own maximum where that is lower. */
function limitOutput(
  { outputLimit: most }: ModelFacts,
  { outputLimit: wanted }: AnswerSettings,
  { leastOutput }: SettingRules,
  leaveOut: LeaveOut,
): number | null {
  if (wanted === null) return null
  if (most !== null && wanted > most) {
    leaveOut('outputLimit', `This model writes at most ${most} tokens, which is sent instead.`)
    return most
  }
  if (wanted >= leastOutput) return wanted
  leaveOut('outputLimit', `The smallest limit that it takes is ${leastOutput} tokens, which is sent instead.`)
  return leastOutput
}

function roomFor(reasoning: ReasoningPlan, usual: number): number {
  switch (reasoning.kind) {
    case 'off':
      return 0
    case 'unsaid':
      return reasoning.reasons ? usual : 0
    case 'least':
    case 'on':
      return reasoning.budget ?? usual
  }
}

const NAMES: Readonly<Record<Sampling, string>> = { temperature: 'temperature', topP: 'top-p', topK: 'top-k' }

function planSampling(
  settings: AnswerSettings,
  rules: SettingRules,
  refused: ReturnType<SettingRules['refusedWhile']>,
  leaveOut: LeaveOut,
): Pick<SettingsPlan, Sampling> {
  const { refuses, highestTemperature, noTopK } = rules
  const whyNot = (setting: Sampling, value: number): string | null => {
    if (setting === 'topK' && noTopK !== null) return noTopK
    if (refuses.includes(setting)) return `This model takes no ${NAMES[setting]}.`
    if (refused.settings.includes(setting)) return `This model takes no ${NAMES[setting]} ${refused.when}.`
    if (setting === 'temperature' && value > highestTemperature) {
      return `This model takes temperatures from 0 to ${highestTemperature}.`
    }
    const isBoth = setting === 'topP' && settings.temperature !== null && refuses.includes('temperature+topP')
    return isBoth ? 'This model takes either a temperature or top-p, not both.' : null
  }
  const taken = (setting: Sampling): number | null => {
    const value = settings[setting]
    const because = value === null ? null : whyNot(setting, value)
    if (because !== null) leaveOut(setting, because)
    return because === null ? value : null
  }
  return { temperature: taken('temperature'), topP: taken('topP'), topK: taken('topK') }
}

/** Stet's own fetch is offered in its place, where the model takes tools (T8). */
function whyNoWebFetch({ takes }: ModelFacts, { noWebFetch }: SettingRules): string | null {
  if (!takes.tools) return 'This model takes no tools, and web fetch is one.'
  return noWebFetch === null ? null : `${noWebFetch} Stet’s own tool fetches them.`
}

function whyNoPrefill(
  { noPrefill, refuses }: SettingRules,
  refused: ReturnType<SettingRules['refusedWhile']>,
): string | null {
  if (noPrefill !== null) return noPrefill
  if (refuses.includes('prefill')) return 'This model takes no prefill.'
  return refused.settings.includes('prefill') ? `This model takes no prefill ${refused.when}.` : null
}
