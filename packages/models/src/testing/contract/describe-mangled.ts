import type { Json } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ModelError } from '../../model-error.ts'
import { findBreaches, type StreamRecord } from '../find-breaches.ts'
import { presentScenarios } from '../present-scenarios.ts'
import type { ProviderFixtures } from '../provider-fixtures.ts'
import type { Harness, ProviderUnderTest } from '../provider-harness.ts'

const RUNS = 60

/** Events that are lost, doubled, out of order and of other answers: whatever comes, the contract of `ModelEvent` holds. */
export function describeMangled(harness: Harness, { fixtures }: ProviderUnderTest): void {
  const scenarios = presentScenarios(fixtures.scenarios).map(({ scenario }) => scenario.events)
  const failures = fixtures.failures.map(({ events }) => events)

  describe('mangled', () => {
    it('[FP-4] [FP-15] events end in an answer or a ModelError, with every part in order', async () => {
      await fc.assert(
        fc.asyncProperty(mangled([...scenarios, ...failures]), fc.boolean(), async (events, isEnded) => {
          harness.serve(isEnded ? harness.pieces(events) : events.map(fixtures.frame))
          expect(faultsOf(await harness.run(), fixtures)).toEqual([])
        }),
        { numRuns: RUNS },
      )
    })

    it('[FP-2] fields that are missing, null or of another type do no more harm', async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...scenarios), fc.nat(), odd(), async (events, at, value) => {
          harness.serve(harness.pieces(spoil(events, at, value)))
          expect(faultsOf(await harness.run(), fixtures)).toEqual([])
        }),
        { numRuns: RUNS },
      )
    })
  })
}

/** A `TypeError` is nothing that a provider sent: something was read that is not there. */
function faultsOf(record: StreamRecord, { corrects = false }: ProviderFixtures): readonly string[] {
  const cause = record.thrown instanceof ModelError ? record.thrown.cause : null
  return [...findBreaches(record, { corrects }), ...(cause instanceof TypeError ? [String(cause.stack)] : [])]
}

function mangled(answers: readonly (readonly Json[])[]): fc.Arbitrary<readonly Json[]> {
  const event = fc.constantFrom(...answers.flat())
  const act = fc.record({ kind: fc.constantFrom('drop', 'double', 'swap', 'splice'), at: fc.nat(), event })
  return fc
    .record({ events: fc.constantFrom(...answers), acts: fc.array(act, { minLength: 1, maxLength: 4 }) })
    .map(({ events, acts }) =>
      acts.reduce<readonly Json[]>((list, { kind, at, event: other }) => {
        const index = at % Math.max(1, list.length)
        const one = list[index] ?? other
        switch (kind) {
          case 'drop':
            return list.toSpliced(index, 1)
          case 'double':
            return list.toSpliced(index, 0, one)
          case 'splice':
            return list.toSpliced(index, 0, other)
          default:
            return [...list.toSpliced(index, 1), one]
        }
      }, events),
    )
}

/** `String` and `Number` throw on it. */
export const WITHOUT_TEXT: Json = JSON.parse('{"toString":0}')

function odd(): fc.Arbitrary<Json | undefined> {
  return fc.constantFrom(undefined, null, '', 'odd', -1, true, [], {}, [null], { index: 99 }, WITHOUT_TEXT)
}

/** The events with one of all their fields and elements replaced, or taken out where there is no value for it. */
function spoil(events: readonly Json[], at: number, value: Json | undefined): readonly Json[] {
  const places = events.reduce<number>((sum, event) => sum + count(event), 0)
  let left = at % Math.max(1, places)

  function visit(node: Json): Json {
    if (Array.isArray(node)) return node.map(element => replaceOr(element)).filter(element => element !== undefined)
    if (typeof node !== 'object' || node === null) return node
    const entries = Object.entries(node).map(([key, field]) => [key, replaceOr(field)] as const)
    return Object.fromEntries(entries.flatMap(([key, field]) => (field === undefined ? [] : [[key, field]])))
  }

  function replaceOr(node: Json): Json | undefined {
    left -= 1
    return left === -1 ? value : visit(node)
  }

  return events.map(event => visit(event))
}

function count(node: Json): number {
  if (typeof node !== 'object' || node === null) return 0
  return Object.values(node).reduce<number>((sum, child) => sum + 1 + count(child), 0)
}
