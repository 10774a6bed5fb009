import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Lift } from './chat.ts'
import { activeCheckpoint, liftCheckpoint } from './checkpoints/checkpoint.ts'
import { contextSize } from './context-size.ts'
import { isAside } from './message.ts'
import { pathOf } from './path.ts'
import { nothingSpent } from './spending.ts'
import { answered, asked, chatHistories, createHistoryBuilder, request, titled } from './testing/index.ts'
import { treeOf } from './tree.ts'

const used = { input: 100, cacheRead: 20, cacheWrite: 3, output: 4000, reasoning: 500, webSearches: 2 }

function conversation() {
  const builder = createHistoryBuilder()
  const question = builder.add(null, asked('?'))
  const answer = builder.add(question, answered('!', used))
  const path = () => pathOf(treeOf(builder.messages()), { tip: null })
  const size = (lifts: readonly Lift[] = []) => contextSize(path(), lifts)
  const summarise = (output: number | null) => {
    const facts = output === null ? null : request({ input: 1, output })
    const form = output === null ? 'truncated' : 'prose'
    return builder.add(question, { role: 'summary', parts: [], coversThrough: question, form, request: facts })
  }
  return { builder, question, answer, path, size, summarise }
}

describe('contextSize', () => {
  it('[C16] is what the latest request read and wrote, reasoning counted once', () => {
    expect(conversation().size()).toBe(4123)
  })

  it('[C16] is not known before the first request, or when no provider reported anything', () => {
    const builder = createHistoryBuilder()
    builder.add(builder.add(null, asked('?')), answered('!', null))
    expect(contextSize(pathOf(treeOf(builder.messages()), { tip: null }), [])).toBeNull()
    expect(contextSize([], [])).toBeNull()
  })

  it('[C16] stays what it was when the latest answer reported nothing', () => {
    const { builder, answer, size } = conversation()
    builder.add(answer, answered('', null, 'interrupted'))
    expect(size()).toBe(4123)
  })

  it('[C16] is unchanged by titles, accounting and by asking for a summary', () => {
    const { builder, answer, size } = conversation()
    builder.add(answer, titled('a title', { input: 9, output: 9 }))
    builder.add(answer, { role: 'system-summary', parts: [] })
    const accounts = { reason: '', removedMessages: 1, cumulative: nothingSpent, removed: nothingSpent }
    builder.add(answer, { role: 'accounting', ...accounts })
    expect(size()).toBe(4123)
  })

  it('[C16] a summary resets it to its own completion tokens until the next request', () => {
    const { builder, answer, size, summarise } = conversation()
    summarise(77)
    expect(size()).toBe(77)
    builder.add(builder.add(answer, asked('?')), answered('!', { input: 200, output: 1 }))
    expect(size()).toBe(201)
  })

  it('[C16] is not known after a truncation, which made no request', () => {
    const { size, summarise } = conversation()
    summarise(null)
    expect(size()).toBeNull()
  })

  it('[C16] a clear resets it to zero until the next request', () => {
    const { builder, answer, size } = conversation()
    builder.add(answer, { role: 'clear' })
    expect(size()).toBe(0)
    builder.add(builder.add(answer, asked('?')), answered('!', { input: 30 }))
    expect(size()).toBe(30)
  })

  it('[C16] is unchanged by a summary that does not hold, because a clear further down does', () => {
    const { builder, answer, size, summarise } = conversation()
    builder.add(answer, { role: 'clear' })
    builder.add(builder.add(answer, asked('?')), answered('!', { input: 30 }))
    summarise(77)
    expect(size()).toBe(30)
  })

  it('[C16] after a lift it is what it was before', () => {
    const { path, size, summarise } = conversation()
    const made = summarise(77)
    expect(size(liftCheckpoint({ lifts: [] }, made, path()))).toBe(4123)
  })

  it('[C16] is the same on every suffix from its checkpoint and its latest measured answer', () => {
    fc.assert(
      fc.property(chatHistories(), ({ chat, messages }) => {
        const path = pathOf(treeOf(messages), chat)
        const measured = path.findLastIndex(message => message.role === 'assistant' && message.usage !== null)
        const covers = activeCheckpoint(path, chat.lifts)?.coversIndex ?? path.length
        const enough = Math.min(measured === -1 ? 0 : measured, covers)
        path.slice(0, enough + 1).forEach((message, start) => {
          if (isAside(message)) return
          expect(contextSize(path.slice(start), chat.lifts)).toBe(contextSize(path, chat.lifts))
        })
      }),
      { numRuns: 100 },
    )
  })
})
