import type { MessageId, RunId } from '@stet/history'
import type { RunQuestion } from '@stet/store'

/** What a run asks the user before it continues: whether to make a summary that takes many requests (C10), or to spend more than the budget. */
export type Question = RunQuestion & {
  readonly runId: RunId
  /** The message that the run was to answer. */
  readonly below: MessageId
}

export type QuestionFact =
  | { readonly kind: 'question-asked'; readonly chatId: `chat_${string}`; readonly question: Question }
  | { readonly kind: 'question-decided'; readonly chatId: `chat_${string}`; readonly runId: RunId }

/** The questions of a chat after an event. One run asks at a message: a later question replaces an earlier one. */
export function applyQuestion(questions: readonly Question[], fact: QuestionFact): readonly Question[] {
  switch (fact.kind) {
    case 'question-asked': {
      const { runId, below } = fact.question
      if (questions.some(known => known.runId === runId)) return questions
      return [...questions.filter(known => known.below !== below), fact.question]
    }
    case 'question-decided':
      return questions.filter(({ runId }) => runId !== fact.runId)
  }
}
