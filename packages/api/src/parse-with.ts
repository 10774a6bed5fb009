import * as z from 'zod/mini'
import { invalid } from './problem.ts'

/** A value checked against a schema; a fault is told by the name of the field it is in. `whole` names the value itself. */
export function parseWith<T>(schema: z.ZodMiniType<T>, value: unknown, whole: string): T {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  if (issue === undefined) throw new Error('a value was refused without an issue')
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys.join(', ')
    throw invalid(key, `"${key}" is not known here.`)
  }
  const field = issue.path.length === 0 ? whole : issue.path.join('.')
  throw invalid(field, `"${field}" ${describeIssue(issue)}.`)
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'too_big':
      return `must be at most ${issue.maximum.toLocaleString('en')}${issue.origin === 'string' ? ' characters long' : ''}`
    default:
      return 'is not valid'
  }
}
