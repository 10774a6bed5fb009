import { type ChatEntry, type ChatId, toChatEntry } from '@stet/api/client'
import { expect, it } from 'vitest'
import { emptyChat } from '../testing/empty-view.ts'
import { moveEach } from './move-each.ts'

const chats = Array.from({ length: 12 }, (_, at) => toChatEntry(emptyChat(`chat_${at}`)))
const ids = (moved: readonly { readonly chat: ChatEntry }[]) => moved.map(({ chat }) => chat.id)

it('[W3] a chat that fails keeps no other from being moved', async () => {
  const lost = ['chat_0', 'chat_1', 'chat_2', 'chat_3', 'chat_9']
  const { done, failed } = await moveEach(
    chats,
    async ({ id }) => {
      if (lost.includes(id)) throw new Error(`no ${id}`)
    },
    () => 0,
  )
  expect(ids(done).toSorted()).toEqual(
    ids(chats.map(chat => ({ chat })))
      .filter(id => !lost.includes(id))
      .toSorted(),
  )
  expect(failed.map(({ chat, error }) => [chat.id, String(error)]).toSorted()).toEqual(
    lost.map(id => [id, `Error: no ${id}`]),
  )
})

it('[W3] each is known with the moment at which it was asked for, and begins in the given order', async () => {
  let time = 0
  const asked: ChatId[] = []
  const { done } = await moveEach(
    chats,
    async ({ id }) => {
      asked.push(id)
    },
    () => time++,
  )
  expect(asked).toEqual(chats.map(({ id }) => id))
  expect(done.map(({ askedAt }) => askedAt).toSorted((one, other) => one - other)).toEqual(chats.map((_, at) => at))
})
