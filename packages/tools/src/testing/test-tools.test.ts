import { expect, it } from 'vitest'
import type { ChildRuns } from '../tool.ts'
import {
  createLineTool,
  createWaitingTool,
  delegateTool,
  echoTool,
  failingTool,
  runTool,
  throwingTool,
} from './index.ts'

it('[T1] reports progress and returns a result', async () => {
  expect(await runTool(echoTool, { text: 'hello' })).toEqual({
    progress: [{ text: 'saying hello' }],
    result: { outcome: 'done', content: [{ kind: 'text', text: 'hello' }], shown: '*hello*' },
  })
})

it('[T1] returns a failure that the model should read, and throws only for a bug', async () => {
  expect(await runTool(failingTool, { text: 'not today' })).toEqual({
    progress: [],
    result: { outcome: 'failed', content: [{ kind: 'text', text: 'No: not today' }], shown: null },
  })
  await expect(runTool(throwingTool, { text: 'x' })).rejects.toThrow('x is not a function')
})

it('[T1] gets its context', async () => {
  const received: unknown[] = []
  const waiting = createWaitingTool(async (text, { callId, options }) => {
    received.push(text, callId, options)
  })
  await runTool(waiting, { text: 'rain' }, { callId: 'call_1', options: { deep: true } })
  expect(received).toEqual(['rain', 'call_1', { deep: true }])
})

it('[T1] acts outside of Stet', async () => {
  const lines: string[] = []
  await runTool(
    createLineTool(async line => {
      lines.push(line)
    }),
    { text: 'one' },
  )
  expect(lines).toEqual(['one'])
})

it('[T6] passes its input to a child run, and returns how that ended', async () => {
  const given: unknown[] = []
  const children: ChildRuns = {
    async *run(child) {
      given.push(child)
      yield { text: 'looking' }
      return child.text === 'no'
        ? { kind: 'refused', because: 'Not that.' }
        : { kind: 'ended', chatId: 'chat_b', text: 'found', returned: null, end: 'complete' }
    },
  }
  const input = { text: 'look', systemPrompt: 'You look.', tools: ['echo'] }
  expect([
    await runTool(delegateTool, input, { children }),
    (await runTool(delegateTool, { text: 'no' }, { children })).result,
    (await runTool(delegateTool, { text: 'alone' })).result,
  ]).toEqual([
    {
      progress: [{ text: 'looking' }],
      result: { outcome: 'done', content: [{ kind: 'text', text: 'complete: found' }], shown: null },
    },
    { outcome: 'failed', content: [{ kind: 'text', text: 'Not that.' }], shown: null },
    { outcome: 'failed', content: [{ kind: 'text', text: 'Nothing can be delegated from here.' }], shown: null },
  ])
  expect(given).toEqual([input, { text: 'no' }])
})
