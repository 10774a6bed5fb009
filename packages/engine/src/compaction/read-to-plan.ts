import { type AssembleInput, type CompactionPlan, isCompactionDue, planCompaction } from '@stet/context'
import { activeCheckpoint, type Lift, type MessageId, type Path } from '@stet/history'
import { type AssembleDeps, FIRST_LINKS, FURTHER, inputsOf, type RequestToAssemble } from './assemble-request.ts'

/**
 * Reads as much of the path as a plan needs: enough to know that compaction is not due, otherwise everything back to the last checkpoint.
 */
export async function readToPlan(deps: AssembleDeps, request: RequestToAssemble): Promise<AssembleInput> {
  return readUntil(deps, request, input => holdsAll(input.path, input.lifts) || !isCompactionDue(input))
}

export interface Planned {
  readonly plan: CompactionPlan
  readonly input: AssembleInput
}

/** What automatic compaction does before the request; null when it does nothing. */
export async function planBefore(deps: AssembleDeps, request: RequestToAssemble): Promise<Planned | null> {
  const input = await readToPlan(deps, request)
  const plan = planCompaction(input)
  return plan === null ? null : { plan, input }
}

/** The same for a summary that the user asked for; `again` is the summary to replace. */
export async function readToPlanByHand(
  deps: AssembleDeps,
  request: RequestToAssemble,
  again: MessageId | null,
): Promise<AssembleInput> {
  return readUntil(deps, request, ({ path, lifts }) =>
    holdsAll(
      path.filter(({ id }) => id !== again),
      lifts,
    ),
  )
}

async function readUntil(
  deps: AssembleDeps,
  request: RequestToAssemble,
  isEnough: (input: AssembleInput) => boolean,
): Promise<AssembleInput> {
  const { chat, tail } = request
  await deps.tokens.ready(chat.settings.model)
  const inputFrom = inputsOf(deps, request)
  // A lift that disables compaction (H6) and a pinned message, which is still sent, may be far up the path.
  const reachesFar = chat.lifts.length > 0 || chat.marks.some(({ kind }) => kind === 'pinned')
  for (let links = reachesFar ? Number.POSITIVE_INFINITY : FIRST_LINKS; ; links *= FURTHER) {
    const input = await inputFrom(await tail.atLeast(links))
    if (isEnough(input)) return input
  }
}

/** Whether the read path holds everything that can be sent: it starts at the root, or reaches a checkpoint and the current message. */
function holdsAll(path: Path, lifts: readonly Lift[]): boolean {
  if ((path[0]?.parentId ?? null) === null) return true
  return activeCheckpoint(path, lifts) !== null && path.some(({ role }) => role === 'user')
}
