import { type AssembleInput, type CompactionPlan, isCompactionDue, planCompaction } from '@stet/context'
import { activeCheckpoint, type Lift, type MessageId, type Path } from '@stet/history'
import { type AssembleDeps, FIRST_LINKS, FURTHER, inputsOf, type RequestToAssemble } from './assemble-request.ts'

/**
 * As much of the path as a plan needs: enough to know that compaction is not due; else, since what is not loaded cannot be summarised, all
 * that no checkpoint keeps from being sent.
 */
export async function readToPlan(deps: AssembleDeps, request: RequestToAssemble): Promise<AssembleInput> {
  return readUntil(deps, request, input => holdsAll(input.path, input.lifts) || !isCompactionDue(input))
}

/** What automatic compaction would do before the request: null when it would do nothing, or nothing would help. */
export async function planBefore(deps: AssembleDeps, request: RequestToAssemble): Promise<CompactionPlan | null> {
  return planCompaction(await readToPlan(deps, request))
}

/** As much of the path as a plan of a person's needs; `again` names the summary that is to be made anew. */
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
  const inputFrom = inputsOf(deps, request)
  // A lift keeps compaction off below a message that may stand far up the path (H6), and so may a pinned message, which is still sent.
  const reachesFar = chat.lifts.length > 0 || chat.marks.some(({ kind }) => kind === 'pinned')
  for (let links = reachesFar ? Number.POSITIVE_INFINITY : FIRST_LINKS; ; links *= FURTHER) {
    const input = inputFrom(await tail.atLeast(links))
    if (isEnough(input)) return input
  }
}

/** Whether a path holds everything that may be sent of it: from its root, or from a checkpoint with the message that is to be answered. */
function holdsAll(path: Path, lifts: readonly Lift[]): boolean {
  if ((path[0]?.parentId ?? null) === null) return true
  return activeCheckpoint(path, lifts) !== null && path.some(({ role }) => role === 'user')
}
