import { contextSettings } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assembly, assemble } from '../assemble.ts'
import { defaultContextSettings } from '../settings.ts'
import { anthropicMessages } from '../testing/anthropic-messages.ts'
import { openAiMessages } from '../testing/openai-messages.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { type Conversation, inputOf } from './conversation.ts'
import { fromAnthropic } from './from-anthropic.ts'
import { fromOpenAi } from './from-openai.ts'
import { toAnthropic } from './to-anthropic.ts'
import { toOpenAi } from './to-openai.ts'

const WINDOW = 100_000_000

/** The request that keeps everything. */
function assembled(conversation: Conversation): Extract<Assembly, { kind: 'assembled' }> {
  const settings = {
    ...defaultContextSettings(conversation.model),
    resultLimit: contextSettings.resultLimit.to,
    stepResultLimit: contextSettings.stepResultLimit.to,
    cache: 'all-off' as const,
  }
  const assembly = assemble(inputOf(conversation, { settings }))
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return assembly
}

describe('a conversation of another shape, with everything kept', () => {
  it('[X6] goes back byte for byte in the shape of Chat Completions', () => {
    fc.assert(
      fc.property(openAiMessages(), messages => {
        const conversation = fromOpenAi({ messages }, { model: 'gpt', contextWindow: WINDOW })
        const body = toOpenAi(assembled(conversation).request, conversation.originals)
        expect(JSON.stringify(body)).toBe(JSON.stringify({ messages }))
      }),
      { numRuns: propertyRuns(100) },
    )
  })

  it('[X6] goes back byte for byte in the shape of the Messages API', () => {
    fc.assert(
      fc.property(anthropicMessages(), messages => {
        const body = { system: 'Be brief.', messages }
        const conversation = fromAnthropic(body, { model: 'claude', contextWindow: WINDOW })
        const back = toAnthropic(assembled(conversation).request, conversation.originals)
        expect(JSON.stringify(back)).toBe(JSON.stringify(body))
      }),
      { numRuns: propertyRuns(100) },
    )
  })

  it('[X6] crosses from one shape to the other and back in the same words', () => {
    fc.assert(
      fc.property(openAiMessages(), messages => {
        const there = fromOpenAi({ messages }, { model: 'gpt', contextWindow: WINDOW })
        const reader = { ...there.model, definition: 'anthropic', protocol: 'anthropic' }
        const crossed = toAnthropic(assembled({ ...there, model: reader }).request)
        const back = fromAnthropic(crossed, { model: 'claude', contextWindow: WINDOW })
        const again = toAnthropic(assembled(back).request, back.originals)
        expect(again.messages).toEqual(crossed.messages)
        expect(again.messages.map(({ role }) => role).filter((role, at, all) => role === all[at - 1])).toEqual([])
      }),
      { numRuns: propertyRuns(50) },
    )
  })
})
