import { isAside, type MessageId, type ModelRequest, type Path } from '@stet/history'
import { assemble } from './assemble.ts'
import type { CompactionPlan } from './compaction/compaction-plan.ts'
import type { AssembleInput } from './draft/assemble-input.ts'
import type { Report } from './report/report.ts'
import { MESSAGE_OVERHEAD } from './tokens/estimate-tokens.ts'

export interface CachedSummaryOptions {
  /** The message that the previous request answered. */
  readonly below: MessageId
  /** What is asked after the chat's own request; `kept` is how many of the messages it sends are not summarised. */
  readonly instruction: (kept: number) => string
  /** Tokens that the request may have, its answer not included. */
  readonly room: number
}

export interface CachedSummary {
  readonly request: ModelRequest
  readonly instruction: string
  readonly tokens: number
  /** Of these tokens, those that the provider has cached. */
  readonly cached: number
}

/**
 * A request for a summary that begins like the previous request on the path, so that a provider which still has that one cached reads it from
 * there (C14). It ends where a cache mark of that request is, or as soon as it holds everything the summary covers. Null where the cache is
 * cold, or the request would not fit.
 */
export function cachedSummary(
  input: AssembleInput,
  plan: Pick<CompactionPlan, 'coversThrough' | 'summariseCurrent'>,
  { below, instruction, room }: CachedSummaryOptions,
): CachedSummary | null {
  const { previous, cache, model, settings, tokens } = input
  if (previous === null || cache.state !== 'warm' || model.caching === 'none' || plan.summariseCurrent) return null
  if (model.caching === 'marks' && settings.cache !== 'cached') return null
  const path = pathThrough(input.path, [below, plan.coversThrough])
  if (path === null) return null
  const assembly = assemble({ ...input, path, freezeMarks: true })
  if (assembly.kind === 'cannot-fit') return null
  const { request, report } = assembly
  const sizes = leadingSizes(request, report)
  const covers = lastCovered(request, path, plan.coversThrough)
  const marked = request.messages.flatMap(({ cacheMark }, index) => (cacheMark ? [index] : []))
  const end = marked.find(index => index >= covers) ?? covers
  const cachedEnd = model.caching === 'marks' ? (marked.findLast(index => index <= end) ?? -1) : end
  const asked = instruction(end - covers)
  const total = (sizes[end + 1] ?? 0) + tokens.text(asked) + MESSAGE_OVERHEAD
  if (total > room) return null
  const parts = [{ kind: 'text' as const, text: asked }]
  return {
    request: {
      ...request,
      messages: [
        ...request.messages.slice(0, end + 1),
        { form: 'plain', messageId: null, role: 'user', parts, cacheMark: false },
      ],
    },
    instruction: asked,
    tokens: total,
    cached: Math.min(sizes[cachedEnd + 1] ?? 0, report.cache.sharedTokens ?? 0),
  }
}

/** The path through the later of two messages, with the asides of that one; null when one of them is not on it. */
function pathThrough(path: Path, ids: readonly MessageId[]): Path | null {
  const places = ids.map(id => path.findIndex(message => message.id === id))
  if (places.includes(-1)) return null
  let end = Math.max(...places) + 1
  for (let aside = path[end]; aside !== undefined && isAside(aside); aside = path[end]) end += 1
  return path.slice(0, end)
}

/** The tokens before each message of a request, and of all of it at the end. */
function leadingSizes({ messages }: ModelRequest, { budget, opening, messages: reported }: Report): readonly number[] {
  const { prompt, documents, summary, tools } = budget.used
  const sizes = new Map(reported.map(({ messageId, tokensAfter }) => [messageId, tokensAfter]))
  const sums = [prompt + documents + summary + tools]
  for (const { messageId } of messages) {
    const size = messageId === null ? (opening?.tokensAfter ?? 0) : (sizes.get(messageId) ?? 0)
    sums.push((sums.at(-1) ?? 0) + size)
  }
  return sums
}

/** The index of the last message of the request that the summary covers; -1 for none. */
function lastCovered({ messages }: ModelRequest, path: Path, coversThrough: MessageId): number {
  const covered = new Set(path.slice(0, path.findIndex(({ id }) => id === coversThrough) + 1).map(({ id }) => id))
  return messages.findLastIndex(({ messageId }) => messageId !== null && covered.has(messageId))
}
