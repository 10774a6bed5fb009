import { activeCheckpoint, isAside, type Message, type Path } from '@stet/history'
import { answered, asked, called, request, resulted } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { stepAround } from '../content/step-around.ts'
import { assembleInputs } from '../testing/assemble-inputs.ts'
import { assembled, exampleChat, exampleInput, exampleSettings } from '../testing/example-input.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import type { AssembleInput } from './assemble-input.ts'

const small = exampleSettings({ maxPromptTokens: 1000, reservedResponseTokens: 0 })

function talk(cycles: number) {
  const chat = exampleChat()
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const callId = chat.builder.ids.call()
    chat.say(asked(`question ${cycle}`))
    chat.say(called([callId]))
    chat.say(resulted([callId]))
    chat.say(answered(`answer ${cycle}`))
  }
  return chat
}

/** A path of which the messages before `from` must not be touched. */
function guarded(path: Path, from: number): Path {
  return new Proxy(path, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key) && Number(key) < from) throw new Error(`message ${key} was read`)
      return Reflect.get(target, key)
    },
  })
}

describe('looking back', () => {
  it('[C9] reads no further than the budget reaches', () => {
    const path = talk(500).path()
    const input = exampleInput(guarded(path, 1500), { settings: small })
    expect(assemble(input)).toMatchObject({ kind: 'cannot-fit', report: { earlier: { fate: 'over-budget' } } })
  })

  it('[C2] reads no further than what a checkpoint covers', () => {
    const { builder, path, say } = talk(500)
    const covered = path().at(-1)
    if (covered === undefined) throw new Error('the chat is empty')
    builder.add(covered.id, {
      role: 'summary',
      parts: [{ kind: 'text', text: 'They talked.' }],
      coversThrough: covered.id,
      form: 'prose',
      request: request(null),
    })
    say(asked('And now?'))
    expect(assembled(guarded(path(), 1998), { settings: small }).request.messages).toHaveLength(1)
  })

  it('[C9] looks further where layers take out so much that more fits', () => {
    const chat = talk(60)
    chat.say(asked('Thanks.'))
    const path = chat.path()
    const settings = { ...small, previousCycles: 'strip' as const }
    const heavy = path.map(message => (message.role === 'tool-results' ? fattened(message) : message))
    const { request: sent, report } = assembled(heavy, { settings })
    expect(report.earlier).toBeNull()
    expect(sent.messages.filter(message => message.role === 'user')).toHaveLength(61)
  })

  it('[C17] says of a part that is too short that more must be loaded', () => {
    const path = talk(5).path()
    const { report } = assembled(path.slice(8))
    expect(report.earlier).toEqual({
      through: path[7]?.id,
      fate: 'not-loaded',
      layer: 'budget',
      because: 'only later messages were loaded',
    })
  })

  it('[C9] a part that is long enough gives the same as the whole path, in every way it can be long enough', () => {
    const { builder, path, say } = talk(40)
    const before = path()
    const covered = before[79]
    if (covered === undefined) throw new Error('the chat is too short')
    const checkpoint = builder.add(covered.id, { role: 'clear' })
    say(asked('Last.'))
    const whole = path()
    const enough = whole.findIndex(message => message.id === checkpoint) - 1
    const inputs: readonly Partial<AssembleInput>[] = [{}, { settings: small }]
    for (const fields of inputs) {
      for (const from of [0, 10, enough]) {
        expect(assemble(exampleInput(whole.slice(from), fields))).toEqual(assemble(exampleInput(whole, fields)))
      }
    }
  })

  it('[C19] of what a checkpoint covers, the pinned messages are enough to send the same', () => {
    let compared = 0
    fc.assert(
      fc.property(assembleInputs(), fc.nat(), fc.array(fc.nat(), { maxLength: 3 }), (input, start, pins) => {
        const covers = activeCheckpoint(input.path, input.lifts)?.coversIndex
        if (covers === undefined) return
        const pinned = pins.flatMap(at => {
          const messageId = input.path[at % (covers + 1)]?.id
          return messageId === undefined ? [] : [{ kind: 'pinned' as const, messageId }]
        })
        const whole = { ...input, marks: [...input.marks, ...pinned] }
        const end = firstLinkAt(input.path, start % (covers + 1))
        const path = [...pinnedSteps(whole, end), ...input.path.slice(end)]
        const sparse = { ...whole, path, fromAbove: path.length - (input.path.length - end) }
        const [one, other] = [assemble(whole), assemble(sparse)]
        if (other.report.earlier?.fate === 'not-loaded') return
        expect(other.kind).toBe(one.kind)
        expect(other.report.budget).toEqual(one.report.budget)
        if (one.kind === 'assembled' && other.kind === 'assembled') expect(other.request).toEqual(one.request)
        if (sparse.fromAbove > 0 && sparse.fromAbove < end) compared += 1
      }),
      { numRuns: propertyRuns(300) },
    )
    expect(compared).toBeGreaterThan(5)
  })

  it('[C17] what is between a pinned message and the loaded end of the path is one entry', () => {
    const { builder, path, say } = talk(20)
    const [pinned, covered] = [path()[0], path()[60]]
    if (pinned === undefined || covered === undefined) throw new Error('the chat is too short')
    builder.add(covered.id, { role: 'clear' })
    const next = say(asked('And now?'))
    const end = path().slice(60)
    const marks = [{ kind: 'pinned' as const, messageId: pinned.id }]
    const { report } = assembled([pinned, ...end], { fromAbove: 1, marks })
    expect(report.earlier).toMatchObject({ through: path()[59]?.id, fate: 'behind-checkpoint' })
    expect(report.messages.map(({ messageId }) => messageId)).toEqual([pinned.id, ...end.map(({ id }) => id)])
    expect(report.messages.at(-1)).toMatchObject({ messageId: next, fate: 'sent' })
    expect(report.messages[0]).toMatchObject({ fate: 'pinned', because: 'it is sent although a checkpoint covers it' })
  })
})

/** The last index up to `at` where a link is, so that a path can begin there; the start where asides precede all links. */
function firstLinkAt(path: Path, at: number): number {
  const link = path.findLastIndex((message, index) => index <= at && !isAside(message))
  return Math.max(0, link)
}

/** The messages before `end` that are pinned, with the rest of their steps. */
function pinnedSteps({ path, marks }: AssembleInput, end: number): Path {
  const indices = new Set<number>()
  for (const { kind, messageId } of marks) {
    const at = path.findIndex(({ id }) => id === messageId)
    if (kind !== 'pinned' || at === -1 || at >= end) continue
    const { from, through } = stepAround(path, at)
    for (let index = from; index <= Math.min(through, end - 1); index += 1) indices.add(index)
  }
  return path.filter((_, index) => indices.has(index))
}

function fattened(message: Extract<Message, { role: 'tool-results' }>): Message {
  const parts = message.parts.map(part => ({ ...part, content: [{ kind: 'text' as const, text: 'x'.repeat(4000) }] }))
  return { ...message, parts }
}
