import { type Assembly, compactionLimit } from '@stet/context'
import type { ContextSettings } from '@stet/history'
import type { AssembleDeps, RequestToAssemble } from './assemble-request.ts'
import { type Planned, planBefore } from './read-to-plan.ts'

/** A request that was refused as too long is cut to this share: the provider gave no figure, and our own count was too low. */
const SMALLER = 0.75

/** What to summarise before a request; null for nothing. */
export async function planForRequest(
  deps: AssembleDeps,
  request: RequestToAssemble,
  assembly: Assembly,
): Promise<Planned | null> {
  return needsNoPlan(request, assembly) ? null : planBefore(deps, request)
}

/** Most requests are far below the limit by the tokens already counted, and need no further measuring. */
export function needsNoPlan(
  { chat, facts }: Pick<RequestToAssemble, 'chat' | 'facts'>,
  { kind, report }: Assembly,
): boolean {
  const { context, answer } = chat.settings
  if (!context.compaction.automatic) return true
  const limit = compactionLimit({ settings: context, model: facts, outputLimit: answer.outputLimit })
  const { total, documents } = report.budget.used
  return kind === 'assembled' && total - documents <= limit
}

export interface SmallerPlan extends Planned {
  /** Tokens that a request to this model may have. */
  readonly most: number
}

/** What to summarise so that a request fits that the provider refused as too long (R8); null if nothing can be summarised. */
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
  const planned = await planBefore(deps, { ...request, chat })
  return planned === null ? null : { ...planned, most }
}
