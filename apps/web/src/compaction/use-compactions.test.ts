import type { Compaction, Message, MessageId } from '@stet/api/client'
import { expect, it } from 'vitest'
import { shownCompaction } from './use-compactions.ts'

function making(id: Compaction['id'], coversThrough: MessageId): Compaction {
  const rest = { retry: null, state: 'working', trouble: null } as const
  return {
    id,
    by: { kind: 'person' },
    startedAt: 0,
    stage: 'by-hand',
    because: '',
    messages: 2,
    coversThrough,
    chunk: { number: 1, of: 1 },
    ...rest,
  }
}

it('[C10] a summary that is being written is shown on its own branch, and not on another', () => {
  const path: readonly Message[] = [
    { id: 'msg_a', chatId: 'chat_a', parentId: null, order: 1, at: 0, copiedFrom: null, role: 'user', parts: [] },
  ]
  const [here, elsewhere] = [making('cmp_a', 'msg_a'), making('cmp_b', 'msg_x')]
  expect(shownCompaction({ compactions: [here, elsewhere], path, earlier: false })).toBe(here)
  expect(shownCompaction({ compactions: [elsewhere], path, earlier: false })).toBe(null)
  expect(shownCompaction({ compactions: [elsewhere], path, earlier: true })).toBe(elsewhere)
})
