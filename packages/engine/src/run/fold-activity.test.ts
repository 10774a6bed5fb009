import { expect, it } from 'vitest'
import type { ChatEvent } from '../view/event.ts'
import { createActivity } from './fold-activity.ts'

const at = { chatId: 'chat_a', messageId: 'msg_a', part: 0 } as const

function delta(text: string): ChatEvent {
  return { kind: 'part-delta', ...at, at: 0, text }
}

it('[T6] folds the work of a run to what it does last, a text every so often', () => {
  const published = createActivity()
  const events: readonly ChatEvent[] = [
    { kind: 'part-started', ...at, start: { kind: 'reasoning' } },
    delta('x'.repeat(500)),
    { kind: 'part-started', ...at, start: { kind: 'text' } },
    delta('Ferns are '),
    delta(`${'very '.repeat(16)}\n\nold`),
    { kind: 'part-started', ...at, start: { kind: 'tool-call', callId: 'call_a', tool: 'echo', providerCallId: null } },
    delta('{"text":"…"}'.repeat(20)),
    { kind: 'call-progress', chatId: 'chat_a', messageId: 'msg_a', callId: 'call_a', text: 'half done' },
    { kind: 'messages-removed', chatId: 'chat_a' },
  ]
  expect(events.map(published)).toEqual([
    'Thinking',
    null,
    null,
    null,
    `Ferns are ${'very '.repeat(16)}old`,
    'Calling echo',
    null,
    'half done',
    null,
  ])
})

it('[T6] cuts a long text at a word, and one without words beside its characters', () => {
  const published = createActivity()
  published({ kind: 'part-started', ...at, start: { kind: 'text' } })
  expect(published(delta(`${'abcdefg '.repeat(40)}end`))).toBe(`${'abcdefg '.repeat(19)}end`)
  expect(published(delta(`${'\u{1f33f}'.repeat(80)}.`))).toBe(`${'\u{1f33f}'.repeat(79)}.`)
})
