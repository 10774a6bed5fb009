import { type AssistantMessage, type ChatView, isAside, type RunId } from '@stet/api/client'
import { lastLink, shownDraft } from './to-rows.ts'

/** The run at the end of the shown path: it writes an answer there, or runs the calls of the last one. Null when none is at work. */
export function runAtWork(view: ChatView): RunId | null {
  const draft = shownDraft(view)
  if (draft !== null) return draft.state === 'writing' ? draft.runId : null
  // A run without a draft is at work on calls; of a run on another branch only its id tells.
  const withDraft = new Set(view.drafts.map(({ runId }) => runId))
  const atCalls = view.runs.filter(({ runId }) => !withDraft.has(runId))
  const answer = lastAnswer(view)
  if (answer === null) return null
  const own = atCalls.find(({ runId }) => runId === answer.runId)
  return (own ?? (isTaken(view, answer) ? atCalls.at(-1) : undefined))?.runId ?? null
}

/** The answer that the path ends with, or whose results it ends with. */
export function lastAnswer(view: ChatView): AssistantMessage | null {
  const links = view.path.filter(message => !isAside(message))
  const last = links.at(-1)
  const answer = last?.role === 'tool-results' ? links.at(-2) : last
  return answer?.role === 'assistant' ? answer : null
}

/** Whether a run that was started for its calls is at work on them: a person's decision is what starts one. */
function isTaken(view: ChatView, { id }: AssistantMessage): boolean {
  if (lastLink(view)?.role === 'tool-results') return true
  const states = Object.values(view.calls).flatMap(call => (call.messageId === id ? [call.state.kind] : []))
  return states.some(kind => kind === 'approved' || kind === 'started')
}
