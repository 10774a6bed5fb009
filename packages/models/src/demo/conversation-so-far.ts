import { quote } from './quote.ts'
import type { Asked } from './scene.ts'

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

const SUFFIXES: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
}
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })

/** What of the conversation reached the demo, so that one can see that it is really sent. */
export function conversationSoFar({ earlier, answers }: Asked): string {
  const first = earlier[0]
  if (first === undefined) return 'This is the first message of yours that I was sent.'
  const count = earlier.length + 1
  const ordinal = ORDINALS[count - 1] ?? `${count}${SUFFIXES[ordinalRules.select(count)]}`
  const came = answers === 0 ? 'no answer' : answers === 1 ? 'one answer' : `${answers} answers`
  return `This is the ${ordinal} message of yours that I was sent, and ${came} came along with it. The earliest of yours begins:

${quote(first)}`
}
