import type { AssistantMessage, MessageId, ModelRequest, Part, TextPart, UserMessage } from '@stet/history'
import type { AnsweredPart } from '@stet/models'
import { TITLE_INSTRUCTION } from './title-text.ts'

/** Enough to name a conversation by, whatever was pasted into it. */
const MOST_CHARACTERS = 4000

/** The first exchange, and behind it what is asked: some providers want a person's message last. */
export function toTitleRequest(
  question: UserMessage,
  answer: AssistantMessage,
  instructionId: MessageId,
): ModelRequest {
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

export function textIn(parts: readonly (Part | AnsweredPart)[]): string {
  return parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n')
}

function excerpt(parts: readonly Part[]): readonly TextPart[] {
  return [{ kind: 'text', text: textIn(parts).slice(0, MOST_CHARACTERS).toWellFormed() }]
}
