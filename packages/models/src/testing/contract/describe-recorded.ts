import { describe, expect, it } from 'vitest'
import { findBreaches } from '../find-breaches.ts'
import type { Harness, ProviderUnderTest } from '../provider-harness.ts'
import { rechunk } from '../rechunk.ts'
import { type RecordedAnswer, readRecorded, recordedAbsent } from '../recorded-streams.ts'
import { kindOf } from './describe-answers.ts'

/** Real answers, where they lie beside the project. */
export function describeRecorded(harness: Harness, { fixtures }: ProviderUnderTest): void {
  if (fixtures.recorded.length === 0) return
  if (recordedAbsent !== null) {
    process.stderr.write(`${recordedAbsent}\n`)
    return
  }

  function serve(recorded: RecordedAnswer): void {
    switch (recorded.kind) {
      case 'events':
        harness.serve(harness.pieces(recorded.events))
        break
      case 'raw':
        harness.serve([recorded.text])
        break
      case 'whole':
        harness.server().reply({ headers: { 'content-type': 'application/json' }, body: recorded.body })
        break
    }
  }

  describe('recorded from a real provider', () => {
    it.each(fixtures.recorded)('[P4] $file is read in order and ends as $ends', async ({ file, ends }) => {
      const recorded = readRecorded(file)
      const settings = { streaming: recorded.kind !== 'whole' }
      serve(recorded)
      const record = await harness.run({ settings })
      const last = record.events.at(-1)
      const end = last?.kind === 'answer-finished' ? last.answer.end : null
      expect({ breaches: findBreaches(record), ends: kindOf(record.thrown) ?? end }).toEqual({ breaches: [], ends })
      serve(recorded)
      const inPieces = await harness.run({ settings, connection: { fetch: rechunk(globalThis.fetch, 113) } })
      expect(inPieces.events).toEqual(record.events)
    })
  })
}
