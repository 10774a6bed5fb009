import type { AssistantMessage, MessageId, ModelRequest, Part, TextPart, UserMessage } from '@stet/history'
import { cutText } from './content/cut-text.ts'

/** What the text parts of a message say, one below the other. */
export function textIn(parts: readonly { readonly kind: string; readonly text?: string }[]): string {
  return parts.flatMap(({ kind, text }) => (kind === 'text' && text !== undefined ? [text] : [])).join('\n')
}

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
  /** The id of the message that asks, as it will be in the record. */
  readonly instructionId: MessageId
  readonly instruction: string
}

/** The first exchange, and behind it what is asked: some providers want the user's message last. */
export function toTitleRequest({ question, answer, instructionId, instruction }: TitlePlan): ModelRequest {
  return {
    system: [],
    messages: [
      { form: 'plain', messageId: question.id, role: 'user', parts: excerpt(question.parts), cacheMark: false },
      { form: 'plain', messageId: answer.id, role: 'assistant', parts: excerpt(answer.parts), cacheMark: false },
      {
        form: 'plain',
        messageId: instructionId,
        role: 'user',
        parts: [{ kind: 'text', text: instruction }],
        cacheMark: false,
      },
    ],
    tools: [],
  }
}

function excerpt(parts: readonly Part[]): readonly TextPart[] {
  return [{ kind: 'text', text: cutText(textIn(parts), MOST_CHARACTERS).replaceAll(HALF_PAIR, '\ufffd') }]
}

const LONGEST = 80
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A title from what a model wrote: its first line with words, without the marks that models put around titles. Null if none is left. */
export function toTitle(written: string): string | null {
  const line = written
    .split(/[\r\n\u2028\u2029]+/u)
    .map(bare)
    .find(text => /[\p{L}\p{N}\p{S}]/u.test(text))
  if (line === undefined) return null
  let count = 0
  let end = 0
  for (const { index } of graphemes.segment(line)) {
    if (count === LONGEST - 1) end = index
    if (count === LONGEST) return `${line.slice(0, end).trimEnd()}…`
    count += 1
  }
  return line
}

function bare(line: string): string {
  return line
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replace(/^[\s#]*(?:title\s*:)?/iu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s"'“”„«»*_`]+|[\s"'“”„«»*_`.]+$/gu, '')
}
