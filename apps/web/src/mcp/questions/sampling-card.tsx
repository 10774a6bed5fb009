import type { AskedQuestion, ChatId } from '@stet/api/client'
import { formatUsd } from '../../formats/format-cost.ts'
import { formatTokens } from '../../formats/format-tokens.ts'
import { sentence } from '../../formats/sentence.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Revealed } from '../../ui/text/revealed.tsx'
import { questionButtons, questionLook } from './question-look.ts'
import { useAnswer } from './use-answer.ts'

type Sampling = Extract<AskedQuestion, { kind: 'sampling' }>

/** What a server wants a model to be asked, whole, and what that may cost. Nothing is sent before the user approves (T10). */
export function SamplingCard({ chatId, question }: { chatId: ChatId; question: Sampling }) {
  const { server, plan, systemPrompt, messages, most } = question
  const answer = useAnswer(chatId, question.callId)
  return (
    <section aria-label={`${server} asks to use the model`} className={questionLook}>
      <p className="font-medium">
        <bdi>
          <Revealed text={server} />
        </bdi>{' '}
        wants to ask the model
      </p>
      <p className="mt-0.5 text-small text-ink-faint">
        <bdi>{plan.model}</bdi> reads about {formatTokens(plan.tokens)} tokens and answers with at most{' '}
        {formatTokens(most)}. {plan.usd === null ? 'Its price is not known.' : `Costs at most ${formatUsd(plan.usd)}.`}{' '}
        The server gets the answer.
      </p>
      <dl className="mt-3 space-y-2">
        {systemPrompt !== null && systemPrompt !== '' && <Said by="System prompt" text={systemPrompt} />}
        {messages.map(({ role, parts }, place) => (
          <Said
            // biome-ignore lint/suspicious/noArrayIndexKey: a message has no name but its place, and a question never changes
            key={`${place}-${role}`}
            by={role === 'user' ? 'User' : 'Assistant'}
            text={parts
              .map(part => (part.kind === 'text' ? part.text : `[${part.name}, ${part.mediaType}]`))
              .join('\n')}
          />
        ))}
      </dl>
      {answer.isError && (
        <p role="alert" className="mt-3 text-red">
          {sentence(answer.error.message)}
        </p>
      )}
      <div className={questionButtons}>
        <Button look="outline" disabled={answer.isPending} onClick={() => answer.mutate({ action: 'decline' })}>
          Refuse
        </Button>
        <Button
          look="primary"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ action: 'accept', content: {} })}
        >
          Approve
        </Button>
      </div>
    </section>
  )
}

function Said({ by, text }: { by: string; text: string }) {
  return (
    <div>
      <dt className="text-small text-ink-faint">{by}</dt>
      <dd className="rounded bg-desk px-2 py-1.5 wrap-anywhere whitespace-pre-wrap">
        <Revealed text={text} />
      </dd>
    </div>
  )
}
