import type { Connection } from '../definition.ts'
import type { ModelError } from '../model-error.ts'
import type { TestedStep } from './test-step.ts'

export interface Failure {
  readonly step: TestedStep
  readonly says: string
}

/** The step at which an error belongs, and what the user can do about it. `during` is what was being tried. */
export function adviceOn(
  error: ModelError,
  { during, model, connection }: { during: 'models' | 'answer'; model: string | null; connection: Connection },
): Failure {
  const { definition, credentials } = connection
  const name = definition.name
  switch (error.kind) {
    case 'network':
      return {
        step: 'reach',
        says: definition.options.local
          ? `${name} does not answer. Start it on your computer, then test again.`
          : `${name} cannot be reached. Check the base URL and your connection, then test again.`,
      }
    case 'protocol':
      return {
        step: 'reach',
        says: `Something answers, but not as ${name} would. Check the base URL and the type.`,
      }
    case 'auth':
      return { step: 'key', says: keyAdvice(error.status, credentials.key !== null, name) }
    case 'rate-limited':
      return {
        step: during,
        says: error.retryable
          ? `${name} asks for a pause${pauseOf(error.retryAfterMs)}. Test again later.`
          : `The account at ${name} has reached its limit. Raise it there, or add credit.`,
      }
    case 'overloaded':
      return { step: during, says: `${name} is busy or out of order. Test again in a moment.` }
    case 'not-found':
      return {
        step: during,
        says:
          during === 'models'
            ? 'There is no list of models at this address. Check the base URL, or give the address of a list.'
            : `There is no model ${model} for this key. Choose another one.`,
      }
    case 'aborted':
      return { step: during, says: 'The test was stopped.' }
    case 'context-too-long':
    case 'invalid-request':
    case 'refused':
    case 'replay-refused':
      return {
        step: during,
        says:
          during === 'models'
            ? `${name} refused to list its models. Check the base URL and the type.`
            : `${name} refused to answer with ${model}. Choose another model, or check the options of the definition.`,
      }
  }
}

function keyAdvice(status: number | null, hasKey: boolean, name: string): string {
  if (status === 402) return `The account at ${name} has nothing left to spend. Add credit there, then test again.`
  if (!hasKey) return `${name} asks for a key, and none is set.`
  if (status === 403) return `The key is not allowed to do this. Check its permissions at ${name}, or use another one.`
  return `The key was rejected. Check that it is complete and belongs to ${name}.`
}

function pauseOf(retryAfterMs: number | null): string {
  if (retryAfterMs === null || retryAfterMs <= 0) return ''
  const seconds = Math.ceil(retryAfterMs / 1_000)
  return seconds < 120 ? ` of ${seconds} s` : ` of ${Math.ceil(seconds / 60)} min`
}
