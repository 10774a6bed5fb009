import { type Lift, type Message, type MessageId, pathTo, treeOf } from '@stet/history'
import { answered, asked, called, createHistoryBuilder, request, resulted, titled } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { type Assembly, assemble } from './assemble.ts'
import type { AssembleInput } from './assemble-input.ts'
import { defaultContextSettings } from './settings.ts'
import { roughTokenCounts } from './testing/rough-token-counts.ts'

const model: AssembleInput['model'] = {
  definition: 'demo',
  protocol: 'demo',
  model: 'demo',
  name: 'Demo',
  contextWindow: 32_000,
  outputLimit: null,
  takes: { images: false, files: false, tools: true },
  reasoning: 'none',
  caching: 'none',
}

type Builder = ReturnType<typeof createHistoryBuilder>

function pathOf(builder: Builder, tip: MessageId): readonly Message[] {
  return pathTo(treeOf(builder.messages()), tip)
}

function assembled(
  path: readonly Message[],
  fields: Partial<AssembleInput> = {},
): Extract<Assembly, { kind: 'assembled' }> {
  const assembly = assemble({
    path,
    lifts: [],
    marks: [],
    settings: defaultContextSettings(model),
    model,
    system: '',
    documents: [],
    tools: [],
    tokens: roughTokenCounts,
    previous: null,
    cache: { state: 'unknown' },
    outputLimit: null,
    freezeMarks: false,
    ...fields,
  })
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return assembly
}

/** What is sent, in short: the message and its form, or its texts. */
function sentOf(path: readonly Message[], fields: Partial<AssembleInput> = {}): readonly (MessageId | null)[] {
  return assembled(path, fields).request.messages.map(message => message.messageId)
}

function fatesOf(path: readonly Message[], fields: Partial<AssembleInput> = {}): readonly string[] {
  return assembled(path, fields).report.messages.map(({ fate, layer }) => `${fate} (${layer})`)
}

function plain(messageId: MessageId, role: 'user' | 'assistant', text: string) {
  return { form: 'plain', messageId, role, parts: [{ kind: 'text', text }] }
}

const summary = (text: string, coversThrough: MessageId) => ({
  role: 'summary' as const,
  parts: [{ kind: 'text' as const, text }],
  coversThrough,
  form: 'prose' as const,
  request: request(null),
})

