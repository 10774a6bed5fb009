import type { ChatView } from '@stet/api/client'
import { PendingBanner } from '../calls/pending-banner.tsx'
import type { PendingCalls } from '../calls/pending-calls.ts'
import { SummaryQuestion, shownQuestion } from '../calls/summary-question.tsx'
import { CompactionNotice } from '../compaction/compaction-notice.tsx'
import { ModelGoneNotice } from '../models/chat-model.tsx'
import { useServices } from '../state/services.ts'
import type { ActionTrouble } from '../state/use-attempt.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import type { ChatActions } from './use-chat-actions.ts'

interface ChatNoticesProps {
  view: ChatView
  actions: ChatActions
  pending: PendingCalls | null
  /** Another object is another wish to go to what waits for a decision. */
  sought: object | null
  onChooseModel: () => void
}

/** What needs attention, between the conversation and the composer. */
export function ChatNotices({ view, actions, pending, sought, onChooseModel }: ChatNoticesProps) {
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
        <SummaryQuestion
          key={question.runId}
          question={question}
          sought={sought}
          onDecide={(choice, key) => client.decideSummary(chat.id, { runId: question.runId, choice, key })}
        />
      )}
      <ModelGoneNotice chat={chat} onChoose={onChooseModel} />
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
