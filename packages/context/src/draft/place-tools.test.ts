import { answered, asked } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleModel } from '../testing/example-input.ts'
import type { AssembleInput } from './assemble-input.ts'
import { manifestOf } from './request-blocks.ts'

const tool = (name: string, description = 'Does it.') => ({ name, description, input: { type: 'object' } })
const model = { ...exampleModel, appendsTools: true, withdrawsTools: true }

/** Two questions; between them the tools change. */
function talk() {
  const chat = exampleChat()
  chat.say(asked('Does the tide come in?'))
  const first = chat.path()
  chat.say(answered('Yes.'))
  const second = chat.say(asked('And out?'))
  return { first, path: chat.path(), second, chat }
}

type Talk = ReturnType<typeof talk>

function changed({ first, path }: Talk, before: readonly string[], now: AssembleInput['tools'], fields = {}) {
  const { request } = assembled(first, { model, tools: before.map(name => tool(name)) })
  return assembled(path, { model, tools: now, previous: manifestOf(request), cache: { state: 'warm' }, ...fields })
}

function placesIn({ request }: ReturnType<typeof changed>) {
  return manifestOf(request).tools
}

describe('a tool that is added in mid-chat', () => {
  it('[C21] follows the message where the model takes it there, so that nothing before it changes', () => {
    const chat = talk()
    const made = changed(chat, ['look'], [tool('find'), tool('look')])
    expect(placesIn(made)).toEqual([
      { after: null, names: ['look'], webSearch: false },
      { after: chat.second, names: ['find'] },
    ])
    expect(made.report.cache.movedBy).toBeNull()
    expect(made.report.tools.map(({ name, because }) => [name, because])).toEqual([
      ['find', expect.stringMatching(/^declared after a message, so that the [\d,]+ tokens before it stay cached$/)],
      ['look', ''],
    ])
    const { used } = made.report.budget
    expect(used.tools).toBe(made.report.tools.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0))
  })

  it('[C21] stays there, and later ones follow later messages', () => {
    const { chat, ...talked } = talk()
    const made = changed({ chat, ...talked }, ['look'], [tool('find'), tool('look')])
    chat.say(answered('Yes.'))
    const third = chat.say(asked('When?'))
    const tools = [tool('find'), tool('look'), tool('count')]
    const next = assembled(chat.path(), { model, tools, previous: manifestOf(made.request), cache: { state: 'cold' } })
    expect(manifestOf(next.request).tools).toEqual([
      { after: null, names: ['look'], webSearch: false },
      { after: talked.second, names: ['find'] },
      { after: third, names: ['count'] },
    ])
    expect(next.report.cache.movedBy).toBeNull()
  })

  it('[C21] may be the first', () => {
    const chat = talk()
    const made = changed(chat, [], [tool('look')])
    expect(placesIn(made)).toEqual([
      { after: null, names: [], webSearch: false },
      { after: chat.second, names: ['look'] },
    ])
  })

  it.each<readonly [string, AssembleInput['tools'], Partial<AssembleInput>]>([
    ['another is removed', [tool('find')], {}],
    ['another changed', [tool('look', 'Looks.'), tool('find')], {}],
    ['web fetch is switched on', [tool('look'), tool('find')], { webFetch: true }],
    ['the model does not take it there', [tool('look'), tool('find')], { model: exampleModel }],
    ['the provider refused what it wrote itself', [tool('look'), tool('find')], { plainReplay: true }],
  ])('[C21] precedes everything when %s', (_name, tools, fields) => {
    const made = changed(talk(), ['look'], tools, fields)
    expect(placesIn(made)).toEqual([{ after: null, names: tools.map(({ name }) => name), webSearch: false }])
  })

  it('[C21] precedes everything once its message is not sent any more', () => {
    const { chat, second, ...talked } = talk()
    const tools = [tool('look'), tool('find')]
    const made = changed({ chat, second, ...talked }, ['look'], tools)
    chat.say(answered('Yes.'))
    chat.say(asked('When?'))
    const marks = [{ kind: 'left-out', messageId: second }] as const
    const next = assembled(chat.path(), { model, tools, marks, previous: manifestOf(made.request) })
    expect(manifestOf(next.request).tools).toEqual([{ after: null, names: ['look', 'find'], webSearch: false }])
  })
})

