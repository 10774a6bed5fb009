import { answered, asked } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleModel } from '../testing/example-input.ts'
import type { AssembleInput } from './assemble-input.ts'
import { sayChange } from './place-prompt.ts'
import { manifestOf } from './request-blocks.ts'

const model = { ...exampleModel, appendsSystem: true }

/** Two questions; between them the system prompt changes. */
function talk() {
  const chat = exampleChat()
  chat.say(asked('Does the tide come in?'))
  const first = chat.path()
  chat.say(answered('Yes.'))
  const second = chat.say(asked('And out?'))
  return { first, path: chat.path(), second, chat }
}

type Fields = Partial<AssembleInput>

function changed({ first, path }: Pick<ReturnType<typeof talk>, 'first' | 'path'>, before: Fields, now: Fields) {
  const { request } = assembled(first, { model, system: 'You build harbours.', ...before })
  const sent = { previous: manifestOf(request), cache: { state: 'warm' } } as const
  return assembled(path, { model, system: 'You sail.', ...sent, ...now })
}

describe('a system prompt that changes in mid-chat', () => {
  it('[C21] follows the message where the model takes it there, so that nothing before it changes', () => {
    const made = changed(talk(), {}, {})
    const { request, report } = made
    expect(request.system.map(({ text }) => text)).toEqual(['You build harbours.'])
    expect(request.messages.at(-1)).toMatchObject({ systemAfter: expect.stringMatching(/changed.*\n\nYou sail\.$/) })
    expect(report.cache.movedBy).toBeNull()
    expect(report.system.map(({ kind, name, because }) => [kind, name, because])).toEqual([
      ['prompt', '', ''],
      ['prompt', 'change', expect.stringMatching(/this follows a message, so that the [\d,]+ tokens before it stay/)],
    ])
    const { used } = report.budget
    expect(used.prompt).toBe(report.system.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0))
    expect(used.total).toBe(used.prompt + used.messages)
  })

  it('[C21] stays there with later messages, and is said again only when it changes again', () => {
    const { chat, second, ...talked } = talk()
    const made = changed(talked, {}, {})
    chat.say(answered('Yes.'))
    const third = chat.say(asked('When?'))
    const previous = manifestOf(made.request)
    const same = assembled(chat.path(), { model, system: 'You sail.', previous })
    expect(same.request.prompts).toEqual(made.request.prompts)
    expect(same.report.cache.movedBy).toBeNull()
    const again = assembled(chat.path(), { model, system: 'You sail.\n\nNever alone.', previous })
    expect(again.request.prompts).toEqual([
      { after: null, text: 'You build harbours.' },
      { after: second, text: 'You sail.' },
      { after: third, text: 'You sail.\n\nNever alone.' },
    ])
    expect(again.request.messages.at(-1)).toMatchObject({
      systemAfter: 'From here on these instructions apply as well:\n\nNever alone.',
    })
    expect(again.report.cache.movedBy).toBeNull()
  })

  it('[C21] is said once when the same message is answered again under a third one', () => {
    const { second, ...talked } = talk()
    const previous = manifestOf(changed(talked, {}, {}).request)
    const again = assembled(talked.path, { model, system: 'You dive.', previous })
    expect(again.request.prompts?.slice(1)).toEqual([{ after: second, text: 'You dive.' }])
    const back = assembled(talked.path, { model, system: 'You build harbours.', previous })
    expect(back.request.prompts).toEqual([{ after: null, text: 'You build harbours.' }])
    expect(back.request.messages.at(-1)).not.toHaveProperty('systemAfter')
  })

  it.each<readonly [string, Fields, Fields]>([
    ['the model takes it only there', { model: exampleModel }, { model: exampleModel }],
    ['the provider refused it after a message', {}, { plainReplay: true }],
    ['the tools changed too', {}, { tools: [{ name: 'look', description: 'Looks.', input: {} }] }],
    ['a document changed too', {}, { documents: [{ id: 'doc', name: 'Charts', text: 'Depths.' }] }],
    ['it is too long to be read twice', {}, { system: 'You sail. '.repeat(3000) }],
  ])('[C21] precedes everything when %s', (_name, before, now) => {
    const { request } = changed(talk(), before, now)
    expect(request.system[0]?.text).toMatch(/^You sail\./)
    expect(request.messages.some(message => 'systemAfter' in message)).toBe(false)
  })

  it('[C21] precedes everything again when the message that it followed is not sent any more', () => {
    const { chat, second, ...talked } = talk()
    const previous = manifestOf(changed(talked, {}, {}).request)
    chat.say(answered('Yes.'))
    chat.say(asked('When?'))
    const marks = [{ messageId: second, kind: 'left-out' as const }]
    const { request } = assembled(chat.path(), { model, system: 'You sail.', previous, marks })
    expect(request.system.map(({ text }) => text)).toEqual(['You sail.'])
  })

  it('[C21] says plainly that it was taken away', () => {
    expect(sayChange('You sail.', '')).toBe('The instructions given before no longer apply.')
  })
})

describe('a note about the environment', () => {
  const exposed = { role: 'env-changed', roots: ['/sea'], added: ['/sea'], removed: [], directives: [] } as const

  function noted() {
    const chat = exampleChat()
    chat.say(asked('Does the tide come in?'))
    chat.say(answered('Yes.'))
    const note = chat.say(exposed)
    chat.say(asked('And out?'))
    return { chat, note }
  }

  it('[H8] [C21] is said by the system where the model takes that, and by the user elsewhere', () => {
    const { chat, note } = noted()
    const of = (fields: Fields) => assembled(chat.path(), fields).request.messages.find(each => each.messageId === note)
    expect(of({ model })).toMatchObject({ role: 'user', bySystem: true })
    expect(of({ model: exampleModel })).not.toHaveProperty('bySystem')
    expect(of({ model, plainReplay: true })).not.toHaveProperty('bySystem')
  })

  it('[H8] stays the user’s where an earlier request had it so: what follows it stays cached', () => {
    const { chat, note } = noted()
    const previous = manifestOf(assembled(chat.path(), { model: exampleModel }).request)
    chat.say(answered('Yes.'))
    chat.say(asked('When?'))
    const { request, report } = assembled(chat.path(), { model, previous })
    expect(request.messages.find(({ messageId }) => messageId === note)).not.toHaveProperty('bySystem')
    expect(report.cache.movedBy).toBeNull()
  })
})
