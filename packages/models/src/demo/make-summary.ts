import { cut } from './quote.ts'
import type { Spoken } from './read-request.ts'

const MOST_LINES = 8
const LONGEST_LINE = 120

/** What the person asked, first sentence each, and how the last answer began: extracted, so that nothing is invented. */
export function makeSummary(messages: readonly Spoken[]): string {
  const asked = messages.filter(message => message.role === 'user').map(message => firstSentence(message.text))
  const answer = messages.findLast(message => message.role === 'assistant')
  const lines = asked
    .filter(line => line !== '')
    .slice(-MOST_LINES)
    .map(line => `- Asked: ${line}`)
  const last = answer === undefined ? '' : firstSentence(answer.text)
  if (last !== '') lines.push(`- Last answer: ${last}`)
  return lines.length === 0 ? 'Nothing was said.' : lines.join('\n')
}

function firstSentence(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return cut(line.match(/^.*?[.!?。！？](?=\s|$)/u)?.[0] ?? line, LONGEST_LINE)
}
