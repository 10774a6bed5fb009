import type { Assembly } from '@stet/context'
import type { Chat, Lift, MessageId, ModelRequest, Path } from '@stet/history'
import { ModelError } from '@stet/models'
import {
  type AssembleDeps,
  type Assembled,
  assembleRequest,
  type RequestToAssemble,
} from '../../compaction/assemble-request.ts'
import { withExactCount } from '../../compaction/exact-count.ts'
import type { LiveCompactions } from '../../compaction/live-compactions.ts'
import { planForRequest, planSmaller, type SmallerPlan } from '../../compaction/plan-for-request.ts'
import type { CompactionDeps } from '../../compaction/run-compaction.ts'
import { createPathTail } from '../../record/path-tail.ts'
import { readChat } from '../../record/read-chat.ts'
import type { LiveRun, StartedRun } from '../live/live-runs.ts'
import { checkBudget } from './check-budget.ts'
import { compactForRun } from './compact-for-run.ts'
import { failedBefore, failureOf } from './failed-summaries.ts'

/** An assembled request, and as much of the path as was read for it. */
export interface MadeRequest extends Extract<Assembly, { readonly kind: 'assembled' }> {
  readonly path: Path
}

/** Refusals after which the same step can be requested in another way. */
export type Refusal = 'context-too-long' | 'replay-refused'

/** The requests of one run, one after the other. */
export interface NextRequest {
  /** Assembles the request from the path as it is now, after a summary if one is needed. Throws a `ModelError`. */
  make(): Promise<MadeRequest>
  /** Prepares the next request so that it differs from the refused one. Whether that is possible. */
  changeAfter(refusal: Refusal): Promise<boolean>
}

/** `assembled` is the first request, where it was assembled before the run started; `isRecorded`: it was within the budget then. */
export function createNextRequest(
  deps: AssembleDeps & CompactionDeps,
  started: StartedRun,
  assembled: Assembled | null,
  isRecorded = false,
): NextRequest {
  const { live, row, facts } = started
  let { chat } = started
  // Used once and then let go: it holds the whole request, and a run may last for hours.
  let first = assembled
  let last: MadeRequest | null = null
  let hasBudget = isRecorded
  // Set when the last request was refused as too long.
  let smaller: SmallerPlan | null = null
  let plainReplay = false
  // After a summary failed that was not needed, later steps do not pay for another until one is needed.
  let skipsSummary = false

  function toAssemble(): RequestToAssemble {
    const tail = createPathTail(deps.store, chat.id, row.current().below, deps.messages.of(chat.id))
    return { chat, facts, tail, next: null, plainReplay }
  }

  async function compacted(given: Assembled | null): Promise<Assembled> {
    const request = toAssemble()
    // One that is given was counted before the run started.
    const attempt = given ?? (await withExactCount(deps, request, await assembleRequest(deps, request)))
    if (attempt.isCounted) return attempt
    const needed = attempt.assembly.kind === 'cannot-fit'
    const planned = skipsSummary && !needed ? null : await planForRequest(deps, request, attempt.assembly)
    if (planned === null || (!needed && (await failedBefore(deps, chat, planned.plan)))) return attempt
    const checkpoint = await compactForRun(deps, started, { ...planned, needed, most: null })
    if (checkpoint !== null) {
      chat = { ...chat, prompt: checkpoint.prompt }
      return assembleRequest(deps, toAssemble())
    }
    skipsSummary = true
    row.note({ failedSummary: failureOf(chat, planned.plan) })
    return attempt
  }

  async function compactedMore(planned: SmallerPlan): Promise<Assembled> {
    const checkpoint = await compactForRun(deps, started, { ...planned, needed: true })
    if (checkpoint !== null) chat = { ...chat, prompt: checkpoint.prompt }
    return assembleRequest(deps, toAssemble())
  }

  async function planLess(made: MadeRequest): Promise<SmallerPlan | null> {
    try {
      return await planSmaller(deps, toAssemble(), made)
    } catch (error) {
      deps.log.error('a compaction could not be planned', { runId: live.runId, chatId: chat.id, error })
      return null
    }
  }

  return {
    async make() {
      if (!hasBudget) await checkBudget(deps, started)
      hasBudget = false
      const waited = await waitForSummary(deps, live)
      const { chat: now } = await readChat(deps.store, chat.id)
      const lifts = liftsSince(started.chat, now)
      // The summary was saved with the prompt as it was rendered then.
      chat = { ...chat, lifts, prompt: waited ? now.prompt : chat.prompt }
      const given = waited ? null : first
      const forced = smaller
      first = null
      last = null
      smaller = null
      const { assembly, path } = await (forced === null ? compacted(given) : compactedMore(forced))
      if (assembly.kind === 'cannot-fit') throw new ModelError('context-too-long', { message: assembly.because })
      last = { ...assembly, path }
      return last
    },
    async changeAfter(refusal) {
      // The request did not fit and was never sent.
      if (last === null) return false
      switch (refusal) {
        case 'context-too-long':
          smaller = await planLess(last)
          return smaller !== null
        case 'replay-refused':
          if (plainReplay || !hasClosedNative(last.request)) return false
          plainReplay = true
          return true
      }
    },
  }
}

/** Whether an answer before the current message is sent as its provider wrote it. */
function hasClosedNative({ messages }: ModelRequest): boolean {
  const current = messages.findLastIndex(({ role }) => role === 'user')
  return messages.some(({ form }, index) => form === 'native' && index < current)
}

/**
 * The lifts that a run started with; for checkpoints that the user made since, those of the chat as it is now, so that a preview is in force in
 * no request before it is accepted (X2).
 */
function liftsSince(started: Chat, now: Chat): readonly Lift[] {
  const before = madeIn(started)
  const since = new Set([...madeIn(now)].filter(id => !before.has(id)))
  if (since.size === 0) return started.lifts
  return [...started.lifts, ...now.lifts.filter(({ checkpoint }) => since.has(checkpoint))]
}

function madeIn({ checkpointSteps: { done, undone } }: Chat): ReadonlySet<MessageId> {
  return new Set([...done, ...undone].flatMap(({ made }) => (made === null ? [] : [made.id])))
}

/** Waits for a summary that the user asked for, so that the answer uses it. Whether there was one to wait for. */
async function waitForSummary(
  { compactions }: { readonly compactions: LiveCompactions },
  { chatId, signal }: LiveRun,
): Promise<boolean> {
  const summaries = compactions.byHand(chatId)
  if (summaries.length === 0 || signal.aborted) return false
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort)
  await Promise.race([Promise.all(summaries.map(({ ended }) => ended)), cut])
  signal.removeEventListener('abort', onAbort)
  return true
}
