import type { ChatView } from '@stet/api/client'
import { PendingBanner } from '../calls/pending-banner.tsx'
import type { PendingCalls } from '../calls/pending-calls.ts'
import { PinnedTodos } from '../calls/pinned-todos.tsx'
import { RunQuestion, shownQuestion } from '../calls/run-question.tsx'
import { CompactionNotice } from '../compaction/compaction-notice.tsx'
import { LiftOffer } from '../compaction/lift-offer.tsx'
import { ModelGoneNotice } from '../models/chat-model.tsx'
import { useServices } from '../state/services.ts'
import type { ActionTrouble } from '../state/use-attempt.ts'
import { BackgroundJobs } from '../tools/background-jobs.tsx'
import { PendingDirectories } from '../tools/pending-directories.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { BudgetNotice } from '../usage/budget-notice.tsx'
import type { ChatActions } from './use-chat-actions.ts'

interface ChatNoticesProps {
  view: ChatView
  actions: ChatActions
  pending: PendingCalls | null
  /** A new object is a new request to go to the waiting decision. */
  sought: object | null
  onChooseModel: () => void
  onTools: () => void
}

/** What needs attention, between the conversation and the composer. */
export function ChatNotices({ view, actions, pending, sought, onChooseModel, onTools }: ChatNoticesProps) {
  const { client } = useServices()
  const { messages, compactions, naming, waiting, files } = actions
  const { chat } = view
  const question = shownQuestion(view)
  return (
    <>
      {[messages, compactions, naming, waiting, files].map(
        ({ trouble, dismiss }) => trouble && <ActionNotice key={trouble.what} trouble={trouble} onDismiss={dismiss} />,
      )}
      {compactions.shown && <CompactionNotice compaction={compactions.shown} {...compactions} />}
      {pending && (
        <PendingBanner
          key={pending.messageId}
          pending={pending}
          onRun={key => client.runPending(chat.id, { messageId: pending.messageId, key })}
          onReject={key => client.rejectPending(chat.id, { messageId: pending.messageId, key })}
        />
      )}
      {question && (
        <div className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
          <RunQuestion key={question.runId} chatId={chat.id} question={question} sought={sought} />
        </div>
      )}
      {question === null && <BudgetNotice workspaceId={chat.workspaceId} />}
      {view.pendingEnvironment !== null && (
        <PendingDirectories chat={chat} change={view.pendingEnvironment} onTools={onTools} />
      )}
      <LiftOffer key={chat.id} view={view} lift={messages.liftAll} />
      <BackgroundJobs chat={chat} />
      <ModelGoneNotice chat={chat} onChoose={onChooseModel} />
      <PinnedTodos view={view} />
    </>
  )
}

function ActionNotice({ trouble, onDismiss }: { trouble: ActionTrouble; onDismiss: () => void }) {
  return (
    <div role="alert" className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      <Notice
        tone="trouble"
        title={trouble.what}
        actions={
          <Button look="outline" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        {trouble.because}
      </Notice>
    </div>
  )
}
