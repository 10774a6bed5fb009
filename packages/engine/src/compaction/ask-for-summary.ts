import { estimateRequest, textIn } from '@stet/context'
import type {
  AnswerSettings,
  Chat,
  MessageId,
  ModelChoice,
  ModelFacts,
  ModelRequest,
  RequestId,
  RunId,
} from '@stet/history'
import { type Answer, type ModelCall, ModelError, type Models, type Retrying } from '@stet/models'
import type { Check } from '@stet/store'
import { openRequest, type RecordedRequest, type RequestDeps } from '../ledger/open-request.ts'
import type { RequestEnd } from '../ledger/request-end.ts'
import { untilAborted } from '../runtime/until-aborted.ts'
import type { TokenMemory } from './token-memory.ts'

/** What it takes to have a model write a summary. */
export interface SummaryDeps extends RequestDeps {
  readonly models: Pick<Models, 'facts' | 'prices' | 'stream'>
  readonly tokens: TokenMemory
}

export interface SummaryQuestion {
  readonly chat: Chat
  /** The run that needs it; null when the user asked for it. */
  readonly run: { readonly id: RunId; readonly check: () => Check } | null
  /** The summary that it will make, alone or with further requests. */
  readonly messageId: MessageId
  /** The last message that it covers. */
  readonly below: MessageId
  readonly choice: ModelChoice
  readonly facts: ModelFacts
  readonly request: ModelRequest
  readonly settings: AnswerSettings
  /** A request that this one begins like; null for none. */
  readonly base: RequestId | null
  readonly signal: AbortSignal
  readonly onRetry: (retrying: Retrying) => void
  /** An attempt has started to answer. */
  readonly onStart: () => void
}

/** An answer, and its request, which the caller completes in the ledger. */
export interface SummaryAnswered {
  readonly answer: Answer
  readonly recorded: RecordedRequest
  readonly end: RequestEnd
}

/** Sends one request for a summary and returns the complete answer. If it throws, the request is complete in the ledger. */
export async function askForSummary(deps: SummaryDeps, question: SummaryQuestion): Promise<SummaryAnswered> {
  const { chat, run, messageId, below, choice, facts, request, settings, base, signal } = question
  const estimate = estimateRequest(request) ?? 0
  const ledger = {
    chat,
    runId: run?.id ?? null,
    messageId,
    below,
    purpose: 'summary',
    facts,
    report: null,
    estimate,
  } as const
  const recorded = openRequest(deps, { ...ledger, base, ...(run === null ? {} : { check: run.check }) })
  const onSent: ModelCall['onSent'] = sent => recorded.onSent(sent)
  let reported: Pick<RequestEnd, 'usage' | 'rawUsage'> = { usage: null, rawUsage: null }
  const onUsage: ModelCall['onUsage'] = latest => {
    reported = latest
  }
  const call: ModelCall = { choice, request, settings, purpose: 'summary', signal, onSent, onUsage }
  const arrived: string[] = []
  try {
    const answer = await answerTo(deps, call, { ...question, onText: text => arrived.push(text) })
    await recorded.close()
    const { usage, rawUsage } = answer
    return { answer, recorded, end: { state: 'done', usage, rawUsage, arrived: textIn(answer.parts) } }
  } catch (error) {
    const state = signal.aborted ? 'stopped' : 'failed'
    await recorded.endAlone({ state, ...reported, arrived: arrived.join('') })
    throw error
  }
}

interface Listener extends Pick<SummaryQuestion, 'onRetry' | 'onStart'> {
  readonly onText: (text: string) => void
}

async function answerTo({ models, log }: SummaryDeps, call: ModelCall, listener: Listener): Promise<Answer> {
  const { signal } = call
  const late = (error: unknown) => log.warn('the stream of a summary failed while it was closed', { error })
  for await (const event of untilAborted(models.stream(call), signal, late)) {
    switch (event.kind) {
      case 'answer-finished':
        return event.answer
      case 'retrying':
        listener.onRetry(event)
        break
      case 'part-started':
        listener.onStart()
        break
      case 'part-delta':
        listener.onText(event.text)
        break
    }
  }
  throw new ModelError(signal.aborted ? 'aborted' : 'protocol', { message: 'The summary broke off before its end.' })
}
