import type { Mark, MessageId } from '@stet/history'
import { answered, asked, called, request, resulted, titled } from '@stet/history/testing'
import { assemble } from '../assemble.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { bindingOf, manifestOf } from '../draft/request-blocks.ts'
import { type ExampleChat, exampleChat, exampleInput, exampleModel, exampleSettings } from '../testing/example-input.ts'

export interface Scenario {
  readonly file: string
  readonly id: string
  readonly title: string
  readonly input: () => AssembleInput
}

const marking = { ...exampleModel, caching: 'marks' as const, contextWindow: 32_000 }

export const scenarios: readonly Scenario[] = [
  {
    file: 'special-roles',
    id: 'C1',
    title: 'Titles are for people',
    input: () => {
      const chat = exampleChat()
      chat.say(asked('How do tides work?'))
      const answer = chat.say(answered('The moon pulls the sea.'))
      chat.builder.add(answer, titled('Tides'))
      chat.say(asked('And the sun?'))
      return exampleInput(chat.path(), { system: 'Be brief.' })
    },
  },
  {
    file: 'checkpoint',
    id: 'C2',
    title: 'A summary replaces what it covers',
    input: () => {
      const chat = exampleChat()
      chat.say(asked('How do tides work?'))
      const answer = chat.say(answered('The moon pulls the sea.'))
      chat.builder.add(answer, {
        role: 'summary',
        parts: [{ kind: 'text', text: 'They spoke of tides: the moon pulls the sea.' }],
        coversThrough: answer,
        form: 'prose',
        request: request(null),
      })
      chat.say(asked('And the sun?'))
      return exampleInput(chat.path(), { system: 'Be brief.' })
    },
  },
  {
    file: 'persons-marks',
    id: 'C19',
    title: 'A pinned step outlives the rule that forgets, an answer that was left out does not go',
    input: () => {
      const chat = exampleChat()
      const first = read(chat, 'tides.txt', 'High at noon.')
      const second = read(chat, 'winds.txt', 'Calm.')
      chat.say(asked('Shall I sail?'))
      const marks: readonly Mark[] = [
        { kind: 'pinned', messageId: first.results },
        { kind: 'left-out', messageId: second.answer },
      ]
      return exampleInput(chat.path(), { marks, settings: exampleSettings({ previousCycles: 'strip' }) })
    },
  },
  {
    file: 'tool-memory',
    id: 'C3',
    title: 'Tool work is forgotten after one turn',
    input: () => {
      const chat = exampleChat()
      read(chat, 'tides.txt', 'High at noon.')
      read(chat, 'winds.txt', 'Calm.')
      chat.say(asked('Shall I sail?'))
      const settings = exampleSettings({ toolMemory: { mode: 'forget', afterConclusions: 1 } })
      return exampleInput(chat.path(), { settings })
    },
  },
  {
    file: 'previous-cycles',
    id: 'C4',
    title: 'Before the last message only what was said is sent',
    input: () => {
      const chat = exampleChat()
      read(chat, 'tides.txt', 'High at noon.')
      chat.say(asked('And the wind?'))
      step(chat, 'winds.txt', 'Calm.')
      return exampleInput(chat.path(), { settings: exampleSettings({ previousCycles: 'strip' }) })
    },
  },
  {
    file: 'result-limits',
    id: 'C5',
    title: 'A long result is cut, and the cut is named',
    input: () => {
      const chat = exampleChat()
      chat.say(asked('What is in the log?'))
      step(chat, 'sea.log', 'wave '.repeat(2000))
      return exampleInput(chat.path(), { settings: exampleSettings({ resultLimit: 1000, markers: 'left-out' }) })
    },
  },
  {
    file: 'reasoning',
    id: 'C6',
    title: 'Earlier reasoning is not sent again, that of the current cycle is',
    input: () => {
      const chat = exampleChat()
      think(chat, 'How do tides work?', 'The moon pulls.')
      think(chat, 'And the sun?', 'It pulls too.')
      return exampleInput(chat.path(), { settings: exampleSettings({ reasoning: 'none' }) })
    },
  },
  {
    file: 'origins',
    id: 'C7',
    title: 'What another model wrote goes from its parts',
    input: () => {
      const chat = exampleChat()
      chat.say(asked('How do tides work?'))
      chat.say({
        ...answered('The moon pulls.'),
        origin: { definition: 'elsewhere', protocol: 'other', model: 'tide-1' },
        native: { protocol: 'other', content: 'The moon pulls.' },
      })
      think(chat, 'And the sun?', 'It pulls too.')
      chat.say(asked('And Venus?'))
      return exampleInput(chat.path())
    },
  },
  {
    file: 'attachments',
    id: 'C8',
    title: 'An attachment that was removed leaves a note, and so does one that the model does not take',
    input: () => {
      const chat = exampleChat()
      const messageId = chat.say({
        role: 'user',
        parts: [
          { kind: 'file', blob: 'one', name: 'shore.jpg', mediaType: 'image/jpeg', size: 1 },
          { kind: 'file', blob: 'two', name: 'boat.jpg', mediaType: 'image/jpeg', size: 1 },
          { kind: 'file', blob: 'three', name: 'chart.pdf', mediaType: 'application/pdf', size: 1 },
          { kind: 'text', text: 'What do you see?' },
        ],
      })
      const model = { ...exampleModel, takes: { images: true, files: false, tools: true } }
      return exampleInput(chat.path(), { model, marks: [{ kind: 'released', messageId, blob: 'one' }] })
    },
  },
  {
    file: 'pairing',
    id: 'C1',
    title: 'Calls that were never answered do not go',
    input: () => {
      const chat = exampleChat()
      chat.say(asked('What time is it?'))
      const facts = called([chat.builder.ids.call()])
      chat.say({ ...facts, parts: [{ kind: 'text', text: 'Let me look.' }, ...facts.parts] })
      chat.say(asked('Never mind.'))
      return exampleInput(chat.path())
    },
  },
  {
    file: 'opening',
    id: 'C2',
    title: 'An answer right behind a checkpoint is opened by a note',
    input: () => {
      const chat = exampleChat()
      const question = chat.say(asked('How do tides work?'))
      chat.builder.add(question, { role: 'clear' })
      chat.say(answered('The moon pulls the sea.'))
      chat.say(asked('And the sun?'))
      return exampleInput(chat.path())
    },
  },
  {
    file: 'current-message',
    id: 'C10',
    title: 'A current message that is larger than the budget is replaced by its summary',
    input: () => {
      const chat = exampleChat()
      const question = chat.say(asked('Here is the log. '.repeat(200)))
      chat.builder.add(question, {
        role: 'summary',
        parts: [{ kind: 'text', text: 'They sent a log and asked what is in it.' }],
        coversThrough: question,
        form: 'prose',
        request: request(null),
      })
      const settings = exampleSettings({ maxPromptTokens: 600, reservedResponseTokens: 100 })
      return exampleInput(chat.path(), { settings })
    },
  },
  {
    file: 'documents',
    id: 'C13',
    title: 'A document has what the messages leave',
    input: () => {
      const chat = exampleChat()
      chat.say(asked('When is high water?'))
      const documents = [
        { id: 'one', name: 'harbour.txt', text: 'No anchoring.' },
        { id: 'two', name: 'tide-table.txt', text: 'high low '.repeat(800) },
      ]
      const settings = exampleSettings({ maxPromptTokens: 1000, reservedResponseTokens: 200 })
      return exampleInput(chat.path(), { documents, settings, system: 'Be brief.' })
    },
  },
  {
    file: 'budget',
    id: 'C9',
    title: 'What does not fit is named, and nothing is sent',
    input: () => {
      const chat = exampleChat()
      chat.say(asked('Here is the log. '.repeat(200)))
      chat.say(answered('Thank you.'))
      chat.say(asked('What is in it?'))
      const settings = exampleSettings({ maxPromptTokens: 600, reservedResponseTokens: 100 })
      return exampleInput(chat.path(), { settings })
    },
  },
  {
    file: 'binding',
    id: 'C20',
    title: 'Reasoning is left out once what was sent before it has changed',
    input: () => {
      const chat = exampleChat()
      chat.say(asked('How do tides work?'))
      const parts = [
        { kind: 'reasoning' as const, text: 'Moon.', signature: 's' },
        { kind: 'text' as const, text: 'The moon pulls the sea.' },
      ]
      const native = { protocol: 'demo', content: 'Moon. The moon pulls the sea.' }
      const answer = chat.say({ ...answered(''), parts, native })
      const model = { ...exampleModel, bindsReasoning: true }
      const before = assemble(exampleInput(chat.path().slice(0, 1), { system: 'Be brief.', model }))
      if (before.kind === 'cannot-fit') throw new Error(before.because)
      chat.say(asked('And the sun?'))
      const bindings = new Map([[answer, bindingOf(manifestOf(before.request))]])
      return exampleInput(chat.path(), { system: 'Be brief, and kind.', model, bindings })
    },
  },
  {
    file: 'cache-marks',
    id: 'C14',
    title: 'The cache holds everything up to the last message, and up to the user messages before it',
    input: () => {
      const chat = exampleChat()
      for (const word of ['moon', 'sun', 'Venus', 'Mars']) {
        chat.say(asked(`Does the ${word} pull?`))
        chat.say(answered('It does.'))
      }
      chat.say(asked('How much?'))
      const settings = exampleSettings({ cache: 'cached' })
      return exampleInput(chat.path(), { settings, system: 'Be brief.', model: marking })
    },
  },
]

function step(
  chat: ExampleChat,
  file: string,
  text: string,
): { readonly calls: MessageId; readonly results: MessageId } {
  const callId = chat.builder.ids.call()
  const facts = called([callId])
  const calls = chat.say({ ...facts, parts: facts.parts.map(part => ({ ...part, input: `{"path":"${file}"}` })) })
  const answer = resulted([callId])
  const parts = answer.parts.map(part => ({ ...part, content: [{ kind: 'text' as const, text }] }))
  return { calls, results: chat.say({ ...answer, parts }) }
}

function read(chat: ExampleChat, file: string, text: string) {
  chat.say(asked(`What is in ${file}?`))
  const { calls, results } = step(chat, file, text)
  return { calls, results, answer: chat.say(answered(`It says: ${text}`)) }
}

function think(chat: ExampleChat, question: string, text: string): void {
  chat.say(asked(question))
  chat.say({
    ...answered(''),
    parts: [
      { kind: 'reasoning', text: 'Let me think.', signature: 'signed' },
      { kind: 'text', text },
    ],
    native: { protocol: 'demo', content: { thinking: 'Let me think.', text } },
  })
}
