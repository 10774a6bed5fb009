import { cut } from './quote.ts'

const MOST_WORDS = 6
const LONGEST_TITLE = 48
const FALLBACK = 'Untitled chat'

const POLITENESS =
  /^(?:(?:hi|hello|hey|please|kindly|(?:can|could|would|will) you(?: please)?|i(?: would|'d) like(?: you)? to|i want(?: you)? to|show me|tell me|give me)\b[\s,!.]*)+/iu
const DANGLING = /^(?:a|an|the|of|to|in|on|at|by|and|or|but|with|for|from|as|is|are|that|which)$/iu

/** A few words of the first message, as a title. */
export function makeTitle(text: string): string {
  const line = firstLineWithWords(withoutMarkup(text.toWellFormed()))
  const polite = line.replace(POLITENESS, '')
  const words = (hasWord(polite) ? polite : line).split(/\s+/u)
  const kept = words.slice(0, MOST_WORDS)
  while (words.length > MOST_WORDS && kept.length > 1 && DANGLING.test(kept.at(-1) ?? '')) kept.pop()
  const title = cut(kept.join(' '), LONGEST_TITLE).replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N})\]+#%…]+$/gu, '')
  return title === '' ? FALLBACK : title.charAt(0).toLocaleUpperCase('en') + title.slice(1)
}

function withoutMarkup(text: string): string {
  return text
    .replaceAll(/```[^\n]*\n?/gu, '\n')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/gu, '$1')
    .replaceAll(/<\/?[a-z][^>\n]*>/giu, ' ')
    .replaceAll(/^[\s>#+-]+/gmu, '')
    .replaceAll(/[*`~|"“”]+/gu, ' ')
    .replaceAll(/(?!\n)\p{Cc}+/gu, ' ')
}

function firstLineWithWords(text: string): string {
  return (
    text
      .split('\n')
      .map(line => line.trim())
      .find(hasWord) ?? ''
  )
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
