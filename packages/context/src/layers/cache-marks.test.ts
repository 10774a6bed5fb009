import type { ContextSettings, MessageId } from '@stet/history'
import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import type { AssembleInput } from '../assemble-input.ts'
import { assembled, exampleChat, exampleModel, exampleSettings } from '../testing/example-input.ts'

const model = { ...exampleModel, caching: 'marks' as const }

function cached(cache: ContextSettings['cache'], fields: Partial<AssembleInput> = {}): Partial<AssembleInput> {
  return { model, settings: exampleSettings({ cache }), system: 'Be brief.', ...fields }
}

function talk(messages: number) {
  const { say, path } = exampleChat()
  const ids = Array.from({ length: messages }, (_, index) =>
    say(index % 2 === 0 ? asked(`question ${index}`) : answered(`answer ${index}`)),
  )
  return { ids, say, path }
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
    expect(marksOf(path(), cached('cached'))).toEqual(['system', ids[6]])
  })

  it.each([1, 2, 3, 5, 10, 20])('[C14] at most 70 percent of %i messages are behind the mark', count => {
    const { ids, path } = talk(count)
    const marked = marksOf(path(), cached('cached')).filter(id => id !== 'system')
    const place = ids.findLastIndex(id => marked.includes(id)) + 1
    expect(place).toBe(Math.floor(count * 0.7))
  })

  it('[C14] never marks tool results of the current cycle', () => {
    const { builder, say, path } = exampleChat()
    say(asked('Read all.'))
    const steps = Array.from({ length: 6 }, () => {
      const callId = builder.ids.call()
      return { calls: say(called([callId])), results: say(resulted([callId])) }
    })
    // Nine of thirteen messages: the ninth is a result, so the mark stands on the calls before it.
    expect(marksOf(path(), cached('cached'))).toEqual(['system', steps[3]?.calls])
  })

  it('[C14] marks nothing where the provider needs no marks', () => {
    const { path } = talk(10)
    expect(marksOf(path(), { ...cached('cached'), model: exampleModel })).toEqual([])
  })

  it('[C14] keeps the last mark of the request before, where the provider finds what it has', () => {
    const { ids, path } = talk(20)
    const previous = { blocks: [], marks: [ids[3], ids[9]].filter(id => id !== undefined) }
    expect(marksOf(path(), cached('cached', { previous }))).toEqual(['system', ids[9], ids[13]])
  })

  it('[C14] for titles and summaries the marks stay where they were', () => {
    const { ids, path } = talk(20)
    const gone: MessageId = 'msg_gone'
    const previous = { blocks: [], marks: [gone, ...ids.slice(9, 10)] }
    expect(marksOf(path(), cached('cached', { previous, freezeMarks: true }))).toEqual(['system', ids[9]])
    expect(marksOf(path(), cached('cached', { freezeMarks: true }))).toEqual(['system'])
  })

  it('[C14] works with what other layers took out: only sent messages count', () => {
    const { builder, say, path } = exampleChat()
    const ids: MessageId[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const callId = builder.ids.call()
      ids.push(say(asked('Read.')))
      say(called([callId]))
      say(resulted([callId]))
      ids.push(say(answered('Done.')))
    }
    ids.push(say(asked('Thanks.')))
    const settings = exampleSettings({ cache: 'cached', previousCycles: 'strip' })
    expect(marksOf(path(), { model, settings, system: 's' })).toEqual(['system', ids[6]])
  })

  it('[C17] says what is inside the cached prefix', () => {
    const { path } = talk(5)
    const { report } = assembled(path(), cached('cached', { tools: [{ name: 'a', description: '', input: {} }] }))
    expect(report.tools.map(entry => entry.cached)).toEqual([true])
    expect(report.system.map(entry => entry.cached)).toEqual([true])
    expect(report.messages.map(entry => entry.cached)).toEqual([true, true, true, false, false])
    const inside = [...report.tools, ...report.system, ...report.messages].filter(entry => entry.cached)
    expect(report.cache.prefixTokens).toBe(inside.reduce((sum, entry) => sum + entry.tokensAfter, 0))
  })
})
