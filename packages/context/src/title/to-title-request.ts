import type { AssistantMessage, MessageId, ModelRequest, Part, TextPart, UserMessage } from '@stet/history'
import { cutText } from '../cut-text.ts'
import { textIn } from './text-in.ts'

/** What is asked of the model. It is stored as the `system-title` aside, and never part of the conversation (C18). */
export const TITLE_INSTRUCTION =
  'Write a title for this conversation: at most six words, in the language of the conversation, ' +
  'without quotation marks and without a full stop. Answer with the title alone.'

/** Enough to name a conversation by, whatever was pasted into it. */
const MOST_CHARACTERS = 4000
/** Half a character, as a broken paste leaves it: providers refuse it. */
const HALF_PAIR = /\p{Surrogate}/gu

export interface TitlePlan {
  readonly question: UserMessage
  readonly answer: AssistantMessage
  /** The id of the message that asks, as it will stand in the record. */
  readonly instructionId: MessageId
}

/** The first exchange, and behind it what is asked: some providers want a person's message last. */
export function toTitleRequest({ question, answer, instructionId }: TitlePlan): ModelRequest {
  return {
    system: [],
    messages: [
      { form: 'plain', messageId: question.id, role: 'user', parts: excerpt(question.parts), cacheMark: false },
      { form: 'plain', messageId: answer.id, role: 'assistant', parts: excerpt(answer.parts), cacheMark: false },
      {
        form: 'plain',
        messageId: instructionId,
        role: 'user',
        parts: [{ kind: 'text', text: TITLE_INSTRUCTION }],
        cacheMark: false,
      },
    ],
    tools: [],
  }
}

function excerpt(parts: readonly Part[]): readonly TextPart[] {
  return [{ kind: 'text', text: cutText(textIn(parts), MOST_CHARACTERS).replaceAll(HALF_PAIR, '\ufffd') }]
}
