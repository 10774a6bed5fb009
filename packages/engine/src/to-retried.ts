import { isId, type Json } from '@stet/history'
import type { Retried } from './engine.ts'

/** Reads what a command that started a run answered, which may have been stored. */
export function toRetried(answer: Json): Retried {
  if (typeof answer === 'object' && answer !== null && 'runId' in answer) {
    const { runId, answerId } = answer
    if (typeof runId === 'string' && isId('run', runId) && typeof answerId === 'string' && isId('msg', answerId)) {
      return { runId, answerId }
    }
  }
  throw new Error('the stored answer of a retry cannot be read')
}
