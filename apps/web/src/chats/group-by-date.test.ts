import { type ChatId, type ListedChat, toChatEntry } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyChat } from '../testing/empty-view.ts'
import { groupByDate } from './group-by-date.ts'

const NOW = new Date(2026, 10, 16, 9, 30).getTime()

function chat(name: string, ...date: [number, number, number, number?]): ListedChat {
  const [year, month, day, hour = 12] = date
  const activeAt = new Date(year, month - 1, day, hour).getTime()
  const id: ChatId = `chat_${name}`
  return {
    kind: 'chat',
    chat: toChatEntry({ ...emptyChat(id), activeAt }),
    running: false,
    waiting: null,
  }
}

function shown(chats: readonly ListedChat[]) {
  return groupByDate(chats, NOW, 'en').map(({ label, chats }) => [
    label,
    ...chats.map(listed => (listed.kind === 'chat' ? listed.chat.id : listed.id)),
  ])
}

describe('the groups of the chat list', () => {
  it('[W3] are days, then weeks, then months, by the calendar', () => {
    expect(
      shown([
        chat('a', 2026, 11, 16, 0),
        chat('b', 2026, 11, 15, 23),
        chat('c', 2026, 11, 14),
        chat('d', 2026, 11, 9, 0),
        chat('e', 2026, 11, 8, 23),
        chat('f', 2026, 10, 17, 0),
        chat('g', 2026, 10, 16),
        chat('h', 2026, 8, 1),
        chat('i', 2025, 12, 31),
      ]),
    ).toEqual([
      ['Today', 'chat_a'],
      ['Yesterday', 'chat_b'],
      ['Previous 7 days', 'chat_c', 'chat_d'],
      ['Previous 30 days', 'chat_e', 'chat_f'],
      ['October', 'chat_g'],
      ['August', 'chat_h'],
      ['December 2025', 'chat_i'],
    ])
  })

  it('[FH-11] appear once each, and keep the order of the list, when the clock jumped', () => {
    const unreadable: ListedChat = { kind: 'unreadable', id: 'chat_x', because: 'broken' }
    expect(shown([chat('a', 2030, 1, 1), chat('b', 2026, 11, 14), unreadable, chat('c', 2026, 11, 16)])).toEqual([
      ['Today', 'chat_a'],
      ['Previous 7 days', 'chat_b', 'chat_x', 'chat_c'],
    ])
  })
})
