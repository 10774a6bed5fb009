import type { ContextSettings } from '@stet/history'
import { answered, asked } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleSettings, fatesOf, sentOf } from '../testing/example-input.ts'

/** Three cycles, each answered with reasoning. */
function thinking() {
  const { say, path } = exampleChat()
  for (const text of ['one', 'two', 'three']) {
    say(asked(text))
    say({
      ...answered(''),
      parts: [
        { kind: 'reasoning', text: 'Hm.', signature: 's' },
        { kind: 'text', text },
      ],
      native: { protocol: 'demo', content: text },
    })
  }
  return path()
}

function formsOf(reasoning: ContextSettings['reasoning'], marks: readonly number[] = []) {
  const path = thinking()
  const pinned = marks.flatMap(index => {
    const message = path[index]
    return message === undefined ? [] : [{ kind: 'pinned' as const, messageId: message.id }]
  })
  const { request } = assembled(path, { settings: exampleSettings({ reasoning }), marks: pinned })
  return request.messages.filter(message => message.role === 'assistant').map(message => message.form)
}

describe('reasoning', () => {
  it.each([
    ['model', ['native', 'native', 'native']],
    ['all', ['native', 'native', 'native']],
    ['none', ['plain', 'plain', 'native']],
    [{ lastCycles: 1 }, ['plain', 'plain', 'native']],
    [{ lastCycles: 2 }, ['plain', 'native', 'native']],
    [{ lastCycles: 3 }, ['native', 'native', 'native']],
  ] as const)(
    '[C6] %j keeps the reasoning of the right cycles, and always that of the current one',
    (setting, forms) => {
      expect(formsOf(setting)).toEqual(forms)
    },
  )

  it.each([
    ['model', undefined],
    ['all', 'keep'],
    [{ lastCycles: 2 }, 'keep'],
    ['none', 'drop'],
  ] as const)('[C6] %j asks the provider to do this with the reasoning that is sent: %s', (reasoning, asked) => {
    const { request } = assembled(thinking(), { settings: exampleSettings({ reasoning }) })
    expect(request.earlierReasoning).toBe(asked)
  })

  it('[C6] an answer without reasoning stays native', () => {
    const { say, path } = exampleChat()
    say(asked('one'))
    say({ ...answered('two'), native: { protocol: 'demo', content: 'two' } })
    say(asked('three'))
    const { request } = assembled(path(), { settings: exampleSettings({ reasoning: 'none' }) })
    expect(request.messages[1]).toMatchObject({ form: 'native' })
  })

  it('[C6] leaves out an answer that was nothing but reasoning', () => {
    const { say, path } = exampleChat()
    const question = say(asked('one'))
    const parts = [{ kind: 'reasoning' as const, text: 'Hm.', signature: 's' }]
    say({ ...answered(''), parts, native: { protocol: 'demo', content: 'Hm.' }, end: 'length' })
    const next = say(asked('two'))
    const settings = exampleSettings({ reasoning: 'none' })
    expect(sentOf(path(), { settings })).toEqual([question, next])
    expect(fatesOf(path(), { settings })[1]).toBe('empty (origins)')
  })

  it('[C6] says what was left out, and counts only what is sent', () => {
    const { report } = assembled(thinking(), { settings: exampleSettings({ reasoning: { lastCycles: 2 } }) })
    expect(report.messages[1]).toMatchObject({
      fate: 'trimmed',
      layer: 'reasoning',
      because: 'reasoning before your last 2 messages is left out',
      tokensBefore: 6,
      tokensAfter: 5,
    })
  })

  it('[C19] a pinned answer keeps its reasoning', () => {
    expect(formsOf('none', [1])).toEqual(['native', 'plain', 'native'])
  })
})
