import { answered, asked, called, request as facts, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { manifestOf } from '../draft/request-blocks.ts'
import { assembled, exampleChat, exampleModel, exampleSettings } from '../testing/example-input.ts'

function work() {
  const { builder, say, path } = exampleChat()
  const callId = builder.ids.call()
  const question = say(asked('Read a.'))
  const calls = say(called([callId]))
  const results = say(resulted([callId]))
  const answer = say(answered('A poem.'))
  return { builder, say, path, question, calls, results, answer }
}

/** What a request says of the cache when the one before it was made with `before`. */
function cacheAfter(chat: ReturnType<typeof work>, before: Partial<AssembleInput>, after: Partial<AssembleInput>) {
  const previous = manifestOf(assembled(chat.path(), before).request)
  const next = chat.say(asked('And b?'))
  const { report } = assembled(chat.path(), { ...after, previous })
  return { cache: report.cache, report, next }
}

describe('comparison with the request before', () => {
  it('[C17] what is added at the end moves nothing, and the rest is shared', () => {
    const { cache, report } = cacheAfter(work(), { system: 'Be brief.' }, { system: 'Be brief.' })
    expect(cache.movedBy).toBeNull()
    expect(cache.sharedTokens).toBe(report.budget.used.total - (report.messages.at(-1)?.tokensAfter ?? 0))
  })

  it('[C17] cache marks are no difference', () => {
    const model = { ...exampleModel, caching: 'marks' as const }
    const settings = exampleSettings({ cache: 'cached' })
    expect(cacheAfter(work(), { model }, { model, settings }).cache.movedBy).toBeNull()
  })

  it('[C17] names the message that a rule took out', () => {
    const chat = work()
    const settings = exampleSettings({ previousCycles: 'strip' })
    expect(cacheAfter(chat, { settings }, { settings }).cache).toMatchObject({
      sharedTokens: 4 + 2,
      movedBy: { block: chat.calls, because: 'tool results are sent only until your next message' },
    })
  })

  it('[C17] names the message that a pin brought in', () => {
    const chat = work()
    const marks = [{ kind: 'left-out' as const, messageId: chat.answer }]
    expect(cacheAfter(chat, { marks }, {}).cache.movedBy).toBeNull()
    const other = work()
    const leftOut = [{ kind: 'left-out' as const, messageId: other.calls }]
    expect(cacheAfter(other, { marks: leftOut }, {}).cache.movedBy).toEqual({
      block: other.calls,
      because: 'in plain form: its native form was not kept',
    })
  })

  it('[C17] names the system prompt, the tools and the summary', () => {
    const tool = { name: 'clock', description: '', input: {} }
    expect(cacheAfter(work(), { system: 'a' }, { system: 'b' }).cache.movedBy).toEqual({
      block: 'system-0',
      because: 'the system prompt, a document or the summary changed',
    })
    expect(cacheAfter(work(), {}, { tools: [tool] }).cache.movedBy).toEqual({
      block: 'tools',
      because: 'the tools changed',
    })
    expect(cacheAfter(work(), { tools: [tool] }, {}).cache.movedBy).toMatchObject({ block: 'tools' })
    const chat = work()
    const previous = manifestOf(assembled(chat.path()).request)
    chat.builder.add(chat.answer, {
      role: 'summary',
      parts: [{ kind: 'text', text: 'A poem was read.' }],
      coversThrough: chat.answer,
      form: 'prose',
      request: facts(null),
    })
    chat.say(asked('And b?'))
    expect(assembled(chat.path(), { previous }).report.cache.movedBy).toMatchObject({ block: 'system-0' })
  })

  it('[C14] where caching is automatic, the cached prefix is what is shared', () => {
    const model = { ...exampleModel, caching: 'automatic' as const }
    const { cache, report } = cacheAfter(work(), { model }, { model })
    expect(cache.prefixTokens).toBe(cache.sharedTokens)
    expect(report.messages.map(entry => entry.cached)).toEqual([true, true, true, true, false])
  })
})
