import { type AssembleInput, type CompactionPlan, planInSteps } from '@stet/context'
import { activeCheckpoint, isCompactionOff, type Message, type MessageId } from '@stet/history'
import { inTurns } from '../runtime/in-turns.ts'
import { type AssembleDeps, FIRST_LINKS, FURTHER, inputsOf, type RequestToAssemble } from './assemble-request.ts'

/** Reads as much of the path as a plan needs: everything back to the last checkpoint, unless compaction is off. */
export async function readToPlan(deps: AssembleDeps, request: RequestToAssemble): Promise<AssembleInput> {
  // A lift that disables compaction (H6) may be far up the path.
  const lifted = request.chat.lifts.map(({ below }) => below)
  const { automatic } = request.chat.settings.context.compaction
  return readUntil(
    deps,
    request,
    lifted,
    input => !automatic || isCompactionOff(input.path, input.lifts) || holdsAll(input),
  )
}

export interface Planned {
  readonly plan: CompactionPlan
  readonly input: AssembleInput
}

/** What automatic compaction does before the request; null when it does nothing. */
export async function planBefore(deps: AssembleDeps, request: RequestToAssemble): Promise<Planned | null> {
  const input = await readToPlan(deps, request)
  const plan = await inTurns(planInSteps(input))
  return plan === null ? null : { plan, input }
}

/** The same for a summary that the user asked for; `again` is the summary to replace. */
export async function readToPlanByHand(
  deps: AssembleDeps,
  request: RequestToAssemble,
  again: MessageId | null,
): Promise<AssembleInput> {
  return readUntil(deps, request, [], input => {
    const { path } = input
    const made = path.find(({ id }) => id === again)
    // Nor does any other summary of the same messages count, such as the one that an edited text replaced.
    const isOfTheSame = (message: Message) =>
      message.role === 'summary' && made?.role === 'summary' && message.coversThrough === made.coversThrough
    return holdsAll({ ...input, path: path.filter(message => !isOfTheSame(message)) })
  })
}

async function readUntil(
  deps: AssembleDeps,
  request: RequestToAssemble,
  lifted: readonly MessageId[],
  isEnough: (input: AssembleInput) => boolean,
): Promise<AssembleInput> {
  const { chat, tail } = request
  await deps.tokens.ready(chat.settings.model)
  const inputFrom = inputsOf(deps, request, lifted)
  for (let links = FIRST_LINKS; ; links *= FURTHER) {
    const input = await inputFrom(await tail.atLeast(links))
    if (isEnough(input)) return input
  }
}

/** Whether the read path holds everything that can be sent: it starts at the root, or reaches a checkpoint and the current message. */
function holdsAll({ path, fromAbove = 0, lifts }: Pick<AssembleInput, 'path' | 'fromAbove' | 'lifts'>): boolean {
  if ((path[fromAbove]?.parentId ?? null) === null) return true
  return activeCheckpoint(path, lifts) !== null && path.some(({ role }) => role === 'user')
}
