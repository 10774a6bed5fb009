import { isCheckpoint, lastUserIndex, type Message, pathOf, toolCallsOf, treeOf } from '@stet/history'
import { chatHistories, origins } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assembly, assemble } from './assemble.ts'
import type { AssembleInput } from './assemble-input.ts'
import { defaultContextSettings } from './settings.ts'
import { roughTokenCounts } from './testing/rough-token-counts.ts'

const models: fc.Arbitrary<AssembleInput['model']> = origins().map(origin => ({
  ...origin,
  name: origin.model,
  contextWindow: null,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'none',
  caching: 'none',
}))

/** The shown path of any chat, read by a model that may or may not have written its answers. */
const inputs: fc.Arbitrary<AssembleInput> = fc
  .record({ history: chatHistories({ unreadable: true }), model: models, system: fc.constantFrom('', 'Be brief.') })
  .map(({ history: { chat, messages }, model, system }) => ({
    path: pathOf(treeOf(messages), chat),
    lifts: chat.lifts,
    model,
    marks: chat.marks,
    settings: defaultContextSettings(model),
    system,
    documents: [],
    tools: [],
    tokens: roughTokenCounts,
    previous: null,
    cache: { state: 'unknown' },
    outputLimit: null,
    freezeMarks: false,
  }))

/** Paths no store would give: messages missing and out of order. Checkpoints are left away, which need what they cover. */
const brokenInputs: fc.Arbitrary<AssembleInput> = inputs.chain(input =>
  fc.shuffledSubarray(input.path.filter(message => !isCheckpoint(message))).map(path => ({ ...input, path })),
)

function assembled(input: AssembleInput): Extract<Assembly, { kind: 'assembled' }> {
  const assembly = assemble(input)
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return assembly
}

/** The calls and results of a request, in the order in which a provider reads them. */
function stepsOf(
  input: AssembleInput,
): readonly { readonly calls: readonly string[]; readonly results: readonly string[] }[] {
  const byId = new Map<string | null, Message>(input.path.map(message => [message.id, message]))
  const steps: { calls: string[]; results: string[] }[] = [{ calls: [], results: [] }]
  for (const message of assembled(input).request.messages) {
    if (message.role === 'tool-results') {
      steps.at(-1)?.results.push(...message.parts.map(part => part.callId))
      continue
    }
    const recorded = byId.get(message.messageId)
    const calls =
      message.form === 'native'
        ? recorded === undefined
          ? []
          : toolCallsOf(recorded).map(call => call.callId)
        : message.parts.flatMap(part => (part.kind === 'tool-call' ? [part.callId] : []))
    steps.push({ calls: [...calls], results: [] })
  }
  return steps
}

describe('assemble, over any chat', () => {
  it.each([
    ['chats as they come to be', inputs],
    ['paths with messages missing and out of order', brokenInputs],
  ])('[C1] sends no call without its result and no result without its call, for %s', (_name, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, input => {
        for (const { calls, results } of stepsOf(input)) expect(results.toSorted()).toEqual(calls.toSorted())
      }),
    )
  })

  it('[C1] sends nothing but messages of the conversation and notes', () => {
    fc.assert(
      fc.property(inputs, input => {
        const roles = new Map<string | null, string>(input.path.map(message => [message.id, message.role]))
        const sent = new Set(assembled(input).request.messages.map(message => roles.get(message.messageId)))
        const sendable = new Set(['user', 'assistant', 'tool-results', 'env-changed'])
        expect([...sent].filter(role => role === undefined || !sendable.has(role))).toEqual([])
      }),
    )
  })

  it('[C1] sends the current user message exactly once, whole, and nothing twice', () => {
    fc.assert(
      fc.property(inputs, input => {
        const { messages } = assembled(input).request
        const current = input.path[lastUserIndex(input.path)]
        const expected = current?.role === 'user' ? [{ messageId: current.id, parts: current.parts }] : []
        const found = messages.filter(message => message.messageId === current?.id)
        expect(found).toMatchObject(expected)
        expect(new Set(messages.map(message => message.messageId)).size).toBe(messages.length)
      }),
    )
  })

  it('[C7] sends native content untouched, and only to the model that wrote it', () => {
    fc.assert(
      fc.property(inputs, input => {
        const byId = new Map<string | null, Message>(input.path.map(message => [message.id, message]))
        const { definition, protocol, model } = input.model
        for (const message of assembled(input).request.messages) {
          if (message.form !== 'native') continue
          expect(byId.get(message.messageId)).toMatchObject({
            native: message.native,
            origin: { definition, protocol, model },
          })
        }
      }),
    )
  })

  it('[C7] sends no reasoning, no error and no id of a provider in a plain message', () => {
    fc.assert(
      fc.property(inputs, input => {
        const parts = assembled(input).request.messages.flatMap(message =>
          message.form === 'plain' && message.role === 'assistant' ? message.parts : [],
        )
        const foreign = parts.filter(
          part =>
            part.kind === 'reasoning' ||
            part.kind === 'error' ||
            (part.kind === 'tool-call' && part.providerCallId !== null),
        )
        expect(foreign).toEqual([])
      }),
    )
  })

  it('[C17] reports every message once, in order, and as sent exactly those that are', () => {
    fc.assert(
      fc.property(inputs, input => {
        const { request, report } = assembled(input)
        expect(report.messages.map(entry => entry.messageId)).toEqual(input.path.map(message => message.id))
        const sent = report.messages.filter(({ fate }) => fate === 'sent' || fate === 'trimmed')
        expect(sent.map(entry => entry.messageId)).toEqual(request.messages.map(message => message.messageId))
      }),
    )
  })

  it('[C17] gives the same bytes for the same input, and leaves the input as it was', () => {
    fc.assert(
      fc.property(inputs, input => {
        const copy = structuredClone(input)
        const first = JSON.stringify(assemble(input))
        expect(JSON.stringify(assemble(copy))).toBe(first)
        expect(input).toEqual(copy)
      }),
    )
  })
})