describe('assemble: special roles', () => {
  it('[C1] sends the conversation and leaves out what is for people', () => {
    const chat = createHistoryBuilder()
    const question = chat.add(null, asked('How do tides work?'))
    const answer = chat.add(question, answered('The moon pulls.'))
    const prompt = chat.add(answer, { role: 'system-title', parts: [{ kind: 'text', text: 'A title, please.' }] })
    const title = chat.add(answer, titled('Tides'))
    const next = chat.add(answer, asked('And the sun?'))
    expect(assembled(pathOf(chat, next), { system: 'Be brief.' })).toEqual({
      kind: 'assembled',
      request: {
        system: [{ text: 'Be brief.' }],
        messages: [
          plain(question, 'user', 'How do tides work?'),
          plain(answer, 'assistant', 'The moon pulls.'),
          plain(next, 'user', 'And the sun?'),
        ],
        tools: [],
      },
      report: {
        messages: [
          { messageId: question, fate: 'sent', layer: 'special-roles', because: 'a message of the person' },
          {
            messageId: answer,
            fate: 'sent',
            layer: 'origins',
            because: 'from its parts: no exact form of it was kept',
          },
          { messageId: prompt, fate: 'never-sent-by-role', layer: 'special-roles', because: 'titles are for people' },
          { messageId: title, fate: 'never-sent-by-role', layer: 'special-roles', because: 'titles are for people' },
          { messageId: next, fate: 'sent', layer: 'special-roles', because: 'a message of the person' },
        ],
      },
    })
  })

  it('[C18] a title changes nothing that is sent', () => {
    const chat = createHistoryBuilder()
    const question = chat.add(null, asked('How do tides work?'))
    const answer = chat.add(question, answered('The moon pulls.'))
    const next = chat.add(answer, asked('And the sun?'))
    const before = JSON.stringify(assembled(pathOf(chat, next)).request)
    chat.add(answer, titled('Tides'))
    expect(JSON.stringify(assembled(pathOf(chat, next)).request)).toBe(before)
  })

  it('[C1] hands on the tools as they are given', () => {
    const chat = createHistoryBuilder()
    const question = chat.add(null, asked('Hi'))
    const tools = [{ name: 'clock', description: 'Tells the time.', input: { type: 'object' } }]
    expect(assembled(pathOf(chat, question), { tools }).request.tools).toEqual(tools)
  })

  it('[H8] sends a change of the environment as a note', () => {
    const chat = createHistoryBuilder()
    const change = chat.add(null, {
      role: 'env-changed',
      roots: ['/srv/notes'],
      added: ['/srv/notes'],
      removed: ['/srv/old\nname'],
      directives: [{ path: '/srv/notes/AGENTS.md', text: 'Write plainly.' }],
    })
    const question = chat.add(change, asked('What is in there?'))
    expect(assembled(pathOf(chat, question)).request.messages).toEqual([
      plain(
        change,
        'user',
        '<system-note>\nThe directories you can reach have changed.\nAdded: "/srv/notes"\nRemoved: "/srv/old\\nname"\nYou can now reach: "/srv/notes"\n\nDirectives of "/srv/notes/AGENTS.md":\nWrite plainly.\n</system-note>',
      ),
      plain(question, 'user', 'What is in there?'),
    ])
  })

  it('[C1] sends nothing of a message that cannot be read', () => {
    const chat = createHistoryBuilder()
    const question = chat.add(null, asked('Hi'))
    const lost = chat.add(question, { role: 'unreadable', because: 'the seal is broken' })
    const next = chat.add(lost, asked('Still there?'))
    expect(sentOf(pathOf(chat, next))).toEqual([question, next])
    expect(assembled(pathOf(chat, next)).report.messages[1]).toEqual({
      messageId: lost,
      fate: 'unreadable',
      layer: 'special-roles',
      because: 'it cannot be read: the seal is broken',
    })
  })
})

