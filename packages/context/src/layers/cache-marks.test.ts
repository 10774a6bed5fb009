import type { ContextSettings, MessageId } from '@stet/history'
import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { manifestOf } from '../draft/request-blocks.ts'
import { inputCost } from '../report/input-cost.ts'
import { fromReportLines, toReportLines } from '../report/report-lines.ts'
import { assembled, exampleChat, exampleModel, exampleSettings } from '../testing/example-input.ts'

const model = { ...exampleModel, caching: 'marks' as const }

function cached(cache: ContextSettings['cache'], fields: Partial<AssembleInput> = {}): Partial<AssembleInput> {
  return { model, settings: exampleSettings({ cache }), system: 'Be brief.', ...fields }
}

function talk(messages: number) {
  const { builder, say, path } = exampleChat()
  const ids = Array.from({ length: messages }, (_, index) =>
    say(index % 2 === 0 ? asked(`question ${index}`) : answered(`answer ${index}`)),
  )
  return { builder, ids, say, path }
}

/** The ids of marked messages, with `system` first where its last block is marked. */
function marksOf(path: ReturnType<ReturnType<typeof talk>['path']>, fields: Partial<AssembleInput>) {
  const { request } = assembled(path, fields)
  const system = request.system.flatMap(({ cacheMark }) => (cacheMark ? ['system'] : []))
  return [...system, ...request.messages.flatMap(({ cacheMark, messageId }) => (cacheMark ? [messageId] : []))]
}

