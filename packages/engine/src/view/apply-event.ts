import { applyCalls, applyProgress } from './apply-calls.ts'
import { applyCompaction } from './apply-compaction.ts'
import { applyDelta, applyRetry } from './apply-delta.ts'
import { applyMessage, applyTip } from './apply-message.ts'
import type { ActiveRun, ChatView, Resync } from './chat-view.ts'
import { applyEnvironment, cutAtDraft } from './derive-view.ts'
import { byBeginning, type Draft } from './draft.ts'
import type { ChatEvent } from './event.ts'
import { applyQuestion } from './question.ts'

/**
 * The reducer of every page. An event that the view already contains changes nothing, so a snapshot may be newer than the events that follow it.
 */
export function applyEvent(view: ChatView, event: ChatEvent): ChatView | Resync {
  if (event.chatId !== view.chat.id) return view
  const next = apply(view, event)
  if (next === 'resync') return 'resync'
  const shown = cutAtDraft(next)
  const isSame = shown.path === view.path && shown.chat.roots === view.chat.roots
  return isSame ? shown : applyEnvironment(shown)
}

function apply(view: ChatView, event: ChatEvent): ChatView | Resync {
  switch (event.kind) {
    case 'snapshot':
      return event.view
    case 'chat-changed':
      return applyTip({ ...view, chat: event.chat }, view.chat.tip)
    case 'message-added':
      return applyMessage(view, event)
    case 'messages-removed':
      return 'resync'
    case 'workspaces-changed':
    case 'chat-listed':
    case 'waiting-changed':
    case 'title-ended':
    case 'call-questions-changed':
      return view
    case 'run-started':
      return withDraft(withRun(view, event.draft), event.draft)
    case 'run-resumed':
      return withRun(view, event.run)
    case 'step-started':
      return withDraft(withStep(view, event.draft), event.draft)
    case 'calls-changed':
      return applyCalls(view, event)
    case 'call-progress':
      return applyProgress(view, event)
    case 'message-waits':
      return withWaiting(view, event)
    case 'message-withdrawn':
      return { ...view, waiting: view.waiting.filter(({ id }) => id !== event.messageId) }
    case 'part-started':
    case 'part-delta':
      return applyDelta(view, event)
    case 'retrying':
      return applyRetry(view, event)
    case 'request-ended':
      return view
    case 'run-ended':
      return withoutRun(view, event)
    case 'compaction-started':
    case 'compaction-changed':
    case 'compaction-ended':
    case 'compaction-dismissed':
      return { ...view, compactions: applyCompaction(view.compactions, event) }
    case 'question-asked':
    case 'question-decided':
      return { ...view, questions: applyQuestion(view.questions, event) }
  }
}

function withRun(view: ChatView, { runId, startedAt, messageId }: ActiveRun): ChatView {
  const known = view.runs.some(run => run.runId === runId)
  return known ? view : { ...view, runs: [...view.runs, { runId, startedAt, messageId }] }
}

function withStep(view: ChatView, { runId, messageId }: Draft): ChatView {
  return { ...view, runs: view.runs.map(run => (run.runId === runId ? { ...run, messageId } : run)) }
}

function withWaiting(view: ChatView, { message }: Extract<ChatEvent, { kind: 'message-waits' }>): ChatView {
  const known = view.waiting.some(({ id }) => id === message.id) || view.path.some(({ id }) => id === message.id)
  return known ? view : { ...view, waiting: [...view.waiting, message] }
}

function withDraft(view: ChatView, draft: Draft): ChatView {
  const known =
    view.drafts.some(other => other.messageId === draft.messageId) ||
    view.path.some(message => message.id === draft.messageId)
  return known ? view : { ...view, drafts: [...view.drafts, draft].toSorted(byBeginning) }
}

// A run's message is published before its end. If it was not, the store refused it, and dropping the draft would lose the text.
function withoutRun(view: ChatView, { runId, state }: Extract<ChatEvent, { kind: 'run-ended' }>): ChatView {
  const drafts = view.drafts.flatMap((draft): readonly Draft[] => {
    if (draft.runId !== runId) return [draft]
    return state === 'failed' ? [{ ...draft, state: 'unsaved', retry: null }] : []
  })
  return { ...view, drafts, runs: view.runs.filter(run => run.runId !== runId) }
}