describe('assemble: checkpoints', () => {
  function talk(chat: Builder) {
    const first = chat.add(null, asked('one'))
    const second = chat.add(first, answered('two'))
    const third = chat.add(second, asked('three'))
    const fourth = chat.add(third, answered('four'))
    return { first, second, third, fourth }
  }

  it('[C2] sends what follows a summary, which is the last block of the system prompt', () => {
    const chat = createHistoryBuilder()
    const { second, third, fourth } = talk(chat)
    chat.add(second, summary('They counted.', second))
    const path = pathOf(chat, fourth)
    expect(assembled(path, { system: 'Be brief.' }).request.system).toEqual([
      { text: 'Be brief.' },
      { text: 'Previous Conversation Summary:\n\nThey counted.' },
    ])
    expect(sentOf(path)).toEqual([third, fourth])
    expect(fatesOf(path)).toEqual([
      'summarised (checkpoint)',
      'summarised (checkpoint)',
      'never-sent-by-role (checkpoint)',
      'sent (special-roles)',
      'sent (origins)',
    ])
  })

  it('[C2] sends the current message whole when the summary covers it, before what follows', () => {
    const chat = createHistoryBuilder()
    const { third, fourth } = talk(chat)
    chat.add(fourth, summary('They counted to four.', fourth))
    const fifth = chat.add(fourth, answered('five'))
    const path = pathOf(chat, fifth)
    expect(sentOf(path)).toEqual([third, fifth])
    expect(fatesOf(path)[2]).toBe('sent (checkpoint)')
  })

  it('[H6] sends nothing before a clear, and no summary of it', () => {
    const chat = createHistoryBuilder()
    const { second, fourth } = talk(chat)
    chat.add(second, summary('They counted.', second))
    chat.add(fourth, { role: 'clear' })
    const fifth = chat.add(fourth, asked('five'))
    const path = pathOf(chat, fifth)
    expect(assembled(path).request.system).toEqual([])
    expect(sentOf(path)).toEqual([fifth])
    expect(fatesOf(path).filter(fate => fate.startsWith('behind'))).toHaveLength(4)
  })

  it('[H6] says of what a clear hid that it is cleared, not summarised, when a summary came later', () => {
    const chat = createHistoryBuilder()
    const { second, fourth } = talk(chat)
    chat.add(second, { role: 'clear' })
    chat.add(fourth, summary('They counted on.', fourth))
    const fifth = chat.add(fourth, asked('five'))
    expect(fatesOf(pathOf(chat, fifth))).toEqual([
      'behind-checkpoint (checkpoint)',
      'behind-checkpoint (checkpoint)',
      'never-sent-by-role (special-roles)',
      'summarised (checkpoint)',
      'summarised (checkpoint)',
      'never-sent-by-role (checkpoint)',
      'sent (special-roles)',
    ])
  })

  it('[H6] sends everything again when the checkpoint is lifted', () => {
    const chat = createHistoryBuilder()
    const { first, second, third, fourth } = talk(chat)
    const checkpoint = chat.add(second, summary('They counted.', second))
    const lifts: readonly Lift[] = [{ checkpoint, below: fourth, automaticCompaction: 'off' }]
    expect(sentOf(pathOf(chat, fourth), { lifts })).toEqual([first, second, third, fourth])
    expect(assembled(pathOf(chat, fourth), { lifts }).request.system).toEqual([])
  })
})

describe('assemble: origins', () => {
  const native = { protocol: 'demo', content: [{ kind: 'text', text: 'two' }, { signature: 'kept' }] }
  const parts = [
    { kind: 'reasoning' as const, text: 'Hm.', signature: 'abc' },
    { kind: 'text' as const, text: 'two' },
    { kind: 'error' as const, code: 'network', message: 'lost', status: null, retryable: true },
  ]

  function exchange(facts: Partial<ReturnType<typeof answered>>) {
    const chat = createHistoryBuilder()
    const question = chat.add(null, asked('one'))
    const answer = chat.add(question, { ...answered(''), parts, ...facts })
    return { answer, path: pathOf(chat, chat.add(answer, asked('three'))) }
  }

  it('[C7] sends an answer exactly as it was when the same model reads it', () => {
    const { answer, path } = exchange({ native })
    expect(assembled(path).request.messages[1]).toEqual({
      form: 'native',
      messageId: answer,
      role: 'assistant',
      native,
    })
  })

  it.each([
    ['definition', { definition: 'other', protocol: 'demo', model: 'demo' }],
    ['protocol', { definition: 'demo', protocol: 'other', model: 'demo' }],
    ['model', { definition: 'demo', protocol: 'demo', model: 'other' }],
  ])('[C7] sends an answer of another %s from its parts, without reasoning and errors', (_name, origin) => {
    const { answer, path } = exchange({ native, origin })
    expect(assembled(path).request.messages[1]).toEqual(plain(answer, 'assistant', 'two'))
  })

  it('[C7] sends an answer from its parts when no native content was kept', () => {
    const { answer, path } = exchange({ native: null, end: 'interrupted' })
    expect(assembled(path).request.messages[1]).toEqual(plain(answer, 'assistant', 'two'))
  })

  it('[C7] never sends the ids of a provider to another', () => {
    const chat = createHistoryBuilder()
    const callId = chat.ids.call()
    const question = chat.add(null, asked('one'))
    const call = { kind: 'tool-call' as const, callId, tool: 'clock', input: '{}', providerCallId: 'toolu_1' }
    const step = chat.add(question, { ...answered(''), parts: [call] })
    const results = chat.add(step, resulted([callId]))
    expect(assembled(pathOf(chat, results)).request.messages[1]).toEqual({
      form: 'plain',
      messageId: step,
      role: 'assistant',
      parts: [{ ...call, providerCallId: null }],
    })
  })

  it('[C17] leaves out an answer that says nothing, and says so', () => {
    const error = parts.filter(part => part.kind !== 'text')
    const { answer, path } = exchange({ native, parts: error, end: 'failed' })
    expect(sentOf(path)).not.toContain(answer)
    expect(fatesOf(path)).toEqual(['sent (special-roles)', 'empty (origins)', 'sent (special-roles)'])
  })
})

