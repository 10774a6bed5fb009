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

/** What is in the conversation, one below the other. What is written or waits keeps its key when it becomes a message. */
export type Row =
  | { readonly key: MessageId; readonly kind: 'message'; readonly message: Message }
  | { readonly key: MessageId; readonly kind: 'draft'; readonly draft: Draft }
  | { readonly key: MessageId; readonly kind: 'waiting'; readonly message: WaitingMessage }

export function toRows(view: ChatView): readonly Row[] {
  const rows: Row[] = view.path
    .filter(({ role }) => role !== 'system-title' && role !== 'system-summary')
    .map(message => ({ key: message.id, kind: 'message', message }))
  const draft = shownDraft(view)
  if (draft !== null) rows.push({ key: draft.messageId, kind: 'draft', draft })
  return [...rows, ...shownWaiting(view).map((message): Row => ({ key: message.id, kind: 'waiting', message }))]
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
