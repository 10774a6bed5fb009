import { expect, it } from 'vitest'
import { toRemarks } from './read-stream.ts'

const origins = [['msg_u'], ['msg_a', 'msg_a', 'msg_b']] as const

it('[C20] says of which answers the provider dropped the thinking, each once', () => {
  const dropped = (path: string, type = 'thinking_dropped') => ({ type, path, reason: 'prefix_binding_mismatch' })
  const message = {
    id: 'msg_01',
    input_transformations: [
      dropped('messages.1.content.0'),
      dropped('messages.1.content.1'),
      dropped('messages.1.content.2'),
      dropped('messages.0.content.0', 'thinking_mismatch_allowed'),
      dropped('messages.9.content.9'),
      { type: 'something_new' },
    ],
  }
  expect(toRemarks(message, origins)).toEqual({
    responseId: 'msg_01',
    dropped: [
      { messageId: 'msg_a', reason: 'prefix_binding_mismatch' },
      { messageId: 'msg_b', reason: 'prefix_binding_mismatch' },
      { messageId: null, reason: 'prefix_binding_mismatch' },
    ],
    cacheMiss: null,
  })
})

it('[C24] keeps the provider’s own word on a cache miss', () => {
  const message = { diagnostics: { cache_miss_reason: { type: 'tools_changed', cache_missed_input_tokens: 812 } } }
  expect(toRemarks(message, [])).toEqual({
    responseId: null,
    dropped: [],
    cacheMiss: { reason: 'tools_changed', tokens: 812 },
  })
  expect(toRemarks({ diagnostics: null }, []).cacheMiss).toBeNull()
})
