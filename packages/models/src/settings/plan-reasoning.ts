import type { ModelFacts, ReasoningSettings } from '@stet/history'
import type { KnownModel } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'

export type Effort = NonNullable<ReasoningSettings['effort']>

/** How a model is asked to reason. Each protocol writes it in its own fields. */
export type ReasoningPlan =
  /** Nothing is sent about it. `reasons` says whether the model then reasons anyway. */
  | { readonly kind: 'unsaid'; readonly reasons: boolean }
  /** The request says that the model is not to reason. */
  | { readonly kind: 'off' }
  /** The model cannot be stopped, so it is asked for as little as it takes. */
  | { readonly kind: 'least'; readonly budget: number | null }
  | {
      readonly kind: 'on'
      readonly budget: number | null
      /** An effort or a thinking level; null leaves the amount to the model. */
      readonly effort: Effort | null
      readonly summary: ReasoningSettings['summary']
    }

/** What a protocol takes of the reasoning settings. */
export interface ReasoningRules {
  /** In which form a model of this kind is asked to reason, or in a sentence why it cannot be. */
  readonly form: (kind: Exclude<ModelFacts['reasoning'], 'none'>) => ReasoningForm | { readonly because: string }
  readonly takesSummary: boolean
  /** Whether a request can say that a model of this kind is not to reason. */
  readonly canStop: (kind: ModelFacts['reasoning']) => boolean
  /** For a model that always reasons: whether the request asks for little of it, or says nothing. */
  readonly asksForLeast: (kind: ModelFacts['reasoning']) => boolean
  /** Whether the model reasons when the request says nothing. */
  readonly reasonsUnsaid: boolean
  /** What is sent where the user chose no effort; null sends none. */
  readonly usualEffort: Effort | null
  /** The efforts or levels of a model that is not known; null sends any. */
  readonly efforts: readonly Effort[] | null
  /** Why an effort that the model has cannot be sent in this request; null where it can. */
  readonly refusesEffort?: (effort: Effort) => string | null
  /** The budgets of a model that is not known. */
  readonly budgets: { readonly least: number; readonly most: number }
}

export type ReasoningForm = 'budget' | 'effort' | 'level' | 'switch'

export interface ReasoningInput {
  readonly facts: ModelFacts
  readonly known: KnownModel | null
  readonly settings: ReasoningSettings
  readonly rules: ReasoningRules
  /** The largest budget that leaves room for an answer; null where there is no limit. */
  readonly mostBudget: (wanted: number) => number | null
  readonly leaveOut: (setting: NotApplied['setting'], because: string) => void
}

/** From the least. */
export const EFFORTS: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The switch and, of the settings below it, those that this model takes (P5). */
export function planReasoning(input: ReasoningInput): ReasoningPlan {
  const { facts, known, settings, rules, leaveOut } = input
  const { reasoning: kind } = facts
  if (kind === 'none') {
    if (settings.on) leaveOut('reasoning.on', 'This model does not reason.')
    return { kind: 'unsaid', reasons: false }
  }
  const form = rules.form(kind)
  const usesEffort = form === 'effort' || form === 'switch'
  const isStopped = settings.on && usesEffort && settings.effort === 'none'
  if (!settings.on || isStopped) return planOff(input, isStopped && known?.efforts === undefined)
  reportUnused(input, form)
  if (typeof form === 'object') {
    leaveOut('reasoning.on', form.because)
    return { kind: 'unsaid', reasons: rules.reasonsUnsaid }
  }
  const summary = rules.takesSummary ? settings.summary : null
  switch (form) {
    case 'budget':
      return planBudget(input)
    case 'switch':
      return { kind: 'on', budget: null, effort: null, summary }
    case 'effort':
    case 'level': {
      if (kind === 'budget') leaveOut('reasoning.budgetTokens', 'This provider takes an effort, not a budget.')
      return { kind: 'on', budget: null, effort: chooseEffort(input, form), summary }
    }
  }
}

/** Off is sent only where the model is known to take it: some always reason, and answer with an error. */
function planOff({ facts, known, rules, leaveOut }: ReasoningInput, isAsked: boolean): ReasoningPlan {
  const { reasoning: kind } = facts
  const least = rules.asksForLeast(kind)
  if (known?.alwaysReasons === true || least) {
    leaveOut('reasoning.on', `This model always reasons${least ? '; it is asked to reason as little as it can' : ''}.`)
    if (!least) return { kind: 'unsaid', reasons: true }
    return { kind: 'least', budget: kind === 'budget' ? (known?.budgets ?? rules.budgets).least : null }
  }
  const isSent = rules.canStop(kind) || (isAsked && rules.reasonsUnsaid)
  return isSent ? { kind: 'off' } : { kind: 'unsaid', reasons: rules.reasonsUnsaid }
}

/** A budget always has a value, so it is never reported as unused. */
function reportUnused({ settings, rules, leaveOut }: ReasoningInput, form: ReasoningForm | object): void {
  if (settings.effort !== null && form !== 'effort' && form !== 'switch') {
    leaveOut('reasoning.effort', 'This model takes no effort here.')
  }
  if (settings.level !== null && form !== 'level') leaveOut('reasoning.level', 'This model takes no thinking level.')
  if (settings.summary !== null && !rules.takesSummary) {
    leaveOut('reasoning.summary', 'Only the Responses API takes a kind of summary.')
  }
}

function planBudget(input: ReasoningInput): ReasoningPlan {
  const { known, settings, rules, mostBudget, leaveOut } = input
  const { least, most } = known?.budgets ?? rules.budgets
  const wanted = Math.max(least, Math.min(most, settings.budgetTokens))
  const room = mostBudget(wanted)
  const highest = room === null ? most : Math.min(most, room)
  if (highest < least) {
    leaveOut('reasoning.on', `This model writes at most ${highest + 1} tokens, which are too few to reason in.`)
    return { kind: 'unsaid', reasons: false }
  }
  const budget = Math.min(wanted, highest)
  if (budget !== settings.budgetTokens) {
    const range = Number.isFinite(highest) ? `${least} to ${highest} tokens` : `at least ${least} tokens`
    leaveOut('reasoning.budgetTokens', `This model takes a budget of ${range}; ${budget} is sent instead.`)
  }
  return { kind: 'on', budget, effort: null, summary: null }
}

/** The chosen effort or, where the model does not take that, the nearest below it that it takes. */
function chooseEffort(input: ReasoningInput, form: 'effort' | 'level'): Effort | null {
  const { known, settings, rules, leaveOut } = input
  const asked = settings[form]
  if (asked === null) return rules.usualEffort
  const taken: readonly Effort[] | null = (form === 'level' ? known?.levels : known?.efforts) ?? rules.efforts
  const refusal = rules.refusesEffort?.(asked) ?? null
  if (refusal === null && (taken === null || taken.includes(asked))) return asked
  const offered = EFFORTS.filter(each => each !== 'none' && (taken ?? EFFORTS).includes(each)).filter(
    each => (rules.refusesEffort?.(each) ?? null) === null,
  )
  const effort = offered.findLast(each => EFFORTS.indexOf(each) <= EFFORTS.indexOf(asked)) ?? offered[0] ?? null
  const instead = effort === null ? 'it reasons as much as it does by itself' : `${effort} is sent instead`
  leaveOut(`reasoning.${form}`, `${refusal ?? `This model takes ${(taken ?? []).join(', ')}`}; ${instead}.`)
  return effort
}
