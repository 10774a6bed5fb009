import {
  isAside,
  isCheckpoint,
  type Message,
  type MessageId,
  type ModelRequest,
  type RequestMessage,
} from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assembly, assemble } from './assemble.ts'
import type { AssembleInput } from './draft/assemble-input.ts'
import { budgetOf } from './draft/budget-of.ts'
import { manifestOf } from './draft/request-blocks.ts'
import { sizeOf } from './draft/size-of.ts'
import { isTaken, untakenIn, untakenNotes } from './layers/attachments.ts'
import { assembleInputs } from './testing/assemble-inputs.ts'
import { propertyRuns } from './testing/property-runs.ts'
import { MESSAGE_OVERHEAD } from './tokens/estimate-tokens.ts'

const inputs = assembleInputs()

/** Paths no store would give: messages missing and out of order. Checkpoints are left away, which need what they cover. */
const brokenInputs: fc.Arbitrary<AssembleInput> = inputs.chain(input =>
  fc.shuffledSubarray(input.path.filter(message => !isCheckpoint(message))).map(path => ({ ...input, path })),
)

/** Requests that were preceded by one with marks anywhere. */
const markedInputs: fc.Arbitrary<AssembleInput> = inputs.chain(input =>
  fc.tuple(fc.subarray(input.path.map(message => message.id)), fc.boolean()).map(([marks, freezeMarks]) => ({
    ...input,
    model: { ...input.model, caching: 'marks' as const },
    settings: { ...input.settings, cache: 'cached' as const },
    previous: { blocks: [], marks },
    freezeMarks,
  })),
)

type Assembled = Extract<Assembly, { kind: 'assembled' }>

/** Holds for every assembled request of any chat; what does not fit is refused, which the budget's own property covers. */
function holds(
  name: string,
  runs: number,
  check: (made: Assembled, input: AssembleInput) => void,
  from = inputs,
): void {
  it(name, () => {
    fc.assert(
      fc.property(from, input => {
        const assembly = assemble(input)
        if (assembly.kind === 'assembled') check(assembly, input)
      }),
      { numRuns: propertyRuns(runs) },
    )
  })
}

function callsOf(message: RequestMessage): readonly string[] {
  if (message.role !== 'assistant') return []
  if (message.form === 'native') return message.calls.map(call => call.callId)
  return message.parts.flatMap(part => (part.kind === 'tool-call' ? [part.callId] : []))
}

/** The calls and results of a request, in the order in which a provider reads them. */
function stepsOf({ messages }: ModelRequest) {
  const steps: { calls: string[]; results: string[] }[] = [{ calls: [], results: [] }]
  for (const message of messages) {
    if (message.role === 'tool-results') steps.at(-1)?.results.push(...message.parts.map(part => part.callId))
    else steps.push({ calls: [...callsOf(message)], results: [] })
  }
  return steps
}

function byId({ path }: AssembleInput): ReadonlyMap<MessageId | null, Message> {
  return new Map(path.map(message => [message.id, message]))
}

function pairs(name: string, from: fc.Arbitrary<AssembleInput>): void {
  const check = ({ request }: Assembled) => {
    for (const { calls, results } of stepsOf(request)) expect(results.toSorted()).toEqual(calls.toSorted())
  }
  holds(`[C1] no call without its result and no result without its call, ${name}`, 200, check, from)
}

