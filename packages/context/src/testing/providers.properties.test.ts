import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { assembleInputs } from './assemble-inputs.ts'
import { protocols, speaking } from './native-content.ts'
import { openExchangeBreaches } from './open-exchange-breaches.ts'
import { propertyRuns } from './property-runs.ts'

// What each provider itself refuses is checked in the engine, by the checks of the providers' own folders.
it.each(protocols)(
  '[C7] calls of %s go with the reasoning that led to them, while their exchange is open',
  protocol => {
    fc.assert(
      fc.property(assembleInputs(), generated => {
        const input = speaking(protocol, generated)
        const assembly = assemble(input)
        if (assembly.kind === 'assembled') expect(openExchangeBreaches(assembly.request, input)).toEqual([])
      }),
      { numRuns: propertyRuns(80) },
    )
  },
)
