import type { NewMessage } from '@stet/history'
import { createHistoryBuilder } from '@stet/history/testing'
import { expect, it } from 'vitest'
import { createMemoryDatabase } from '../../memory/memory-store.ts'
import { toChatPut } from '../chats.ts'
import { fromMessageRow, MESSAGES_SHELF, todosRef, toMessagePut } from '../messages.ts'
import { newWorkspace, toWorkspacePut } from '../workspaces.ts'
import { markOlderTodos } from './mark-older-todos.ts'

const chat = createHistoryBuilder().chat()
const { id: chatId, workspaceId } = chat
const never = new AbortController().signal

function results(id: `msg_${string}`, tool: string): NewMessage {
  const content = [{ kind: 'text', text: 'The to-do list now has 1 item.' }] as const
  const parts = [{ kind: 'tool-result', callId: 'call_a', tool, outcome: 'done', content }] as const
  return { id, chatId, parentId: 'msg_above', at: 1, copiedFrom: null, role: 'tool-results', parts }
}

/** A home as a version without the ref wrote it. */
async function olderHome() {
  const store = createMemoryDatabase().openStore('owner')
  const older = (message: NewMessage) => {
    const put = toMessagePut(message)
    return { ...put, refs: put.refs.filter(ref => ref !== todosRef(chatId)) }
  }
  await store.write([
    toWorkspacePut(newWorkspace({ id: workspaceId, name: 'Garden', createdAt: 0 }), { expect: 0, order: 'next' }),
    toChatPut(chat, { expect: 0, order: 'next' }),
    older(results('msg_list', 'write_todo')),
    older(results('msg_other', 'read_file')),
  ])
  const found = async () => {
    const { rows } = await store.list(MESSAGES_SHELF, { by: { ref: todosRef(chatId) }, limit: 10 })
    return rows.map(row => fromMessageRow(row))
  }
  return { store, found }
}

it('[T9] to-do lists of an earlier version get their ref once, and are otherwise as they were', async () => {
  const { store, found } = await olderHome()
  const before = await store.get(MESSAGES_SHELF, 'msg_list')
  expect(await found()).toEqual([])
  expect(await markOlderTodos(store, never)).toBe(1)
  expect(await found()).toEqual([before === null ? null : fromMessageRow(before)])
  const { sequence } = await store.usage()
  expect([await markOlderTodos(store, never), (await store.usage()).sequence]).toEqual([0, sequence])
})

it('[T9] one that was interrupted begins again at the next start', async () => {
  const { store, found } = await olderHome()
  expect(await markOlderTodos(store, AbortSignal.abort())).toBe(0)
  expect(await markOlderTodos(store, never)).toBe(1)
  expect(await found()).toHaveLength(1)
})