describe('assemble, over any chat and any settings', () => {
  pairs('in chats as users make them', inputs)
  pairs('on paths with messages missing and out of order', brokenInputs)

  holds(
    '[C1] the current user message is sent exactly once and whole, and nothing is sent twice',
    200,
    (made, input) => {
      const { messages } = made.request
      const current = input.path.findLast(message => message.role === 'user')
      if (current !== undefined) {
        const released = input.marks.some(mark => mark.kind === 'released' && mark.messageId === current.id)
        const found = messages.filter(message => message.messageId === current.id)
        expect(found).toHaveLength(1)
        const parts = found.flatMap(message => (message.role === 'user' ? message.parts : []))
        const entry = made.report.messages.find(({ messageId }) => messageId === current.id)
        // What alone is larger than the budget is replaced by a summary (C10).
        const isTaken = untakenIn(current.parts, input.model.takes).size === 0
        if (!released && isTaken && entry?.fate !== 'summarised')
          expect(parts.slice(0, current.parts.length)).toEqual(current.parts)
      }
      const ids = messages.map(message => message.messageId)
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  holds(
    '[C8] a model is sent no file that it does not take, and every other; a note counts them',
    150,
    (made, input) => {
      const { takes } = input.model
      const messages = byId(input)
      for (const message of made.request.messages) {
        if (message.form !== 'plain') continue
        const parts = message.role === 'tool-results' ? message.parts.flatMap(({ content }) => content) : message.parts
        expect(untakenIn(parts, takes).size).toBe(0)
        const recorded = messages.get(message.messageId)
        const entry = made.report.messages.find(({ messageId }) => messageId === message.messageId)
        const released = input.marks.some(mark => mark.kind === 'released' && mark.messageId === message.messageId)
        if (recorded?.role !== 'user' || released || entry?.fate === 'summarised') continue
        expect(parts.filter(part => part.kind === 'file')).toEqual(
          recorded.parts.filter(part => part.kind === 'file' && isTaken(part, takes)),
        )
        const said = parts.map(textIn).join('')
        for (const note of untakenNotes(untakenIn(recorded.parts, takes))) expect(said).toContain(note)
        for (const text of recorded.parts.map(textIn)) expect(said).toContain(text)
      }
    },
  )

  holds('[C1] special roles are never sent', 200, ({ request }, input) => {
    const messages = byId(input)
    const sent = request.messages.flatMap(({ messageId }) =>
      messageId === null ? [] : [messages.get(messageId)?.role],
    )
    const sendable = new Set<unknown>(['user', 'assistant', 'tool-results', 'env-changed'])
    expect(sent.filter(role => !sendable.has(role))).toEqual([])
  })

  holds('[C1] the user speaks first, and no message is empty', 200, ({ request: { messages } }) => {
    expect(messages[0]?.role ?? 'user').toBe('user')
    const empty = messages.filter(
      message =>
        message.form === 'plain' &&
        message.role !== 'tool-results' &&
        !message.parts.some(part => part.kind === 'file' || part.kind === 'tool-call' || /\S/.test(textIn(part))),
    )
    expect(empty).toEqual([])
  })

  it('[C9] a request is never above the budget; what does not fit is refused by name', () => {
    fc.assert(
      fc.property(inputs, input => {
        const assembly = assemble(input)
        const { budget } = budgetOf(input)
        if (assembly.kind === 'assembled') {
          expect(assembly.report.budget.used.total).toBeLessThanOrEqual(budget)
        } else {
          expect(assembly.needs).toBeGreaterThan(budget)
          expect(assembly.largest.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: propertyRuns(200) },
    )
  })

  holds('[C17] the totals of the report are those of the request, recounted', 150, ({ request, report }, input) => {
    const messages = byId(input)
    const system = request.system.map(({ text }) => input.tokens.text(text))
    const tools = request.tools.map(tool => input.tokens.text(JSON.stringify(tool)))
    const sizes = request.messages.map(content => {
      const message = messages.get(content.messageId)
      if (message !== undefined) return sizeOf(message, content, input.tokens)
      const parts = content.form === 'plain' ? content.parts : []
      return parts.reduce((total, part) => total + input.tokens.part(part), MESSAGE_OVERHEAD)
    })
    const total = [...system, ...tools, ...sizes].reduce((sum, count) => sum + count, 0)
    expect(report.budget.used.total).toBe(total)
    const reported = [
      ...report.system,
      ...report.tools,
      ...report.messages,
      ...(report.opening ? [report.opening] : []),
    ]
    expect(reported.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0)).toBe(total)
  })

  holds('[C17] every message has one fate, in order, and sent are exactly those that are', 200, (made, input) => {
    const { request, report } = made
    const listed = report.messages.map(({ messageId }) => messageId)
    const from = input.path.length - listed.length
    expect(listed).toEqual(input.path.slice(from).map(message => message.id))
    const parent = input.path[0]?.parentId ?? null
    expect(report.earlier?.through ?? null).toBe(from === 0 ? parent : input.path[from - 1]?.id)
    const sent = report.messages.filter(({ form }) => form !== null).map(({ messageId }) => messageId)
    expect(sent).toEqual(request.messages.flatMap(({ messageId }) => (messageId === null ? [] : [messageId])))
    const fates = new Set(['sent', 'pinned', 'trimmed'])
    const current = input.path.findLast(message => message.role === 'user')?.id
    const wrong = report.messages.filter(({ form, fate }) => (form !== null) !== fates.has(fate))
    expect(wrong.filter(({ messageId, fate }) => messageId !== current || fate !== 'summarised')).toEqual([])
  })

  holds('[C7] native content goes untouched, and only to the model that wrote it', 150, ({ request }, input) => {
    const messages = byId(input)
    const { definition, protocol, model } = input.model
    for (const message of request.messages) {
      if (message.form !== 'native') continue
      expect(messages.get(message.messageId)).toMatchObject({
        native: message.native,
        origin: { definition, protocol, model },
      })
    }
  })

  holds('[C7] after the last user message everything that can be native is', 150, ({ request }, input) => {
    const current = input.path.findLastIndex(message => message.role === 'user')
    const after = new Set<unknown>(input.path.slice(current + 1).map(message => message.id))
    const { definition, protocol, model } = input.model
    const paired = new Set(stepsOf(request).flatMap(({ results }) => results))
    for (const message of request.messages) {
      const recorded = byId(input).get(message.messageId)
      if (message.form !== 'plain' || !after.has(message.messageId) || recorded?.role !== 'assistant') continue
      const { origin } = recorded
      const isOrigin = origin.definition === definition && origin.protocol === protocol && origin.model === model
      const isPaired = recorded.parts.every(part => part.kind !== 'tool-call' || paired.has(part.callId))
      const last = recorded.parts.findLast(part =>
        part.kind === 'text' ? /\S/.test(part.text) : !leadsNowhere.has(part.kind),
      )
      const isWhole = isPaired && last?.kind !== 'reasoning'
      expect(isOrigin && isWhole && recorded.native?.protocol === protocol).toBe(false)
    }
  })

  holds('[C7] a plain answer holds no reasoning, no error and no id of a provider', 150, ({ request }) => {
    const parts = request.messages.flatMap(message =>
      message.form === 'plain' && message.role === 'assistant' ? message.parts : [],
    )
    const foreign = parts.filter(
      part =>
        part.kind === 'reasoning' ||
        part.kind === 'error' ||
        (part.kind === 'tool-call' && part.providerCallId !== null),
    )
    expect(foreign).toEqual([])
  })

  holds(
    '[C14] at most three messages have a mark, of the results of the current cycle only the last, and none where it is off',
    150,
    checkMarks,
  )

  holds(
    '[C14] so it is with marks kept from before, and where they are frozen none is new',
    150,
    (made, input) => {
      checkMarks(made, input)
      if (!input.freezeMarks) return
      const before = new Set<unknown>(input.previous?.marks)
      expect(made.request.messages.filter(({ cacheMark, messageId }) => cacheMark && !before.has(messageId))).toEqual(
        [],
      )
    },
    markedInputs,
  )

  it('[C17] the same input gives the same bytes, and is left as it was', () => {
    fc.assert(
      fc.property(inputs, input => {
        const { tokens, ...rest } = input
        const copy: AssembleInput = { ...structuredClone(rest), tokens }
        const first = JSON.stringify(assemble(input))
        expect(JSON.stringify(assemble(copy))).toBe(first)
        expect(input).toEqual(copy)
      }),
      { numRuns: propertyRuns(100) },
    )
  })

  it('[C9] the last part of a path, long enough, gives the same as the whole', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), (input, pick) => {
        const links = input.path.flatMap((message, index) => (isAside(message) ? [] : [index]))
        const from = links[pick % Math.max(1, links.length)] ?? 0
        const part = assemble({ ...input, path: input.path.slice(from) })
        if (part.report.earlier?.fate === 'not-loaded') return
        expect(outcomeOf(part)).toEqual(outcomeOf(assemble(input)))
      }),
      { numRuns: propertyRuns(200) },
    )
  })

  it('[C17] from one request to the next the prefix is byte for byte the same, unless the report names what moved it', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), (input, pick) => {
        const links = input.path.flatMap((message, index) => (isAside(message) ? [] : [index]))
        const end = links[pick % Math.max(1, links.length)] ?? 0
        const before = assemble({ ...input, path: input.path.slice(0, end) })
        if (before.kind !== 'assembled') return
        const after = assemble({ ...input, previous: manifestOf(before.request) })
        if (after.kind !== 'assembled') return
        const [one, other] = [blocksIn(before.request), blocksIn(after.request)]
        const differs = one.findIndex((block, index) => block !== other[index])
        expect(after.report.cache.movedBy === null).toBe(differs === -1)
      }),
      { numRuns: propertyRuns(200) },
    )
  })
})

