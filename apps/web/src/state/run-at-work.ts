import { type AssistantMessage, type ChatView, isAside, type RunId } from '@stet/api/client'
import { shownDraft } from './to-rows.ts'

/** The run at the end of the shown path: it writes an answer there, or runs the calls of the last one. Null when none is at work. */
export function runAtWork(view: ChatView): RunId | null {
  const draft = shownDraft(view)
  if (draft !== null) return draft.state === 'writing' ? draft.runId : null
  const answer = lastAnswer(view)
  return view.runs.find(({ messageId }) => messageId === answer?.id)?.runId ?? null
}

/** The answer that the path ends with, or whose results it ends with. */
export function lastAnswer(view: ChatView): AssistantMessage | null {
  const links = view.path.filter(message => !isAside(message))
  const last = links.at(-1)
  const answer = last?.role === 'tool-results' ? links.at(-2) : last
  return answer?.role === 'assistant' ? answer : null
}
