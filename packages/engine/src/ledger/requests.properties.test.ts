import { assemble } from '@stet/context'
import { assembleInputs, propertyRuns, protocols, speaking } from '@stet/context/testing'
import { type AnswerSettings, defaultAnswerSettings, type ModelRequest } from '@stet/history'
import { findRequestBreach } from '@stet/models/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const settings: fc.Arbitrary<AnswerSettings> = fc.record({
  temperature: fc.constantFrom(null, 0, 1),
  topP: fc.constantFrom(null, 0.5),
  topK: fc.constantFrom(null, 40),
  outputLimit: fc.constantFrom(null, 1536),
  reasoning: fc.record({
    on: fc.boolean(),
    budgetTokens: fc.constant(defaultAnswerSettings.reasoning.budgetTokens),
    effort: fc.constantFrom(null, 'none', 'low', 'xhigh'),
    summary: fc.constantFrom(null, 'auto'),
    level: fc.constantFrom(null, 'minimal', 'high'),
  }),
  webSearch: fc.boolean(),
  webFetch: fc.boolean(),
  streaming: fc.boolean(),
  prefill: fc.constantFrom('', 'Well, '),
})

it.each(protocols)(
  '[C1] [C7] [P4] every assembled request, of any chat with any settings, keeps the rules of %s',
  async protocol => {
    let checked = 0
    await fc.assert(
      fc.asyncProperty(assembleInputs(), settings, async (generated, answer) => {
        const input = speaking(protocol, generated)
        const assembly = assemble(input)
        // Without a message of the user there is nothing to answer, and nobody asks.
        if (assembly.kind !== 'assembled' || assembly.request.messages.length === 0) return
        checked += 1
        const { request } = assembly
        const call = { type: protocol, facts: input.model, request, settings: answer, files: filesOf(request) }
        expect(await findRequestBreach(call)).toBeNull()
      }),
      { numRuns: propertyRuns(80) },
    )
    expect(checked).toBeGreaterThan(20)
  },
)

/** Every file that a request names, with bytes of its kind. */
function filesOf({ messages }: ModelRequest): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const message of messages) {
    if (message.form === 'native') continue
    for (const part of message.parts) {
      for (const file of part.kind === 'tool-result' ? part.content : [part]) {
        if (file.kind === 'file') files.set(file.blob, new TextEncoder().encode('bytes'))
      }
    }
  }
  return files
}
