import { done, failed, type SamplingRequest, type Tool } from '@stet/tools'
import { echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { calling, lastTexts, openToolChat, readLedger, saying } from '../testing/index.ts'

const asked: SamplingRequest = {
  systemPrompt: 'You count.',
  messages: [
    { role: 'user', parts: [{ kind: 'text', text: 'one' }] },
    { role: 'assistant', parts: [{ kind: 'text', text: 'two' }] },
    { role: 'user', parts: [{ kind: 'text', text: 'three' }] },
  ],
  most: 64,
  temperature: 0.5,
}

const samplingTool: Tool = {
  ...echoTool,
  name: 'ask_model',
  parse: input => ({ kind: 'parsed', input }),
  summary: () => null,
  async *run(_, { sampling, asksIn, chatId, isAttended }) {
    yield { text: 'Asking' }
    const plan = await sampling.plan(asked)
    const end = await sampling.ask(asked)
    if (end.kind === 'failed') return failed(end.because)
    return done([plan?.model, isAttended(), asksIn === chatId, end.text, end.end].join(', '))
  },
}

it('[T10] [U1] a tool has the model asked: exactly that is sent, and the ledger has it as a purpose of its own', async () => {
  const opened = await openToolChat({
    tools: [samplingTool],
    script: call => {
      if (call.purpose === 'sampling') return saying('four')
      return call.request.messages.length === 1
        ? calling([{ tool: 'ask_model', input: {} }])
        : saying(lastTexts(call).join())
    },
  })
  const view = await opened.ask()
  expect(JSON.stringify(view.path.at(-1))).toContain('true, true, four, complete')
  const sent = opened.models.calls.find(({ purpose }) => purpose === 'sampling')
  expect(sent?.request).toMatchObject({
    system: [{ text: 'You count.' }],
    messages: [
      { role: 'user', parts: [{ text: 'one' }] },
      { role: 'assistant', parts: [{ text: 'two' }] },
      { role: 'user', parts: [{ text: 'three' }] },
    ],
    tools: [],
  })
  expect(sent?.settings).toMatchObject({ outputLimit: 64, temperature: 0.5 })
  const ledger = await readLedger(opened.home.store, opened.chatId)
  expect(ledger.map(({ purpose, state }) => [purpose, state])).toEqual([
    ['answer', 'done'],
    ['sampling', 'done'],
    ['answer', 'done'],
  ])
  // It made no message: the conversation is as if nobody had asked.
  expect(view.path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool-results', 'assistant'])
  await opened.engine.close()
})

it('[T10] a model that fails is a failure that the tool reads, and its request is complete in the ledger', async () => {
  const opened = await openToolChat({
    tools: [samplingTool],
    script: call => {
      if (call.purpose === 'sampling') return breakingOff()
      return call.request.messages.length === 1
        ? calling([{ tool: 'ask_model', input: {} }])
        : saying(lastTexts(call).join())
    },
  })
  const view = await opened.ask()
  expect(JSON.stringify(view.path.at(-1))).toContain('broke off before its end')
  const ledger = await readLedger(opened.home.store, opened.chatId)
  expect(ledger.map(({ purpose, state }) => [purpose, state])).toContainEqual(['sampling', 'failed'])
  await opened.engine.close()
})

function* breakingOff() {
  const [first] = saying('fo')
  if (first !== undefined) yield first
}
