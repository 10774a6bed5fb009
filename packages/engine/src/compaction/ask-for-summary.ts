import type { PromptText } from '@stet/context'
import type { ModelChoice, ModelFacts, ModelRequest } from '@stet/history'
import { type Answer, ModelError, type Retrying } from '@stet/models'
import type { EngineRoom } from '../engine-room.ts'
import { untilAborted } from '../until-aborted.ts'
import { summarySettings } from './summary-settings.ts'

export interface SummaryQuestion {
  readonly choice: ModelChoice
  readonly facts: ModelFacts
  readonly prompt: PromptText
  readonly outputLimit: number
  readonly signal: AbortSignal
  readonly onRetry: (retrying: Retrying) => void
  /** Another attempt has begun to answer. */
  readonly onStart: () => void
}

/** One request for a summary, and its whole answer. It throws a `ModelError`. */
export async function askForSummary({ models, log }: EngineRoom, question: SummaryQuestion): Promise<Answer> {
  const { choice, facts, prompt, outputLimit, signal } = question
  const settings = summarySettings(facts, outputLimit)
  const call = { choice, request: toRequest(prompt), settings, purpose: 'summary', signal } as const
  const late = (error: unknown) => log.warn('the stream of a summary failed while it was closed', { error })
  for await (const event of untilAborted(models.stream(call), signal, late)) {
    switch (event.kind) {
      case 'answer-finished':
        return event.answer
      case 'retrying':
        question.onRetry(event)
        break
      case 'part-started':
        question.onStart()
        break
      case 'part-delta':
        break
    }
  }
  throw new ModelError(signal.aborted ? 'aborted' : 'protocol', { message: 'The summary broke off before its end.' })
}

function toRequest({ system, user }: PromptText): ModelRequest {
  return {
    system: [{ text: system, cacheMark: false }],
    messages: [
      { form: 'plain', messageId: null, role: 'user', parts: [{ kind: 'text', text: user }], cacheMark: false },
    ],
    tools: [],
  }
}
