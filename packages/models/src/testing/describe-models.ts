import { describe, expect, it } from 'vitest'
import { ModelError, type ModelErrorKind } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import type { ModelCall, Models } from '../models.ts'
import { findBreaches, recordStream } from './find-breaches.ts'

export interface ModelCase {
  readonly name: string
  readonly call: Omit<ModelCall, 'signal'>
  readonly ends: Answer['end'] | ModelErrorKind
}

/** How many places of a stream are tried as the one where it is aborted. */
const MOST_ABORTS = 24

/** The contract of `Models`, for every provider: each case is run to its end and aborted along its way. */
export function describeModels(name: string, models: Models, cases: readonly ModelCase[]): void {
  describe(`${name} keeps the contract of models`, () => {
    describe.each(cases)('$name', ({ call, ends }) => {
      const open = (signal: AbortSignal) => models.stream({ ...call, signal })

      it('[P4] streams parts in order, whose deltas are the parts of the answer', async () => {
        expect(findBreaches(await recordStream(open(new AbortController().signal)))).toEqual([])
      })

      it(`[P4] ends as ${ends}`, async () => {
        const { events, thrown } = await recordStream(open(new AbortController().signal))
        const last = events.at(-1)
        const end = last?.kind === 'answer-finished' ? last.answer.end : null
        expect(thrown instanceof ModelError ? thrown.kind : (thrown ?? end)).toBe(ends)
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

    it('[P2] throws not-found for a model that is not configured', async () => {
      const call = cases[0]?.call
      if (call === undefined) throw new Error('the contract needs at least one case')
      const choice = { definition: 'no such definition', model: 'no such model' }
      const { events, thrown } = await recordStream(
        models.stream({ ...call, choice, signal: new AbortController().signal }),
      )
      expect({ events, kind: kindOf(thrown) }).toEqual({ events: [], kind: 'not-found' })
      expect(await models.facts(choice)).toBeNull()
    })
  })
}

function kindOf(error: unknown): unknown {
  return error instanceof ModelError ? error.kind : error
}
