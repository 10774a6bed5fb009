import type { ModelFacts } from '@stet/history'
import type { KnownModel } from '../facts/known-model.ts'
import type { Effort, ReasoningPlan, ReasoningRules } from '../settings/plan-reasoning.ts'

export type Thinking =
  | { readonly type: 'enabled'; readonly budget_tokens: number }
  | { readonly type: 'adaptive'; readonly display: 'summarized' }
  | { readonly type: 'disabled' }
  | { readonly type: 'between_tools' }

const CLAUDE_EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const
export type ClaudeEffort = (typeof CLAUDE_EFFORTS)[number]

export interface ThinkingFields {
  readonly thinking?: Thinking
  readonly output_config?: { readonly effort: ClaudeEffort }
}

/** How Claude is asked to think, at Anthropic and on Bedrock (P5). */
export function claudeReasoning(known: KnownModel | null): ReasoningRules {
  return {
    form: kind => kind,
    takesSummary: false,
    // A model that thinks only when asked, or that is not known, gets no field, which none refuses.
    canStop: kind => kind !== 'budget' && known?.reasoningOff !== undefined,
    asksForLeast: () => false,
    reasonsUnsaid: false,
    usualEffort: null,
    efforts: ['low', 'medium', 'high'],
    budgets: { least: 1024, most: Number.POSITIVE_INFINITY },
  }
}

/** Whether Claude thinks: it then takes neither sampling nor a prefill. */
export function thinks(plan: ReasoningPlan): boolean {
  return plan.kind === 'on' || (plan.kind === 'unsaid' && plan.reasons)
}

export function toThinking(
  plan: ReasoningPlan,
  known: KnownModel | null,
  reasoning: ModelFacts['reasoning'],
): ThinkingFields {
  switch (plan.kind) {
    case 'unsaid':
    case 'least':
      return {}
    case 'off':
      return known?.reasoningOff === undefined ? {} : { thinking: { type: known.reasoningOff } }
    case 'on': {
      if (reasoning === 'budget' && plan.budget !== null) {
        return { thinking: { type: 'enabled', budget_tokens: plan.budget } }
      }
      const effort = toClaudeEffort(plan.effort)
      // Without `display`, newer models return their thinking empty.
      return {
        thinking: { type: 'adaptive', display: 'summarized' },
        ...(effort !== undefined && { output_config: { effort } }),
      }
    }
  }
}

function toClaudeEffort(effort: Effort | null): ClaudeEffort | undefined {
  return CLAUDE_EFFORTS.find(each => each === effort)
}
