import type { ContextSettings, Message } from '@stet/history'
import { answered, asked, called, resulted } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import type { AssembleInput, Economy } from '../draft/assemble-input.ts'
import { manifestOf } from '../draft/request-blocks.ts'
import { assembleInputs } from '../testing/assemble-inputs.ts'
import {
  type Assembled,
  assembled,
  type ExampleChat,
  exampleChat,
  exampleModel,
  exampleSettings,
} from '../testing/example-input.ts'
import { propertyRuns } from '../testing/property-runs.ts'

const whenCheaper: Partial<ContextSettings> = {
  toolMemory: { mode: 'when-cheaper', afterConclusions: 0 },
  cache: 'cached',
}
const byRule: Partial<ContextSettings> = { ...whenCheaper, toolMemory: { mode: 'forget', afterConclusions: 0 } }
const model = { ...exampleModel, caching: 'marks' as const }

/** A cycle with one result of this length. */
function cycle(chat: ExampleChat, length: number, answer = 'Done.'): void {
  chat.say(asked('Read it.'))
  exchange(chat, length)
  chat.say(answered(answer))
}

function exchange(chat: ExampleChat, length: number): void {
  const callId = chat.builder.ids.call()
  chat.say(called([callId]))
  const facts = resulted([callId])
  const content = [{ kind: 'text' as const, text: 'tide '.repeat(length / 5) }]
  chat.say({ ...facts, parts: facts.parts.map(part => ({ ...part, content })) })
}

/** The results that a request sends. */
function resultsIn({ request }: Assembled) {
  return request.messages.flatMap(({ role, messageId }) => (role === 'tool-results' ? [messageId] : []))
}

/** The request for a path, after the request for the path without its last messages. */
function requestAfter(before: readonly Message[], path: readonly Message[], economy: Economy, settings = whenCheaper) {
  const fields = { settings: exampleSettings(settings), model, economy, cache: { state: 'warm' as const } }
  const last = assembled(before, fields)
  const next = assembled(path, { ...fields, previous: manifestOf(last.request) })
  return { ...next, hasResults: next.request.messages.some(({ role }) => role === 'tool-results') }
}

const dear: Economy = { inputPrice: 3, read: 0.1, write: 1.25, sentRequests: 7 }
const cheap: Economy = { ...dear, sentRequests: 800 }