describe('a tool that is removed in mid-chat', () => {
  const removed = (chat: Talk, fields = {}) =>
    changed(chat, ['look', 'find'], [tool('find')], { withdrawn: [tool('look')], ...fields })

  it('[C21] stays declared where it was, and is withdrawn after the message', () => {
    const chat = talk()
    const made = removed(chat)
    expect(placesIn(made)).toEqual([
      { after: null, names: ['look', 'find'], webSearch: false },
      { after: chat.second, names: [], removed: ['look'] },
    ])
    expect(made.report.cache.movedBy).toBeNull()
    const because = /^removed: it is withdrawn after a message, so that the [\d,]+ tokens before it stay cached$/
    expect(made.report.tools.map(({ name, because }) => [name, because])).toEqual([
      ['find', ''],
      ['look', expect.stringMatching(because)],
    ])
    const { used } = made.report.budget
    expect(used.tools).toBe(made.report.tools.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0))
  })

  it('[C21] stays removed there with the next request, which changes nothing before it', () => {
    const { chat, ...talked } = talk()
    const made = removed({ chat, ...talked })
    chat.say(answered('Yes.'))
    chat.say(asked('When?'))
    const previous = manifestOf(made.request)
    const fields = {
      model,
      tools: [tool('find')],
      withdrawn: [tool('look')],
      previous,
      cache: { state: 'warm' } as const,
    }
    const next = assembled(chat.path(), fields)
    expect(manifestOf(next.request).tools).toEqual(previous.tools)
    expect(next.report.cache.movedBy).toBeNull()
    // Offered again, all tools precede everything.
    const again = assembled(chat.path(), { ...fields, tools: [tool('look'), tool('find')], withdrawn: [] })
    expect(manifestOf(again.request).tools).toEqual([{ after: null, names: ['look', 'find'], webSearch: false }])
  })

  it.each([
    ['its declaration is not known any more', { withdrawn: [] }],
    ['its declaration changed', { withdrawn: [tool('look', 'Does it otherwise.')] }],
    ['the provider refused it', { plainReplay: true }],
    ['the model takes no such changes', { model: exampleModel }],
    ['the model only takes more of them', { model: { ...exampleModel, appendsTools: true } }],
  ])('[C21] is not declared when %s, and takes no tokens', (_name, fields) => {
    const made = removed(talk(), fields)
    expect(placesIn(made)).toEqual([{ after: null, names: ['find'], webSearch: false }])
    expect(made.report.tools.map(({ name }) => name)).toEqual(['find'])
  })
})

