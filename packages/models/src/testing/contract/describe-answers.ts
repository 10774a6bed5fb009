import { describe, expect, it } from 'vitest'
import { ModelError, type ModelErrorKind } from '../../model-error.ts'
import type { Answer, ModelEvent } from '../../model-event.ts'
import { findBreaches, recordStream } from '../find-breaches.ts'

export interface AnswerCase {
  readonly name: string
  readonly open: (signal: AbortSignal) => AsyncIterable<ModelEvent>
  readonly ends: Answer['end'] | ModelErrorKind
}

/** How many places of a stream are tried as the one where it is aborted. */
const MOST_ABORTS = 12

/** What any stream of a model owes: each case is run to its end and aborted along its way. */
export function describeAnswers(cases: readonly AnswerCase[]): void {
  describe.each(cases)('$name', ({ open, ends }) => {
    it(`[P4] streams parts in order, whose deltas are the parts of the answer, and ends as ${ends}`, async () => {
      const record = await recordStream(open(new AbortController().signal))
      const last = record.events.at(-1)
      const end = last?.kind === 'answer-finished' ? last.answer.end : null
      expect({ breaches: findBreaches(record), ends: kindOf(record.thrown) ?? end }).toEqual({ breaches: [], ends })
    })

    it('[U1] reports what it used in figures that can be added up, with what they were read from', async () => {
      const { events } = await recordStream(open(new AbortController().signal))
      const answers = events.flatMap(event => (event.kind === 'answer-finished' ? [event.answer] : []))
      expect(answers.filter(({ usage, rawUsage }) => usage !== null && rawUsage === null)).toEqual([])
      expect(answers.flatMap(({ usage }) => Object.values(usage ?? {})).filter(figure => !(figure >= 0))).toEqual([])
    })

    it('[R4] gives nothing at all when its signal was aborted before', async () => {
      const { events, thrown } = await recordStream(open(AbortSignal.abort()))
      expect({ events, kind: kindOf(thrown) }).toEqual({ events: [], kind: 'aborted' })
    })

    it('[R4] ends as aborted at any event, with nothing after it', async () => {
      const { events } = await recordStream(open(new AbortController().signal))
      const partial = events.filter(event => event.kind !== 'answer-finished').length
      const stride = Math.max(1, Math.ceil(partial / MOST_ABORTS))
      for (let after = 1; after <= partial; after += stride) {
        const controller = new AbortController()
        const stream = open(controller.signal)[Symbol.asyncIterator]()
        for (let taken = 0; taken < after; taken += 1) await stream.next()
        controller.abort()
        const next = await stream.next().then(
          result => ({ result }),
          (error: unknown) => ({ kind: kindOf(error) }),
        )
        expect(next).toEqual({ kind: 'aborted' })
      }
    })
  })
}

/** The kind of a `ModelError`; anything else as it is, so that it shows. */
export function kindOf(error: unknown): unknown {
  return error instanceof ModelError ? error.kind : error
}
