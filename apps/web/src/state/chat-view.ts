import {
  type AssistantMessage,
  type ChatView,
  type Draft,
  isAside,
  type LinkMessage,
  type Message,
  type MessageId,
  type RunId,
  type WaitingMessage,
} from '@stet/api/client'
import { openFailures } from './open-failures.ts'

/** What is in the conversation, one below the other. What is written or waits keeps its key when it becomes a message. */
export type Row =
  | {
      readonly key: MessageId
      readonly kind: 'message'
      readonly message: Message
      /** Set for a step of a run that continued: the answer at the end of the run has the footer. */
      readonly isStep?: true
    }
  | StepsRow
  | { readonly key: MessageId; readonly kind: 'draft'; readonly draft: Draft }
  | { readonly key: MessageId; readonly kind: 'waiting'; readonly message: WaitingMessage }

/**
 * The steps of a run that are over, as one block: what is in it follows it as rows of their own once it is opened. Failures follow it also
 * while it is folded.
 */
export interface StepsRow {
  readonly key: MessageId
  readonly kind: 'steps'
  readonly messages: readonly StepMessage[]
  readonly isOpen: boolean
}

export type StepMessage = Extract<Message, { role: 'assistant' | 'tool-results' }>

/** From so many steps on. */
const FEWEST_STEPS = 2

const NONE: ReadonlySet<MessageId> = new Set()

/** `opened` has the keys of the blocks of steps that are open. */
export function toRows(view: ChatView, opened: ReadonlySet<MessageId> = NONE): readonly Row[] {
  const shown = view.path.filter(({ role }) => role !== 'system-title' && role !== 'system-summary')
  const rows: Row[] = []
  for (let at = 0; at < shown.length; ) {
    const steps = stepsFrom(shown, at)
    if (steps.length >= 2 * FEWEST_STEPS) rows.push(...blockOf(view, steps, opened))
    else if (steps.length > 0 && isFollowed(view, shown, at + steps.length)) rows.push(...steps.map(toStep))
    else rows.push(...shown.slice(at, at + Math.max(1, steps.length)).map(toRow))
    at += Math.max(1, steps.length)
  }
  const draft = shownDraft(view)
  if (draft !== null) rows.push({ key: draft.messageId, kind: 'draft', draft })
  return [...rows, ...shownWaiting(view).map((message): Row => ({ key: message.id, kind: 'waiting', message }))]
}

/** The steps that follow each other from here: an answer with calls, and their results. */
function stepsFrom(path: readonly Message[], from: number): readonly StepMessage[] {
  const steps: StepMessage[] = []
  for (let at = from; ; at += 2) {
    const [answer, results] = [path[at], path[at + 1]]
    if (answer?.role !== 'assistant' || results?.role !== 'tool-results') return steps
    steps.push(answer, results)
  }
}

function blockOf(
  { calls }: ChatView,
  messages: readonly StepMessage[],
  opened: ReadonlySet<MessageId>,
): readonly Row[] {
  const key: MessageId = `${messages[0]?.id ?? 'msg_'}-steps`
  const isOpen = opened.has(key)
  const block: Row = { key, kind: 'steps', messages, isOpen }
  return [block, ...(isOpen ? messages : openFailures(messages, calls)).map(toStep)]
}

/** Whether the run of the steps above continued with an answer. */
function isFollowed(view: ChatView, path: readonly Message[], at: number): boolean {
  return path[at]?.role === 'assistant' || (at === path.length && shownDraft(view) !== null)
}

function toStep(message: Message): Row {
  return { ...toRow(message), isStep: true }
}

function toRow(message: Message): Extract<Row, { kind: 'message' }> {
  return { key: message.id, kind: 'message', message }
}

/** The draft on the shown path; other runs write on branches that are not shown. */
export function shownDraft(view: ChatView): Draft | null {
  const tip = lastLink(view)
  return view.drafts.find(draft => draft.parentId === tip?.id) ?? null
}

/** The messages that were sent and have not gone, on the shown path: each belongs below the answer at whose end it goes (R10). */
export function shownWaiting(view: ChatView): readonly WaitingMessage[] {
  const links = view.path.filter(message => !isAside(message))
  const lastSaid = links.findLastIndex(({ role }) => role === 'user' || role === 'assistant')
  const ends = new Set(links.slice(Math.max(lastSaid, 0)).map(({ id }) => id))
  const draft = shownDraft(view)
  if (draft !== null) ends.add(draft.messageId)
  return view.waiting.filter(({ below }) => ends.has(below))
}

/**
 * What a new message is sent below: the draft, which is saved by then or makes it wait. Named by what is above the answer,
 * a message would land beside it when the answer ends while the message is on its way.
 */
export function nextParent(view: ChatView): MessageId | null {
  const draft = shownDraft(view)
  return draft?.state === 'writing' ? draft.messageId : (lastLink(view)?.id ?? null)
}

/** What the path ends with. */
export function lastLink(view: ChatView): LinkMessage | null {
  return view.path.findLast((message): message is LinkMessage => !isAside(message)) ?? null
}

/** The run at the end of the shown path: it writes an answer there, or runs the calls of the last one. Null when none is running. */
export function runningRun(view: ChatView): RunId | null {
  const draft = shownDraft(view)
  if (draft !== null) return draft.state === 'writing' ? draft.runId : null
  const answer = lastAnswer(view)
  return view.runs.find(({ messageId }) => messageId === answer?.id)?.runId ?? null
}

/** The answer that the path ends with, or whose results it ends with. */
function lastAnswer(view: ChatView): AssistantMessage | null {
  const links = view.path.filter(message => !isAside(message))
  const last = links.at(-1)
  const answer = last?.role === 'tool-results' ? links.at(-2) : last
  return answer?.role === 'assistant' ? answer : null
}
