import type { Answer } from '../model-event.ts'
import { findBreaches, type StreamRecord } from './find-breaches.ts'

/** The answer that a stream ended with; a stream that has none, or breaks the contract on the way, is a failure. What the provider said of the request is tested apart. */
export function answerOf(record: StreamRecord): Answer {
  if (record.thrown !== null) throw record.thrown
  const breaches = findBreaches(record)
  if (breaches.length > 0) throw new Error(breaches.join('; '))
  const last = record.events.at(-1)
  if (last?.kind !== 'answer-finished') throw new Error('the stream has no answer')
  const { remarks: _remarks, ...answer } = last.answer
  return answer
}

/** The text of all deltas. */
export function publishedBy({ events }: StreamRecord): string {
  return events.map(event => (event.kind === 'part-delta' ? event.text : '')).join('')
}
