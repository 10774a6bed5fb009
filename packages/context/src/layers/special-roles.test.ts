import { answered, asked, titled } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, fatesOf, pathIn, sentOf } from '../testing/example-input.ts'

describe('special roles', () => {
  it('[C1] sends the conversation and leaves out what is for people', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('How do tides work?'))
    const answer = say(answered('The moon pulls.'))
    builder.add(answer, { role: 'system-title', parts: [{ kind: 'text', text: 'A title, please.' }] })
    builder.add(answer, titled('Tides'))
    builder.add(answer, { role: 'system-summary', parts: [] })
    const next = say(asked('And the sun?'))
    const { request, report } = assembled(path(), { system: 'Be brief.' })
    expect(request).toEqual({
      system: [{ text: 'Be brief.', cacheMark: false }],
      messages: [
        plain(question, 'user', 'How do tides work?'),
        plain(answer, 'assistant', 'The moon pulls.'),
        plain(next, 'user', 'And the sun?'),
      ],
      tools: [],
    })
    expect(report.messages.map(({ role, fate, layer, because }) => ({ role, fate, layer, because }))).toEqual([
      { role: 'user', fate: 'sent', layer: 'special-roles', because: '' },
      {
        role: 'assistant',
        fate: 'sent',
        layer: 'origins',
        because: 'in plain form: its native form was not kept',
      },
      {
        role: 'system-title',
        fate: 'never-sent-by-role',
        layer: 'special-roles',
        because: 'titles are only shown in Stet',
      },
      { role: 'title', fate: 'never-sent-by-role', layer: 'special-roles', because: 'titles are only shown in Stet' },
      {
        role: 'system-summary',
        fate: 'never-sent-by-role',
        layer: 'special-roles',
        because: 'it was only the request for a summary',
      },
      { role: 'user', fate: 'sent', layer: 'special-roles', because: '' },
    ])
  })

  it('[C18] a title changes nothing that is sent', () => {
    const { builder, say, path } = exampleChat()
    say(asked('How do tides work?'))
    const answer = say(answered('The moon pulls.'))
    say(asked('And the sun?'))
    const before = JSON.stringify(assembled(path()).request)
    builder.add(answer, titled('Tides'))
    expect(JSON.stringify(assembled(path()).request)).toBe(before)
  })

  it('[C1] hands on the tools as they are given', () => {
    const { say, path } = exampleChat()
    say(asked('Hi'))
    const tools = [{ name: 'clock', description: 'Tells the time.', input: { type: 'object' } }]
    expect(assembled(path(), { tools }).request.tools).toEqual(tools)
  })

  it('[H8] sends a change of the environment as a note', () => {
    const { builder, say, path } = exampleChat()
    const change = say({
      role: 'env-changed',
      roots: ['/srv/notes'],
      added: ['/srv/notes'],
      removed: ['/srv/old\nname'],
      directives: [{ path: '/srv/notes/AGENTS.md', text: 'Write plainly.' }],
    })
    const question = say(asked('What is in there?'))
    expect(builder.messages()).toHaveLength(2)
    expect(assembled(path()).request.messages).toEqual([
      plain(
        change,
        'user',
        '<system-note>\nThe directories you can reach have changed.\nAdded: "/srv/notes"\nRemoved: "/srv/old\\nname"\nYou can now reach: "/srv/notes"\n\nDirectives of "/srv/notes/AGENTS.md":\nWrite plainly.\n</system-note>',
      ),
      plain(question, 'user', 'What is in there?'),
    ])
  })

  it('[C1] sends nothing of a message that cannot be read, and says why', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('Hi'))
    const lost = say({ role: 'unreadable', because: 'the seal is broken' })
    const next = say(asked('Still there?'))
    expect(sentOf(path())).toEqual([question, next])
    expect(assembled(pathIn(builder, next)).report.messages[1]).toEqual({
      messageId: lost,
      role: 'unreadable',
      fate: 'unreadable',
      layer: 'special-roles',
      because: 'the seal is broken',
      decisions: [],
      form: null,
      tokensBefore: 4,
      tokensAfter: 0,
      cached: false,
    })
  })

  it('[C1] accounting and the marks of checkpoints that do not hold are not sent', () => {
    const { builder, say, path } = exampleChat()
    const question = say(asked('Hi'))
    const clear = builder.add(question, { role: 'clear' })
    const next = say(asked('Still there?'))
    const lifts = [{ checkpoint: clear, below: next, automaticCompaction: 'off' as const }]
    expect(fatesOf(path(), { lifts })).toEqual([
      'sent (special-roles)',
      'never-sent-by-role (special-roles)',
      'sent (special-roles)',
    ])
  })
})

function plain(messageId: string, role: 'user' | 'assistant', text: string) {
  return { form: 'plain', messageId, role, parts: [{ kind: 'text', text }], cacheMark: false }
}
