import { type Assembly, budgetOf, compactionLimit } from '@stet/context'
import type { Log } from '../runtime/log.ts'
import { type AssembleDeps, type Assembled, assembleRequest, type RequestToAssemble } from './assemble-request.ts'

/** The provider is asked only if the estimate exceeds the limit by at most this share of it. */
const NEAR = 0.05
/** Short, because the user is waiting. */
const LONGEST_MS = 5_000

type CountDeps = AssembleDeps & { readonly log: Log }

/**
 * Asks the provider for its own count where our estimate is little above what fits: before a request is refused or summarised for nothing
 * (C15). Returns the request as it is sent when the count says that it fits, otherwise what was given.
 */
export async function withExactCount(
  deps: CountDeps,
  request: RequestToAssemble,
  given: Assembled,
): Promise<Assembled> {
  const limit = limitFor(request)
  const needs = tokensOf(given.assembly)
  if (needs <= limit || needs > limit * (1 + NEAR)) return given
  const roomy = await assembleRequest(deps, withRoom(request, needs / limit))
  if (roomy.assembly.kind === 'cannot-fit') return given
  const count = await countOf(deps, request, roomy.assembly)
  if (count === null || count > limit) return given
  const { chat, facts } = request
  const { context, answer } = chat.settings
  const { report } = roomy.assembly
  const own = budgetOf({ settings: context, model: facts, outputLimit: answer.outputLimit })
  const budget = { ...report.budget, ...own }
  return { ...roomy, assembly: { ...roomy.assembly, report: { ...report, budget } }, isCounted: true }
}

/** Tokens at which a request is refused, or must be summarised where that happens by itself. */
function limitFor({ chat, facts }: RequestToAssemble): number {
  const { context, answer } = chat.settings
  const input = { settings: context, model: facts, outputLimit: answer.outputLimit }
  const { automatic, wait } = context.compaction
  return automatic && !wait ? compactionLimit(input) : budgetOf(input).budget
}

/** Documents only get the tokens that are left, so they are never the reason that a request does not fit. */
function tokensOf(assembly: Assembly): number {
  if (assembly.kind === 'cannot-fit') return assembly.needs
  const { total, documents } = assembly.report.budget.used
  return total - documents
}

/** The same request with so much more room that our estimate fits. */
function withRoom(request: RequestToAssemble, share: number): RequestToAssemble {
  const { chat, facts } = request
  const { context, answer } = chat.settings
  const { maximum } = budgetOf({ settings: context, model: facts, outputLimit: answer.outputLimit })
  const most = Math.ceil(maximum * share * (1 + NEAR))
  const settings = { ...chat.settings, context: { ...context, maxPromptTokens: most } }
  return { ...request, chat: { ...chat, settings }, facts: { ...facts, contextWindow: most } }
}

/** Null where the provider has no count, or did not answer. */
async function countOf(
  { models, log }: CountDeps,
  { chat }: RequestToAssemble,
  { request }: Extract<Assembly, { kind: 'assembled' }>,
): Promise<number | null> {
  const { model: choice, answer: settings } = chat.settings
  try {
    return await models.count({ choice, request, settings, signal: AbortSignal.timeout(LONGEST_MS) })
  } catch (error) {
    log.warn('the provider did not count a request', { chatId: chat.id, error })
    return null
  }
}
