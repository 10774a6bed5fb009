import type { Chat, CheckpointStep, Lift } from '../chat.ts'
import { heldBack } from './checkpoint.ts'

type Stepped = Pick<Chat, 'lifts' | 'prompt' | 'checkpointSteps'>

const MOST_STEPS = 20

/** A chat after the user did something to its checkpoints, which can now be undone. What was undone before can no longer be redone. */
export function withCheckpointStep<Whole extends Stepped>(
  before: Stepped,
  after: Whole,
  { kind, made }: Pick<CheckpointStep, 'kind' | 'made'>,
): Whole {
  const isRendered = after.prompt !== null && after.prompt !== before.prompt
  const prompt = isRendered ? { other: before.prompt, at: after.prompt.at } : null
  const step: CheckpointStep = { kind, made, lifts: before.lifts, prompt }
  const { done, undone } = before.checkpointSteps
  // What was undone stays undone, also when an earlier step is undone.
  const earlier = undone.length === 0 ? done : done.map(each => ({ ...each, lifts: without(each.lifts, undone) }))
  return { ...after, checkpointSteps: { done: [...earlier, step].slice(-MOST_STEPS), undone: [] } }
}

/** The lifts with everything that these steps made held back. */
function without(lifts: readonly Lift[], steps: readonly CheckpointStep[]): readonly Lift[] {
  return steps.reduce(
    (all, { made }) => (made === null ? all : heldBack(all, made.id, made.parentId, 'discarded')),
    lifts,
  )
}

/** A chat whose last step is undone: requests are what they were before it. Null where there is none. */
export function undoCheckpointStep<Whole extends Stepped>(chat: Whole): Whole | null {
  const { done, undone } = chat.checkpointSteps
  const step = done.at(-1)
  if (step === undefined) return null
  const lifts = without(step.lifts, [...undone, step])
  const { prompt, other } = crossPrompt(chat, step)
  return {
    ...chat,
    lifts,
    prompt,
    checkpointSteps: { done: done.slice(0, -1), undone: [...undone, { ...step, lifts: chat.lifts, prompt: other }] },
  }
}

/** A chat whose last undone step is done again. Null where there is none. */
export function redoCheckpointStep<Whole extends Stepped>(chat: Whole): Whole | null {
  const { done, undone } = chat.checkpointSteps
  const step = undone.at(-1)
  if (step === undefined) return null
  const { prompt, other } = crossPrompt(chat, step)
  // Undoing it discards what it made; the lifts before it do not name that.
  const before = chat.lifts.filter(({ checkpoint }) => checkpoint !== step.made?.id)
  return {
    ...chat,
    lifts: without(step.lifts, undone.slice(0, -1)),
    prompt,
    checkpointSteps: { done: [...done, { ...step, lifts: before, prompt: other }], undone: undone.slice(0, -1) },
  }
}

/** The prompt on the other side of a step, and what takes one back. */
function crossPrompt({ prompt }: Stepped, step: CheckpointStep) {
  if (step.prompt === null || (prompt?.at ?? 0) !== step.prompt.at) return { prompt, other: null }
  return { prompt: step.prompt.other, other: { other: prompt, at: step.prompt.other?.at ?? 0 } }
}