/** Parts that are no block of an answer, so that reasoning before them may have been broken off. */
const leadsNowhere: ReadonlySet<string> = new Set(['error', 'source', 'provider-call'])

function checkMarks({ request: { messages, system } }: Assembled, input: AssembleInput): void {
  const marked = messages.flatMap(({ cacheMark }, index) => (cacheMark ? [index] : []))
  expect(marked.length).toBeLessThanOrEqual(3)
  const current = messages.findLastIndex(({ messageId }) => byId(input).get(messageId)?.role === 'user')
  const ofResults = marked.filter(index => index > current && messages[index]?.role === 'tool-results')
  if (!input.freezeMarks) expect(ofResults.filter(index => index !== messages.length - 1)).toEqual([])
  const mode = input.model.caching === 'marks' ? input.settings.cache : 'all-off'
  if (mode !== 'cached') expect(marked).toEqual([])
  const inSystem = system.filter(({ cacheMark }) => cacheMark).length
  expect(inSystem).toBe(mode === 'all-off' || system.length === 0 ? 0 : 1)
}

/** What is sent, or why nothing is. */
function outcomeOf(assembly: Assembly) {
  if (assembly.kind === 'assembled') return assembly.request
  const { report: _report, ...refusal } = assembly
  return refusal
}

function textIn(part: { readonly kind: string; readonly text?: string }): string {
  return part.text ?? ''
}

/** The bytes of every block, cache marks aside. */
function blocksIn({ tools, system, messages }: ModelRequest): readonly string[] {
  const blocks = [...(tools.length === 0 ? [] : [tools]), ...system, ...messages]
  return blocks.map(block => JSON.stringify({ ...block, cacheMark: false }))
}
