import { cut } from './quote.ts'
import type { ToSummarise } from './read-quoted.ts'

const MOST_LINES = 8
const LONGEST_LINE = 120
/** For scripts that put no spaces between words. */
const CHARACTERS_PER_WORD = 6

const ASKED = '- Asked: '
const ANSWERED = '- Last answer: '

/** The first sentence of each question, and how the last answer began: extracted, so that nothing is invented. */
export function makeSummary(asked: ToSummarise): string {
  const lines = fitting(linesOf(asked), asked.mostWords)
  if (asked.asSnapshot) return toSnapshot(lines)
  return lines.length === 0 ? 'Nothing was said.' : lines.join('\n')
}

function linesOf({ earlier, said }: ToSummarise): readonly string[] {
  const before = (earlier ?? '').split('\n').flatMap(line => {
    const plain = fromXml(line.trim())
    return plain.startsWith(ASKED) || plain.startsWith(ANSWERED) ? [plain] : []
  })
  const texts = said.filter(({ role }) => role === 'user').map(({ text }) => firstSentence(text))
  const questions = [
    ...before.filter(line => line.startsWith(ASKED)),
    ...texts.filter(text => text !== '').map(text => `${ASKED}${text}`),
  ]
  const answer = firstSentence(said.findLast(({ role }) => role === 'assistant')?.text ?? '')
  const answered = answer === '' ? before.filter(line => line.startsWith(ANSWERED)) : [`${ANSWERED}${answer}`]
  return [...questions.slice(-MOST_LINES), ...answered]
}

/** The last lines that together have at most this many words; at least one. */
function fitting(lines: readonly string[], mostWords: number): readonly string[] {
  let words = 0
  const from = lines.findLastIndex(line => {
    words += Math.max(line.split(' ').length, line.length / CHARACTERS_PER_WORD)
    return words > mostWords
  })
  return lines.slice(Math.min(from + 1, lines.length - 1))
}

function toSnapshot(lines: readonly string[]): string {
  const goal = lines.find(line => line.startsWith(ASKED))?.slice(ASKED.length) ?? ''
  return `<snapshot>
  <overall_goal>${toXml(goal)}</overall_goal>
  <constraints></constraints>
  <key_knowledge></key_knowledge>
  <decisions></decisions>
  <file_system_state></file_system_state>
  <recent_actions>
${lines.map(toXml).join('\n')}
  </recent_actions>
  <current_plan></current_plan>
  <open_questions></open_questions>
</snapshot>`
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function fromXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function firstSentence(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return cut(line.match(/^.*?[.!?。！？](?=\s|$)/u)?.[0] ?? line, LONGEST_LINE)
}
