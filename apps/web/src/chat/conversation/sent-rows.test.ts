import type { ChatView, Message, MessageId } from '@stet/api/client'
import { expect, it } from 'vitest'
import type { MarginNote } from '../../margin/margin.ts'
import { toRows } from '../../state/chat-view.ts'
import { sentRows } from './sent-rows.ts'

const stored = { chatId: 'chat_a', parentId: null, order: 1, at: 0, copiedFrom: null } as const
const said = (id: MessageId): Message => ({ ...stored, id, role: 'user', parts: [] })
const summary = (id: MessageId): Message => ({
  ...stored,
  id,
  parentId: 'msg_a',
  role: 'summary',
  parts: [],
  coversThrough: 'msg_a',
  form: 'prose',
  request: null,
})

it('[C17] what the model sees is what is sent, what is not known yet, and the summary in force', () => {
  const path = [said('msg_a'), summary('msg_s'), summary('msg_t'), said('msg_b'), said('msg_c'), said('msg_d')]
  const fates: Readonly<Record<string, MarginNote['fate']>> = {
    msg_a: 'summarised',
    msg_b: 'trimmed',
    msg_c: 'left-out',
  }
  const noteOn = (id: MessageId): MarginNote | null => {
    const fate = fates[id]
    const note = { sign: 'solid', because: '', cached: false, tokens: null, begins: true, ends: true } as const
    return fate === undefined ? null : { ...note, fate }
  }
  const chat = { lifts: [] } as unknown as ChatView['chat']
  const view = { path, earlier: false, chat, drafts: [], waiting: [] } as unknown as ChatView
  expect(sentRows(toRows(view), view, noteOn).map(({ key }) => key)).toEqual(['msg_t', 'msg_b', 'msg_d'])
})