describe('cache marks', () => {
  it('[C14] the modes mark nothing, the system prompt, or messages too', () => {
    const { ids, path } = talk(11)
    expect(marksOf(path(), cached('all-off'))).toEqual([])
    expect(marksOf(path(), cached('system'))).toEqual(['system'])
    expect(marksOf(path(), cached('cached'))).toEqual(['system', ids[6], ids[8], ids[10]])
  })

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
    [20, 3],
  ])('[C14] of %i messages %i have a mark: the last, and with the system prompt no more than four', (count, most) => {
    const { ids, path } = talk(count)
    const marked = marksOf(path(), cached('cached')).filter(id => id !== 'system')
    expect(marked).toHaveLength(most)
    if (most > 0) expect(marked.at(-1)).toBe(ids.at(-1))
  })

  it('[C14] of the results of the current cycle marks only the last', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('Read all.'))
    const steps = Array.from({ length: 6 }, () => {
      const callId = builder.ids.call()
      return { calls: say(called([callId])), results: say(resulted([callId])) }
    })
    expect(marksOf(path(), cached('cached'))).toEqual(['system', question, steps[5]?.results])
    const previous = { blocks: [], marks: steps.slice(4, 5).map(({ results }) => results) }
    expect(marksOf(path(), cached('cached', { previous }))).toEqual(['system', question, steps[5]?.results])
  })

  it('[C14] marks are on the user’s last messages, up to which nothing moves when tool work is forgotten', () => {
    const { builder, say, path } = exampleChat()
    const questions: MessageId[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const callId = builder.ids.call()
      questions.push(say(asked('Read.')))
      say(called([callId]))
      say(resulted([callId]))
    }
    const settings = exampleSettings({ cache: 'cached', previousCycles: 'strip' })
    const results = path().at(-1)?.id
    expect(marksOf(path(), { model, settings, system: 's' })).toEqual(['system', ...questions.slice(2), results])
  })

  it('[C14] [X3] one mark stays before the tool work that is forgotten next, where the provider then finds what it cached', () => {
    const { builder, say, path } = exampleChat()
    const questions: MessageId[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      const callId = builder.ids.call()
      questions.push(say(asked('Read.')))
      say(called([callId]))
      say(resulted([callId]))
      say(answered('Done.'))
    }
    questions.push(say(asked('And?')))
    const [first, second, , fourth, , , seventh, eighth, last] = questions
    const remembering = exampleSettings({ cache: 'cached' })
    const forgetting = (afterConclusions: number) =>
      exampleSettings({ cache: 'cached', markers: 'off', toolMemory: { mode: 'forget', afterConclusions } })
    // Nothing is left out yet, or all but the last five of them.
    expect(marksOf(path(), { model, settings: remembering, system: 's' })).toEqual(['system', seventh, eighth, last])
    const five = { model, settings: forgetting(5), system: 's' }
    expect(marksOf(path(), five)).toEqual(['system', fourth, eighth, last])
    // What the request before had up to the first message that is left out now is found again: its later marks are not.
    const late = assembled(path(), { model, settings: remembering, system: 's' }).request
    const previous = { ...manifestOf(late), marks: [first, second, eighth].filter(id => id !== undefined) }
    expect(marksOf(path(), { ...five, previous })).toEqual(['system', first, fourth, last])
    const takesMarks = { ...model, caching: 'automatic' as const, takesMarks: true }
    expect(marksOf(path(), { ...five, model: takesMarks })).toEqual([fourth, eighth, last])
  })

  it('[C14] marks nothing where the provider needs no marks', () => {
    const { path } = talk(10)
    expect(marksOf(path(), { ...cached('cached'), model: exampleModel })).toEqual([])
  })

  it('[C14] keeps the last mark of the request before, where the provider finds what it has', () => {
    const { ids, path } = talk(20)
    const previous = { blocks: [], marks: [ids[3], ids[9]].filter(id => id !== undefined) }
    expect(marksOf(path(), cached('cached', { previous }))).toEqual(['system', ids[9], ids[18], ids[19]])
  })

  it('[C14] for titles and summaries the marks stay where they were', () => {
    const { ids, path } = talk(20)
    const gone: MessageId = 'msg_gone'
    const previous = { blocks: [], marks: [gone, ...ids.slice(9, 10)] }
    expect(marksOf(path(), cached('cached', { previous, freezeMarks: true }))).toEqual(['system', ids[9]])
    expect(marksOf(path(), cached('cached', { freezeMarks: true }))).toEqual(['system'])
  })

  it('[C17] says what is inside the cached prefix', () => {
    const { builder, say, path } = talk(5)
    const callId = builder.ids.call()
    say(called([callId]))
    say(resulted([callId]))
    const { report } = assembled(path(), cached('cached', { tools: [{ name: 'a', description: '', input: {} }] }))
    expect(report.tools.map(entry => entry.cached)).toEqual([true])
    expect(report.system.map(entry => entry.cached)).toEqual([true])
    expect(report.messages.map(entry => entry.cached)).toEqual([true, true, true, true, true, true, true])
    const inside = [...report.tools, ...report.system, ...report.messages].filter(entry => entry.cached)
    expect(report.cache.prefixTokens).toBe(inside.reduce((sum, entry) => sum + entry.tokensAfter, 0))
  })

  it('[C24] says when what is marked, or all of it, is shorter than what the model caches', () => {
    const { path } = talk(5)
    const report = (fields: Partial<AssembleInput['model']>, cache: ContextSettings['cache'] = 'cached') =>
      assembled(path(), cached(cache, { model: { ...model, ...fields } })).report
    const short = report({ leastCached: 1024 })
    expect([short.cache.leastCached, short.messages.some(entry => entry.cached)]).toEqual([1024, false])
    const { prefixTokens } = short.cache
    expect(report({ leastCached: prefixTokens }).cache.leastCached).toBeUndefined()
    expect(report({ leastCached: prefixTokens + 1 }).cache.leastCached).toBe(prefixTokens + 1)
    expect(report({ leastCached: 1024 }, 'all-off').cache.leastCached).toBeUndefined()
    expect(report({ leastCached: 1024, caching: 'automatic' }, 'all-off').cache.leastCached).toBe(1024)
    expect(report({ leastCached: 1024, caching: 'none' }).cache.leastCached).toBeUndefined()
    // It costs neither a write now nor a read later.
    const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
    const plain = (short.budget.used.total * 3) / 1e6
    expect(inputCost(short, prices)).toMatchObject({ now: plain, later: plain })
    expect(fromReportLines(toReportLines(short))).toEqual(short)
  })

  it('[C24] beside a cache that works by itself, the last user messages have marks where the model takes them', () => {
    const { ids, path } = talk(9)
    const automatic = { ...model, caching: 'automatic' as const }
    const takesMarks = { ...automatic, takesMarks: true }
    expect(marksOf(path(), cached('cached', { model: takesMarks }))).toEqual([ids[4], ids[6], ids[8]])
    expect(marksOf(path(), cached('all-off', { model: takesMarks }))).toEqual([])
    expect(marksOf(path(), cached('cached', { model: automatic }))).toEqual([])
  })
})
