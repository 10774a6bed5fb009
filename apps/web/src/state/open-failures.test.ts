import type { Message, ToolResultPart } from '@stet/api/client'
import { expect, it } from 'vitest'
import { openFailures } from './open-failures.ts'

type Outcome = ToolResultPart['outcome']

function results(id: Message['id'], ...parts: readonly (readonly [tool: string, outcome: Outcome])[]): Message {
  return {
    id,
    chatId: 'chat_a',
    parentId: null,
    order: 1,
    at: 0,
    copiedFrom: null,
    role: 'tool-results',
    parts: parts.map(([tool, outcome], place) => ({
      kind: 'tool-result',
      callId: `call_${id}${place}`,
      tool,
      outcome,
      content: [],
    })),
  }
}

it('[V2] [T1] a failure stays in sight until a later call does the same with success', () => {
  const open = (...steps: readonly Message[]) => openFailures(steps, {}).map(({ id }) => id)
  const failed = results('msg_1', ['read', 'done'], ['edit', 'failed'])
  expect(open(failed)).toEqual(['msg_1'])
  expect(open(failed, results('msg_2', ['read', 'done']))).toEqual(['msg_1'])
  expect(open(failed, results('msg_2', ['edit', 'unknown']))).toEqual(['msg_1', 'msg_2'])
  expect(open(failed, results('msg_2', ['edit', 'done']))).toEqual([])
  expect(open(results('msg_0', ['edit', 'done']), failed)).toEqual(['msg_1'])
  expect(open(results('msg_1', ['edit', 'denied']))).toEqual([])
})
