import { ApiError, type ChatId, type ChatView, type Question } from '@stet/api/client'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatCost, formatSpent } from '../formats/format-cost.ts'
import { sentence } from '../formats/sentence.ts'
import { lastLink, runningRun } from '../state/chat-view.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { focusAfterDecision } from './use-decision.ts'

type Choice = 'summarise' | 'truncate' | 'continue'

interface RunQuestionProps {
  chatId: ChatId
  question: Question
  /** A new object is a new request to go there. */
  sought: object | null
  onDecided?: () => void
}

/** A run that waits for a decision: about a summary that would take many requests (C10), or about the budget of the month. */
export function RunQuestion({ chatId, question, sought, onDecided }: RunQuestionProps) {
  const { client, newKey, announcer } = useServices()
  const [deciding, setDeciding] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const keys = useRef({ summarise: newKey(), truncate: newKey(), continue: newKey() })
  const card = useRef<HTMLElement>(null)
  const id = useId()
  const { title, text } = questionWords(question)

  useEffect(() => announcer.say(`${title}. ${text}`), [announcer, title, text])
  useEffect(() => {
    if (sought !== null) card.current?.focus()
  }, [sought])

  // It goes with its own buttons: the focus must not be lost with them.
  useLayoutEffect(() => {
    const shown = card.current
    return () => {
      if (shown?.contains(document.activeElement)) focusAfterDecision(shown)
    }
  }, [])

  function decide(choice: Choice): void {
    if (deciding) return
    setDeciding(true)
    setTrouble(null)
    const key = keys.current[choice]
    const { runId } = question
    const decided =
      choice === 'continue'
        ? client.continueOverBudget(chatId, { runId, key })
        : client.decideSummary(chatId, { runId, choice, key })
    decided
      .then(onDecided)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) reportError(error)
        setTrouble(sentence(error instanceof Error ? error.message : String(error)))
      })
      .finally(() => setDeciding(false))
  }

  return (
    <section
      ref={card}
      tabIndex={-1}
      data-call-waits={question.runId}
      aria-labelledby={id}
      aria-busy={deciding}
      className="rounded border border-accent/50 bg-raised p-3 animate-[appear_160ms_ease-out] focus-visible:outline-offset-1"
    >
      <h3 id={id} className="flex flex-wrap items-baseline gap-x-2 text-ui font-medium">
        <span className="self-center text-accent">
          <Icon name={'budget' in question ? 'chart' : 'fold'} />
        </span>
        {title}
        <span className="font-normal text-accent">needs your decision</span>
      </h3>
      <p className="mt-1 text-ink-soft">{text}</p>
      {trouble && (
        <div role="alert" className="mt-2">
          <Notice tone="trouble" title="Not decided">
            {trouble}
          </Notice>
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {'budget' in question ? (
          <>
            <Button look="primary" icon="check" onClick={() => decide('continue')}>
              Continue anyway
            </Button>
            <ButtonLink to="/usage">Change the budget</ButtonLink>
          </>
        ) : (
          <>
            <Button look="primary" icon="check" onClick={() => decide('summarise')}>
              Summarise all
            </Button>
            <Button look="outline" onClick={() => decide('truncate')}>
              Truncate
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

/** What a long summary takes and what the other way means, or how much of the budget is spent. */
function questionWords(question: Question) {
  if ('budget' in question) {
    const { budget, spent } = formatSpent(question.spent, question.budget)
    return {
      title: 'Budget reached',
      text: `This workspace has spent ${spent} of its ${budget} for this month. Nothing was sent. Continuing covers this answer only.`,
    }
  }
  const { because, messages, requests, cost } = question
  const what = messages === 1 ? 'one message' : `${messages} messages`
  const price = cost === null ? '' : `, about ${formatCost(cost)}`
  return {
    title: `A summary in ${requests} requests`,
    text: `${sentence(because)} Summarising ${what} takes ${requests} requests${price}. Truncating is free: the model sees only their beginning and end. The chat keeps every message.`,
  }
}

/** The question at the end of the shown path; null when there is none, or the answer is being written after all. */
export function shownQuestion(view: ChatView): Question | null {
  if (runningRun(view) !== null) return null
  const last = lastLink(view)
  return view.questions.findLast(({ below }) => below === last?.id) ?? null
}
