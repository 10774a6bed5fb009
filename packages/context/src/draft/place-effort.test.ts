import { answered, asked } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleModel } from '../testing/example-input.ts'
import type { AssembleInput } from './assemble-input.ts'
import { manifestOf } from './request-blocks.ts'

type Fields = Partial<AssembleInput>

/** Two questions; between them another effort is asked for. */
function talk(now: Fields = {}) {
  const chat = exampleChat()
  chat.say(asked('Does the tide come in?'))
  const { request } = assembled(chat.path(), { effort: 'high' })
  chat.say(answered('Yes.'))
  const second = chat.say(asked('And out?'))
  const made = assembled(chat.path(), { effort: 'low', previous: manifestOf(request), ...now })
  return { chat, second, made }
}

const high = { after: null, effort: 'high' }

describe('an effort that changes in mid-chat', () => {
  it('[C21] follows the message, so that the effort of the whole request stays', () => {
    const { second, made } = talk()
    expect(made.request.efforts).toEqual([high, { after: second, effort: 'low' }])
    expect(made.request.messages.at(-1)).toMatchObject({ effortAfter: 'low' })
    expect(made.report.cache.movedBy).toBeNull()
    expect(made.report.system).toMatchObject([
      {
        kind: 'note',
        name: 'effort',
        tokensAfter: 0,
        because: expect.stringMatching(/^low from a message on, so that/),
      },
    ])
  })

  it('[C21] stays there, and follows a later message when it changes back', () => {
    const { chat, second, made } = talk()
    chat.say(answered('Yes.'))
    const third = chat.say(asked('When?'))
    const previous = manifestOf(made.request)
    expect(assembled(chat.path(), { effort: 'low', previous }).request.efforts).toEqual(made.request.efforts)
    const back = assembled(chat.path(), { effort: 'high', previous })
    expect(back.request.efforts).toEqual([high, { after: second, effort: 'low' }, { after: third, effort: 'high' }])
    expect(back.report.cache.movedBy).toBeNull()
  })

  it.each<readonly [string, Fields]>([
    ['the provider refused it after a message', { plainReplay: true }],
    ['the system prompt changed before everything too', { system: 'You sail.' }],
  ])('[C21] is that of the whole request when %s', (_name, now) => {
    const { made } = talk(now)
    expect(made.request.efforts).toEqual([{ after: null, effort: 'low' }])
    expect(made.request.messages.at(-1)).not.toHaveProperty('effortAfter')
  })

  it('[C21] is not part of a request to a model that takes none after a message', () => {
    const chat = exampleChat()
    chat.say(asked('Does the tide come in?'))
    expect(assembled(chat.path(), { model: exampleModel }).request).not.toHaveProperty('efforts')
  })
})
