import { type Assembly, type CompactionPlan, compactionLimit } from '@stet/context'
import type { ContextSettings } from '@stet/history'
import type { AssembleDeps, RequestToAssemble } from './assemble-request.ts'
import { planBefore } from './read-to-plan.ts'

/** How much of what a provider refused as too long it is asked to take at most. It told no figure, and our own count was too low. */
const SMALLER = 0.75

/** What is to be summarised before a request that was assembled so; null for nothing. */
export async function planForRequest(
  deps: AssembleDeps,
  request: RequestToAssemble,
  assembly: Assembly,
): Promise<CompactionPlan | null> {
  const { compaction } = request.chat.settings.context
  if (!compaction.automatic || isSmall(request, assembly)) return null
  return planBefore(deps, request)
}

/** What was counted for the request says so already: most requests are not measured a second time. */
function isSmall({ chat, facts }: RequestToAssemble, { kind, report }: Assembly): boolean {
  const { context, answer } = chat.settings
  const limit = compactionLimit({ settings: context, model: facts, outputLimit: answer.outputLimit })
  const { total, documents } = report.budget.used
  return kind === 'assembled' && total - documents <= limit
}

export interface SmallerPlan {
  readonly plan: CompactionPlan
  /** Tokens that a request to this model may have. */
  readonly most: number
}

/** What is to be summarised so that a request fits which its provider refused as too long (R8); null where that is not to be done. */
export async function planSmaller(
  deps: AssembleDeps,
  request: RequestToAssemble,
  { report }: Pick<Assembly, 'report'>,
): Promise<SmallerPlan | null> {
  const { settings } = request.chat
  const most = Math.floor(report.budget.used.total * SMALLER)
  const context: ContextSettings = {
    ...settings.context,
    maxPromptTokens: most + settings.context.reservedResponseTokens,
  }
  const chat = { ...request.chat, settings: { ...settings, context } }
  const plan = await planBefore(deps, { ...request, chat })
  return plan === null ? null : { plan, most }
}
