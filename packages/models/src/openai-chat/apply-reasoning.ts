import type { Json, ModelFacts, ReasoningSettings } from '@stet/history'
import type { DefinitionOptions } from '../definition.ts'
import type { KnownModel } from '../facts/known-model.ts'
import type { NotApplied } from '../not-applied.ts'

export interface AppliedReasoning {
  readonly fields: Readonly<Record<string, Json>>
  readonly notApplied: readonly NotApplied[]
  /** Whether the request itself says that the model is not to reason. */
  readonly off: boolean
}

/** One switch, in the field that the server takes; of the settings below it, those that the model takes (P5). */
export function applyReasoning(
  facts: ModelFacts,
  settings: ReasoningSettings,
  { reasoningField }: Pick<DefinitionOptions, 'reasoningField'>,
  known: KnownModel | null,
): AppliedReasoning {
  const isOff = !settings.on || (facts.reasoning === 'switch' && settings.effort === 'none')
  if (isOff) return switchOff(facts, reasoningField, known)
  if (facts.reasoning === 'none') return without('reasoning.on', 'This model is not known to reason.')
  switch (reasoningField) {
    case 'none':
      return without('reasoning.on', 'This provider has no setting for reasoning.')
    case 'thinking':
      // Some always reason, and refuse even this.
      return known?.alwaysReasons ? nothing : { ...nothing, fields: { thinking: thinkingOf(facts, settings) } }
    case 'reasoning':
      return applyDetails(facts, settings, known)
    case 'reasoning_effort':
      return applyEffort(facts, settings, known)
  }
}

/** Off is sent only where the model is known to take it: some always reason, and answer with an error. */
function switchOff(
  { reasoning }: ModelFacts,
  field: DefinitionOptions['reasoningField'],
  known: KnownModel | null,
): AppliedReasoning {
  if (reasoning === 'none') return nothing
  if (known?.alwaysReasons) return without('reasoning.on', 'This model always reasons.')
  const canSwitch = reasoning === 'switch' || known?.efforts?.includes('none') === true
  switch (field) {
    case 'none':
      return nothing
    case 'thinking':
      return { fields: { thinking: { type: 'disabled' } }, notApplied: [], off: true }
    case 'reasoning':
      return canSwitch ? { fields: { reasoning: { enabled: false } }, notApplied: [], off: true } : nothing
    case 'reasoning_effort':
      return canSwitch ? { fields: { reasoning_effort: 'none' }, notApplied: [], off: true } : nothing
  }
}

function thinkingOf({ reasoning }: ModelFacts, { budgetTokens }: ReasoningSettings): Json {
  return reasoning === 'budget' ? { type: 'enabled', budget_tokens: budgetTokens } : { type: 'enabled' }
}

/** OpenRouter's `reasoning`, which takes an effort or a budget and translates it for the provider that answers. */
function applyDetails(facts: ModelFacts, settings: ReasoningSettings, known: KnownModel | null): AppliedReasoning {
  if (facts.reasoning === 'budget') {
    return {
      fields: { reasoning: { max_tokens: settings.budgetTokens } },
      notApplied: unused(settings, []),
      off: false,
    }
  }
  if (facts.reasoning === 'switch') return { ...nothing, fields: { reasoning: { enabled: true } } }
  const { effort, notApplied } = chooseEffort(facts, settings, known)
  const reasoning = effort === null ? { enabled: true } : { effort }
  return { fields: { reasoning }, notApplied, off: effort === 'none' }
}

function applyEffort(facts: ModelFacts, settings: ReasoningSettings, known: KnownModel | null): AppliedReasoning {
  const { effort, notApplied } = chooseEffort(facts, settings, known)
  // Where the model's own default is none, sending nothing would leave the switch without effect.
  const said = effort ?? (known?.efforts?.includes('none') ? 'medium' : null)
  return {
    fields: said === null ? {} : { reasoning_effort: said },
    notApplied: facts.reasoning === 'budget' ? [...notApplied, noBudget] : notApplied,
    off: said === 'none',
  }
}

function chooseEffort(
  { reasoning }: ModelFacts,
  settings: ReasoningSettings,
  known: KnownModel | null,
): { readonly effort: string | null; readonly notApplied: readonly NotApplied[] } {
  const setting = reasoning === 'level' ? 'level' : 'effort'
  const asked = settings[setting]
  const notApplied = unused(settings, [setting])
  const knows: readonly string[] | undefined = reasoning === 'level' ? known?.levels : known?.efforts
  if (asked === null || knows === undefined || knows.includes(asked)) return { effort: asked, notApplied }
  const because = `This model takes ${knows.join(', ')}; it uses its own default.`
  return { effort: null, notApplied: [...notApplied, { setting: `reasoning.${setting}`, because }] }
}

/** Settings in groups that this model does not take. A budget always has a value, so it is not one. */
function unused(settings: ReasoningSettings, used: readonly ('effort' | 'level')[]): readonly NotApplied[] {
  return (['effort', 'summary', 'level'] as const)
    .filter(setting => setting === 'summary' || !used.includes(setting))
    .filter(setting => settings[setting] !== null)
    .map(setting => ({
      setting: `reasoning.${setting}`,
      because: `This model takes no ${setting} over Chat Completions.`,
    }))
}

const noBudget: NotApplied = {
  setting: 'reasoning.budgetTokens',
  because: 'This provider takes an effort, not a budget.',
}

const nothing: AppliedReasoning = { fields: {}, notApplied: [], off: false }

function without(setting: string, because: string): AppliedReasoning {
  return { ...nothing, notApplied: [{ setting, because }] }
}