describe('assemble: pairing', () => {
  it('[FP-14] takes out calls that have no result, which makes the answer plain', () => {
    const chat = createHistoryBuilder()
    const question = chat.add(null, asked('What time is it?'))
    const call = {
      kind: 'tool-call' as const,
      callId: chat.ids.call(),
      tool: 'clock',
      input: '{}',
      providerCallId: 'x',
    }
    const text = { kind: 'text' as const, text: 'Let me look.' }
    const native = { protocol: 'demo', content: [] }
    const step = chat.add(question, { ...answered(''), parts: [text, call], native })
    const next = chat.add(step, asked('Well?'))
    expect(assembled(pathOf(chat, next)).request.messages[1]).toEqual(plain(step, 'assistant', 'Let me look.'))
    expect(assembled(pathOf(chat, next)).report.messages[1]).toEqual({
      messageId: step,
      fate: 'trimmed',
      layer: 'pairing',
      because: 'without result: 1 of its 1 calls',
    })
  })

  it('[FP-14] leaves out an answer that was nothing but unanswered calls', () => {
    const chat = createHistoryBuilder()
    const question = chat.add(null, asked('What time is it?'))
    const step = chat.add(question, called([chat.ids.call(), chat.ids.call()]))
    const next = chat.add(step, asked('Well?'))
    expect(sentOf(pathOf(chat, next))).toEqual([question, next])
    expect(fatesOf(pathOf(chat, next))[1]).toBe('unpaired (pairing)')
  })

  it('[FP-14] keeps the calls that have results, and only the results that have calls', () => {
    const chat = createHistoryBuilder()
    const [one, two, stray] = [chat.ids.call(), chat.ids.call(), chat.ids.call()]
    const question = chat.add(null, asked('What time is it?'))
    const step = chat.add(question, called([one, two]))
    const results = chat.add(step, resulted([two, stray, two]))
    expect(assembled(pathOf(chat, results)).request.messages.slice(1)).toEqual([
      { form: 'plain', messageId: step, role: 'assistant', parts: called([two]).parts },
      { form: 'plain', messageId: results, role: 'tool-results', parts: resulted([two]).parts },
    ])
    expect(fatesOf(pathOf(chat, results)).slice(1)).toEqual(['trimmed (pairing)', 'trimmed (pairing)'])
  })

  it('[FP-11] pairs one result with one call, also when an id comes twice', () => {
    const chat = createHistoryBuilder()
    const callId = chat.ids.call()
    const question = chat.add(null, asked('Twice'))
    const first = chat.add(question, called([callId]))
    const results = chat.add(first, resulted([callId]))
    const second = chat.add(results, called([callId]))
    const next = chat.add(second, asked('Well?'))
    expect(sentOf(pathOf(chat, next))).toEqual([question, first, results, next])
  })

  it('[FP-14] drops results whose calls cannot be read', () => {
    const chat = createHistoryBuilder()
    const question = chat.add(null, asked('What time is it?'))
    const lost = chat.add(question, { role: 'unreadable', because: 'the seal is broken' })
    const results = chat.add(lost, resulted([chat.ids.call()]))
    expect(sentOf(pathOf(chat, results))).toEqual([question])
    expect(fatesOf(pathOf(chat, results))[2]).toBe('unpaired (pairing)')
  })
})