describe('forgetting when it saves money', () => {
  function chatWithTail() {
    const chat = exampleChat()
    cycle(chat, 2000, 'A long answer. '.repeat(400))
    chat.say(asked('And then?'))
    chat.say(answered('Then it was high.'))
    const before = chat.path().slice(0, -1)
    chat.say(asked('Why?'))
    return { chat, before, path: chat.path() }
  }

  it('[X3] keeps what the rule forgets while sending it from the cache is cheaper, and says both sums', () => {
    const { before, path } = chatWithTail()
    // Before the rule forgets it nothing is weighed: this request still has it.
    const kept = exampleSettings({ ...whenCheaper, toolMemory: { mode: 'always' } })
    const previous = manifestOf(assembled(before, { settings: kept, model }).request)
    const fields = { settings: exampleSettings(whenCheaper), model, previous, cache: { state: 'warm' as const } }
    const few = assembled(path, { ...fields, economy: dear })
    expect(few.request.messages.some(({ role }) => role === 'tool-results')).toBe(true)
    expect(few.report.forgetting).toMatchObject({ isForgotten: false, exchanges: 1 })
    expect(few.report.forgetting?.keep).toBeLessThan(few.report.forgetting?.forget ?? 0)
    const many = assembled(path, { ...fields, economy: cheap })
    expect(many.request.messages.some(({ role }) => role === 'tool-results')).toBe(false)
    expect(many.report.forgetting).toMatchObject({ isForgotten: true, exchanges: 1 })
    // A cache that has expired holds nothing that would be cheap to send.
    const cold = assembled(path, { ...fields, economy: dear, cache: { state: 'cold' } })
    expect(cold.request.messages.some(({ role }) => role === 'tool-results')).toBe(false)
  })

  it('[X3] forgets nothing in a chat too young for it to be paid back, whatever is expected', () => {
    const { before, path } = chatWithTail()
    const previous = manifestOf(assembled(before, { settings: exampleSettings(), model }).request)
    const fields = { settings: exampleSettings(whenCheaper), model, previous, cache: { state: 'warm' as const } }
    const forgetting = (economy: Economy) => assembled(path, { ...fields, economy }).report.forgetting
    // Writing costs three times what reading does: that is paid back by the third request.
    const young: Economy = { inputPrice: 3, read: 0.1, write: 0.3, sentRequests: 1 }
    expect(forgetting(young)).toMatchObject({ isForgotten: false })
    expect(forgetting({ ...young, sentRequests: 400 })).toMatchObject({ isForgotten: true })
    expect(forgetting({ ...young, read: 0.2 })).toMatchObject({ isForgotten: true })
  })

  it('[X3] forgets what this request alone pays back, also in a young chat, and leaves what is older and dearer in place', () => {
    const chat = exampleChat()
    cycle(chat, 500, 'A long answer. '.repeat(400))
    cycle(chat, 20_000)
    const before = chat.path().slice(0, -1)
    chat.say(asked('Why?'))
    const young: Economy = { ...dear, sentRequests: 4 }
    const kept = exampleSettings({ ...whenCheaper, toolMemory: { mode: 'always' } })
    const previous = manifestOf(assembled(before, { settings: kept, model }).request)
    const fields = { settings: exampleSettings(whenCheaper), model, economy: young, cache: { state: 'warm' as const } }
    const first = assembled(chat.path(), { ...fields, previous })
    const [small, large] = chat.path().filter(({ role }) => role === 'tool-results')
    expect(resultsIn(first)).toEqual([small?.id])
    expect(first.report.forgetting).toMatchObject({ isForgotten: true, exchanges: 1 })
    expect(first.report.forgetting?.forget).toBeLessThan(first.report.forgetting?.keep ?? 0)
    // So it stays, within the cycle and behind it.
    const callId = chat.builder.ids.call()
    chat.say(called([callId]))
    const own = chat.say(resulted([callId]))
    const second = assembled(chat.path(), { ...fields, previous: manifestOf(first.request) })
    expect(resultsIn(second)).toEqual([small?.id, own])
    chat.say(answered('It rose.'))
    chat.say(asked('And now?'))
    const third = assembled(chat.path(), { ...fields, previous: manifestOf(second.request) })
    expect(resultsIn(third)).not.toContain(large?.id)
  })

  it('[X3] a call that got no result is not sent, and weighs nothing', () => {
    const weighed = (input: string) => {
      const chat = exampleChat()
      cycle(chat, 2000)
      chat.say(asked('Write it.'))
      const facts = called([chat.builder.ids.call()])
      chat.say({ ...facts, native: null, parts: facts.parts.map(part => ({ ...part, input })) })
      chat.say(asked('And then?'))
      chat.say(answered('Then it was high.'))
      const before = chat.path().slice(0, -1)
      chat.say(asked('Why?'))
      const always = exampleSettings({ ...whenCheaper, toolMemory: { mode: 'always' } })
      const previous = manifestOf(assembled(before, { settings: always, model }).request)
      const fields = { settings: exampleSettings(whenCheaper), model, economy: dear, cache: { state: 'warm' as const } }
      return assembled(chat.path(), { ...fields, previous }).report.forgetting
    }
    expect(weighed('{}')).not.toBeNull()
    expect(weighed(`{"text":"${'tide '.repeat(4000)}"}`)).toEqual(weighed('{}'))
  })

  it('[X3] has nothing to weigh where calls have no result: they are not sent', () => {
    const chat = exampleChat()
    chat.say(asked('Read it.'))
    const facts = called([chat.builder.ids.call()])
    chat.say({ ...facts, native: null, parts: [{ kind: 'text', text: 'I will.' }, ...facts.parts] })
    chat.say(asked('Well?'))
    chat.say(answered('It was cut off.'))
    const before = chat.path()
    chat.say(asked('Once more?'))
    expect(requestAfter(before, chat.path(), cheap).report.forgetting).toBeNull()
  })

  it('[X3] decides once for each message of the user, and what was forgotten stays forgotten', () => {
    const { chat, path } = chatWithTail()
    const fields = { settings: exampleSettings(whenCheaper), model, cache: { state: 'warm' as const } }
    const always = exampleSettings({ ...whenCheaper, toolMemory: { mode: 'always' } })
    const first = manifestOf(assembled(path, { settings: always, model }).request)
    const callId = chat.builder.ids.call()
    chat.say(called([callId]))
    chat.say(resulted([callId]))
    // It would be forgotten by now; but the cycle has begun with it.
    const same = assembled(chat.path(), { ...fields, economy: cheap, previous: first })
    expect(same.request.messages.filter(({ role }) => role === 'tool-results')).toHaveLength(2)
    expect(same.report.forgetting).toBeNull()
    const forgotten = assembled(path, { settings: exampleSettings(byRule), model })
    const stays = assembled(chat.path(), { ...fields, economy: dear, previous: manifestOf(forgotten.request) })
    expect(stays.request.messages.filter(({ role }) => role === 'tool-results')).toHaveLength(1)
  })

  it('[X3] without known prices it keeps to the number', () => {
    const { path } = chatWithTail()
    const settings = exampleSettings(whenCheaper)
    expect(assembled(path, { settings, model }).request).toEqual(
      assembled(path, { settings: exampleSettings(byRule), model }).request,
    )
  })

  it('[X3] never forgets earlier than the rule, whatever the prices', () => {
    const economies = fc.record({
      inputPrice: fc.constantFrom(0.1, 3),
      read: fc.constantFrom(0.025, 0.1, 0.5),
      write: fc.constantFrom(1, 1.25),
      sentRequests: fc.integer({ min: 0, max: 1000 }),
    })
    fc.assert(
      fc.property(assembleInputs(), economies, fc.integer({ min: 0, max: 3 }), (drawn, economy, afterConclusions) => {
        const of = (mode: 'forget' | 'when-cheaper', before: AssembleInput['previous']) =>
          assemble({
            ...drawn,
            economy,
            previous: before,
            cache: { state: 'warm' },
            settings: { ...drawn.settings, markers: 'off', toolMemory: { mode, afterConclusions } },
          })
        const rule = of('forget', null)
        const last = assemble({ ...drawn, path: drawn.path.slice(0, -1), settings: exampleSettings() })
        if (last.kind !== 'assembled') return
        const before = manifestOf(last.request)
        const cheaper = of('when-cheaper', before)
        if (rule.kind !== 'assembled' || cheaper.kind !== 'assembled') return
        const sent = new Set(cheaper.request.messages.map(({ messageId }) => messageId))
        // Only the budget takes out what is pinned, and more is sent here than by the rule.
        for (const { messageId, form, fate } of rule.report.messages) {
          if (form !== null && fate !== 'pinned') expect(sent.has(messageId)).toBe(true)
        }
        expect(of('when-cheaper', before)).toEqual(cheaper)
      }),
      { numRuns: propertyRuns(200) },
    )
  })

  it('[X3] through a whole chat, what was forgotten stays forgotten and nothing is forgotten earlier than by the rule', () => {
    const cycles = fc.array(
      fc.record({
        lengths: fc.array(fc.constantFrom(50, 2000, 20_000), { maxLength: 3 }),
        answer: fc.constantFrom(1, 50, 500),
      }),
      { minLength: 3, maxLength: 8 },
    )
    const prices = fc.constantFrom<Pick<Economy, 'read' | 'write'>>({ read: 0.1, write: 1.25 }, { read: 0.5, write: 1 })
    fc.assert(
      fc.property(cycles, prices, fc.integer({ min: 0, max: 2 }), (drawn, shares, afterConclusions) => {
        const chat = exampleChat()
        for (const { lengths, answer } of drawn) {
          chat.say(asked('Read on.'))
          for (const length of lengths) exchange(chat, length)
          chat.say(answered('Done. '.repeat(answer)))
        }
        const path = chat.path()
        const settings = (mode: 'forget' | 'when-cheaper') =>
          exampleSettings({ ...whenCheaper, toolMemory: { mode, afterConclusions } })
        let previous: AssembleInput['previous'] = null
        let gone = new Set<string>()
        let sentRequests = 0
        for (const [index, { role }] of path.entries()) {
          if (role !== 'assistant') continue
          const before = path.slice(0, index)
          const economy = { inputPrice: 3, ...shares, sentRequests }
          const fields = { settings: settings('when-cheaper'), model, economy, cache: { state: 'warm' as const } }
          const made = assembled(before, { ...fields, previous })
          const sent = new Set<string | undefined>(resultsIn(made))
          const byRule = resultsIn(assembled(before, { settings: settings('forget'), model }))
          expect(byRule.filter(id => !sent.has(id))).toEqual([])
          expect([...gone].filter(id => sent.has(id))).toEqual([])
          gone = new Set(
            before.flatMap(message => (message.role === 'tool-results' && !sent.has(message.id) ? [message.id] : [])),
          )
          previous = manifestOf(made.request)
          sentRequests += 1
        }
      }),
      { numRuns: propertyRuns(100) },
    )
  })

  it('[X3] a marker replaces what it forgets, by default', () => {
    const { before, path } = chatWithTail()
    const { request } = requestAfter(before, path, cheap, { ...whenCheaper, markers: 'left-out' })
    expect(JSON.stringify(request.messages)).toContain('[Left out, id ')
  })
})
