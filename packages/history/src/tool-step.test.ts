import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAside } from './message.ts'
import { pathOf } from './path.ts'
import { answered, asked, called, chatHistories, createHistoryBuilder, resulted, titled } from './testing/index.ts'
import { hasToolCalls, isStepBoundary, toolCallsOf } from './tool-step.ts'
import { treeOf } from './tree.ts'

describe('isStepBoundary', () => {
  it('[H6] lies anywhere but between calls and their results, and never on an aside', () => {
    const builder = createHistoryBuilder()
    const call = builder.ids.call()
    const question = builder.add(null, asked('?'))
    const title = builder.add(question, titled('a title'))
    const calls = builder.add(question, called([call]))
    const results = builder.add(calls, resulted([call]))
    const conclusion = builder.add(results, answered('!'))
    const path = pathOf(treeOf(builder.messages()), { tip: null })
    expect(path.map(message => message.id)).toEqual([question, title, calls, results, conclusion])
    expect(path.map((_, index) => isStepBoundary(path, index))).toEqual([true, false, false, true, true])
  })

  it('[H6] does not lie behind calls that nothing answers yet', () => {
    const builder = createHistoryBuilder()
    const calls = builder.add(builder.add(null, asked('?')), called([builder.ids.call()]))
    builder.add(calls, { role: 'env-changed', roots: [], added: [], removed: [], directives: [] })
    const path = pathOf(treeOf(builder.messages()), { tip: null })
    expect(path.map((_, index) => isStepBoundary(path, index))).toEqual([true, false, false])
  })

  it('[H6] does not lie between an unreadable message and the results of its calls', () => {
    const builder = createHistoryBuilder()
    const corrupt = builder.add(builder.add(null, asked('?')), { role: 'unreadable', because: 'its seal is broken' })
    builder.add(corrupt, resulted([builder.ids.call()]))
    const path = pathOf(treeOf(builder.messages()), { tip: null })
    expect(path.map((_, index) => isStepBoundary(path, index))).toEqual([true, false, true])
  })

  it('never separates a call from its result, on the whole path and on a part of it that holds the step', () => {
    fc.assert(
      fc.property(chatHistories(), ({ chat, messages }) => {
        const path = pathOf(treeOf(messages), chat)
        path.forEach((message, index) => {
          if (!isStepBoundary(path, index)) return
          const calls = path.slice(0, index + 1).flatMap(toolCallsOf)
          const results = path.slice(0, index + 1).flatMap(m => (m.role === 'tool-results' ? m.parts : []))
          expect(results.map(part => part.callId)).toEqual(calls.map(part => part.callId))
          expect(isAside(message)).toBe(false)
          const start = path.findLastIndex((m, at) => at <= index && !isAside(m) && m.role !== 'env-changed')
          if (start !== -1) expect(isStepBoundary(path.slice(start), index - start)).toBe(true)
        })
      }),
      { numRuns: 100 },
    )
  })

  it('refuses an index beside the path', () => {
    expect(() => isStepBoundary([], 0)).toThrow('the path of 0 messages has none at 0')
  })
})

describe('toolCallsOf', () => {
  it('finds the calls of an assistant message, in their order, and of nothing else', () => {
    const builder = createHistoryBuilder()
    const calls = [builder.ids.call(), builder.ids.call()]
    builder.add(null, called(calls))
    builder.add(null, resulted(calls))
    builder.add(null, answered('!'))
    const messages = builder.messages()
    expect(messages.map(message => toolCallsOf(message).map(part => part.callId))).toEqual([calls, [], []])
    expect(messages.map(hasToolCalls)).toEqual([true, false, false])
  })
})
