import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { assembleInputs } from './assemble-inputs.ts'
import { checkAnthropic } from './check-anthropic.ts'
import { checkBedrock } from './check-bedrock.ts'
import { checkGemini } from './check-gemini.ts'
import { checkOpenAiChat } from './check-openai-chat.ts'
import { checkOpenAiResponses } from './check-openai-responses.ts'
import { type Protocol, speaking } from './native-content.ts'
import { propertyRuns } from './property-runs.ts'
import type { CheckRequest } from './request-rules.ts'

const checks: readonly (readonly [Protocol, CheckRequest])[] = [
  ['anthropic', checkAnthropic],
  ['openai-chat', checkOpenAiChat],
  ['openai-responses', checkOpenAiResponses],
  ['gemini', checkGemini],
  ['bedrock', checkBedrock],
]

describe('every assembled request, of any chat with any settings', () => {
  it.each(checks)('[C1] [C7] keeps the rules of %s', (protocol, check) => {
    fc.assert(
      fc.property(assembleInputs(), generated => {
        const input = speaking(protocol, generated)
        const assembly = assemble(input)
        if (assembly.kind === 'assembled') expect(check(assembly.request, input)).toEqual([])
      }),
      { numRuns: propertyRuns(80) },
    )
  })
})