describe('web search that is switched in mid-chat', () => {
  const tools = [tool('look')]
  const switched = (before: boolean, now: boolean, chat = talk()) => {
    const { request } = assembled(chat.first, { model, tools, webSearch: before })
    const previous = manifestOf(request)
    return assembled(chat.path, { model, tools, webSearch: now, previous, cache: { state: 'warm' } })
  }

  it.each([
    [false, true, /^declared after a message, so that the [\d,]+ tokens before it stay cached$/],
    [true, false, /^removed: it is withdrawn after a message, so that the [\d,]+ tokens before it stay cached$/],
  ])('[C21] follows the message where the model takes it there: from %s to %s', (before, now, because) => {
    const chat = talk()
    const { request, report } = switched(before, now, chat)
    expect(manifestOf(request).tools).toEqual([
      { after: null, names: ['look'], webSearch: before },
      { after: chat.second, names: [], webSearch: now },
    ])
    expect(request.webSearch ?? false).toBe(before)
    expect(report.cache.movedBy).toBeNull()
    expect(report.system).toContainEqual(
      expect.objectContaining({ name: 'web search', because: expect.stringMatching(because) }),
    )
  })

  it('[C21] stays there, is withdrawn after a later message, and precedes everything once it is offered again', () => {
    const { chat, second, ...talked } = talk()
    const made = switched(false, true, { chat, second, ...talked })
    chat.say(answered('Yes.'))
    const third = chat.say(asked('When?'))
    const next = (previous: typeof made, webSearch: boolean) =>
      assembled(chat.path(), { model, tools, webSearch, previous: manifestOf(previous.request) })
    expect(manifestOf(next(made, true).request).tools).toEqual(manifestOf(made.request).tools)
    const off = next(made, false)
    expect(manifestOf(off.request).tools).toEqual([
      ...(manifestOf(made.request).tools ?? []),
      { after: third, names: [], webSearch: false },
    ])
    chat.say(answered('At six.'))
    chat.say(asked('Sure?'))
    expect(manifestOf(next(off, true).request).tools).toEqual([{ after: null, names: ['look'], webSearch: true }])
  })

  it('[C21] changes nothing where the message that it followed is answered again without it', () => {
    const chat = talk()
    const made = switched(false, true, chat)
    const previous = manifestOf(made.request)
    const again = assembled(chat.path, { model, tools, webSearch: false, previous, cache: { state: 'warm' } })
    expect(manifestOf(again.request).tools).toEqual([{ after: null, names: ['look'], webSearch: false }])
  })

  it('[C21] is read from rows of earlier versions, which do not say where it was declared', () => {
    const chat = talk()
    const { request } = assembled(chat.first, { model, tools, webSearch: true })
    const { tools: places = [], ...manifest } = manifestOf(request)
    const previous = { ...manifest, tools: places.map(({ after, names }) => ({ after, names })) }
    const fields = { model, previous, cache: { state: 'warm' as const } }
    const same = assembled(chat.path, { ...fields, tools: [...tools, tool('find')], webSearch: true })
    expect(manifestOf(same.request).tools).toEqual([
      { after: null, names: ['look'], webSearch: true },
      { after: chat.second, names: ['find'] },
    ])
    const off = assembled(chat.path, { ...fields, tools, webSearch: false })
    expect(manifestOf(off.request).tools).toEqual([{ after: null, names: ['look'], webSearch: false }])
  })

  it('[C21] is switched on after a message, and off in front, where the model only takes more tools', () => {
    const onlyAdds = { ...exampleModel, appendsTools: true }
    const chat = talk()
    const placed = (before: boolean) => {
      const { request } = assembled(chat.first, { model: onlyAdds, tools, webSearch: before })
      const fields = { model: onlyAdds, tools, webSearch: !before, previous: manifestOf(request) }
      return manifestOf(assembled(chat.path, fields).request).tools
    }
    expect(placed(false)).toEqual([
      { after: null, names: ['look'], webSearch: false },
      { after: chat.second, names: [], webSearch: true },
    ])
    expect(placed(true)).toEqual([{ after: null, names: ['look'], webSearch: false }])
  })
})

describe('a model that only withdraws tools after a message', () => {
  const withdraws = { model: { ...exampleModel, withdrawsTools: true } }

  it('[C21] keeps a removed tool in front, and an added one changes what is in front', () => {
    const chat = talk()
    const fields = { ...withdraws, withdrawn: [tool('look')] }
    expect(placesIn(changed(chat, ['find', 'look'], [tool('find')], fields))).toEqual([
      { after: null, names: ['find', 'look'], webSearch: false },
      { after: chat.second, names: [], removed: ['look'] },
    ])
    expect(placesIn(changed(chat, ['look'], [tool('find'), tool('look')], fields))).toEqual([
      { after: null, names: ['find', 'look'], webSearch: false },
    ])
    expect(placesIn(changed(chat, ['look'], [tool('find')], fields))).toEqual([
      { after: null, names: ['find'], webSearch: false },
    ])
    const searching = { ...fields, webSearch: true }
    expect(placesIn(changed(chat, ['look'], [tool('look')], searching))).toEqual([
      { after: null, names: ['look'], webSearch: true },
    ])
  })
})
