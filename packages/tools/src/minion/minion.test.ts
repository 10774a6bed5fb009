import { expect, it } from 'vitest'
import { runTool } from '../testing/index.ts'
import type { ChildEnd, ChildRun, ChildRuns } from '../tool.ts'
import { minion } from './minion.ts'

function working(end: Partial<Extract<ChildEnd, { kind: 'ended' }>>) {
  const given: ChildRun[] = []
  const children: ChildRuns = {
    async *run(child) {
      given.push(child)
      yield { text: 'Thinking' }
      return { kind: 'ended', chatId: 'chat_b', text: 'the last text', returned: null, end: 'complete', ...end }
    },
  }
  return { given, children }
}

const options = { systemPrompt: 'You are small.', model: null, allowWeb: false }

it('[T6] answers with what was returned, else the last text, and the id by which it continues', async () => {
  const { given, children } = working({ returned: '42' })
  const asked = { message: 'Count', enabledTools: ['read_file'] }
  const { result } = await runTool(minion as Parameters<typeof runTool>[0], asked, { children, options })
  expect(result.content).toEqual([{ kind: 'text', text: '{"result":"42","minionChatId":"chat_b"}' }])
  expect(given).toEqual([
    { text: 'Count', systemPrompt: 'You are small.', tools: ['read_file'], webSearch: false, returns: true },
  ])
  const plain = await runTool(
    minion as Parameters<typeof runTool>[0],
    { message: 'Again', minionChatId: 'chat_b' },
    { ...working({}), options },
  )
  expect(plain.result.content).toEqual([{ kind: 'text', text: '{"result":"the last text","minionChatId":"chat_b"}' }])
})

it('[T6] fails where web search is not allowed, where it is itself called, and when it ended early', async () => {
  const run = (input: Parameters<typeof runTool>[1], more: object) =>
    runTool(minion as Parameters<typeof runTool>[0], input, { options, ...more })
  const refused = await run({ message: 'Look', enableWeb: true }, working({}))
  expect(refused.result.outcome).toBe('failed')
  expect((await run({ message: 'Look' }, {})).result.outcome).toBe('failed')
  const stopped = await run({ message: 'Look' }, working({ end: 'stopped' }))
  expect([stopped.result.outcome, JSON.stringify(stopped.result.content)]).toEqual([
    'failed',
    expect.stringContaining('It ended early: stopped.'),
  ])
})
