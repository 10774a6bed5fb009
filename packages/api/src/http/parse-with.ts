import { isNotFoundCode, type NotFoundCode } from '@stet/commands'
import * as z from 'zod/mini'
import { invalid, notFound, shorten, toSentence } from './problem.ts'

/** A value checked against a schema; a fault is reported by the name of the field it is in. `whole` names the value itself. */
export function parseWith<T>(schema: z.ZodMiniType<T>, value: unknown, whole: string): T {
  return parseLater(schema, value, whole)()
}

/**
 * The same, except that a malformed id is reported only when the result is taken: what is wrong with the rest of a request comes
 * first, then the ids of its path, then those inside of it.
 */
export function parseLater<T>(schema: z.ZodMiniType<T>, value: unknown, whole: string): () => T {
  const result = z.safeParse(schema, value, { error: noWords })
  if (result.success) return () => result.data
  const { issues } = result.error
  const issue = issues.find(each => notFoundIn(each) === null)
  if (issue !== undefined) throw toInvalid(issue, whole)
  return () => {
    const code = issues.map(notFoundIn).find(each => each !== null)
    if (code == null) throw new Error('a value was refused without an issue')
    throw notFound(code)
  }
}

function notFoundIn({ code, message }: z.core.$ZodIssue): NotFoundCode | null {
  return code === 'invalid_format' && isNotFoundCode(message) ? message : null
}

function toInvalid(issue: z.core.$ZodIssue, whole: string) {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const rest = issue.keys.length === 1 ? '' : `, nor ${issue.keys.length - 1} more,`
    return invalid(shorten(key), `"${shorten(key)}"${rest} is not known here.`)
  }
  const field = issue.path.length === 0 ? whole : issue.path.map(part => shorten(String(part))).join('.')
  // Settings are named by themselves, wherever in a body they are.
  if (issue.code === 'custom') return invalid(String(issue.params?.field ?? field), toSentence(issue.message))
  return invalid(field, `"${field}" ${describeIssue(issue)}.`)
}

/** The message of an issue whose schema brings no words of its own. Given with each parse: zod's own default changes for the whole process once anything in it imports `zod`. */
const NO_WORDS = 'Invalid input'
const noWords = () => NO_WORDS

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
    default:
      if (issue.message !== NO_WORDS) return issue.message
  }
  switch (issue.code) {
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'too_big':
      return `must be at most ${issue.maximum.toLocaleString('en')}${issue.origin === 'string' ? ' characters long' : ''}`
    default:
      return 'is not valid'
  }
}
