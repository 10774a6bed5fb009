import type { Chat, ChatId, ChatPage, ListedChat } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyChat } from '../testing/empty-view.ts'
import { applyToList } from './apply-to-list.ts'

const id = (letter: string): ChatId => `chat_${letter.repeat(32)}`

function chat(letter: string, activeAt = 1, title: string | null = null): Chat {
  return { ...emptyChat(id(letter)), activeAt, title: title === null ? null : { text: title, by: 'person' } }
}

/** What the list keeps of a chat. */
function entry(...given: Parameters<typeof chat>) {
  const { id: chatId, title, place, activeAt } = chat(...given)
  return { id: chatId, title, place, activeAt }
}

const listed = (letter: string, running = false): ListedChat => ({ kind: 'chat', chat: entry(letter), running })
const pages: readonly ChatPage[] = [
  { chats: [listed('a'), { kind: 'unreadable', id: id('x'), because: 'broken' }], next: 'n' },
  { chats: [listed('b', true), listed('c')], next: null },
]

describe('the list of chats', () => {
  it('[V1] moves a chat to the top when something happened in it', () => {
    const event = { kind: 'chat-changed', chatId: id('b'), chat: chat('b', 2) } as const
    expect(applyToList(pages, event)).toEqual([
      { chats: [{ kind: 'chat', chat: entry('b', 2), running: true }, ...(pages[0]?.chats ?? [])], next: 'n' },
      { chats: [listed('c')], next: null },
    ])
  })

  it('[V1] shows a new title in its place', () => {
    const event = { kind: 'chat-changed', chatId: id('c'), chat: chat('c', 1, 'Named') } as const
    expect(applyToList(pages, event)).toEqual([
      pages[0],
      { chats: [listed('b', true), { kind: 'chat', chat: entry('c', 1, 'Named'), running: false }], next: null },
    ])
  })

  it('[V1] changes the one entry that the server lists again, running or not', () => {
    const event = { kind: 'chat-listed', chatId: id('c'), chat: entry('c', 1, 'Named'), running: true } as const
    expect(applyToList(pages, event)).toEqual([
      pages[0],
      { chats: [listed('b', true), { kind: 'chat', chat: entry('c', 1, 'Named'), running: true }], next: null },
    ])
  })

  it('[V1] takes in a chat that another page made', () => {
    const event = { kind: 'chat-changed', chatId: id('n'), chat: chat('n') } as const
    expect(applyToList(pages, event)[0]?.chats[0]).toEqual(listed('n'))
  })

  it('[V1] shows where an answer is being written', () => {
    const ended = { kind: 'run-ended', chatId: id('b'), runId: 'run_a', state: 'complete' } as const
    expect(applyToList(pages, ended)[1]).toEqual({ chats: [listed('b'), listed('c')], next: null })
  })

  it('[V1] is left alone by what it does not show', () => {
    const delta = { kind: 'part-delta', chatId: id('a'), messageId: 'msg_a', part: 0, at: 0, text: 'x' } as const
    const unknown = { kind: 'run-ended', chatId: id('z'), runId: 'run_a', state: 'complete' } as const
    expect([applyToList(pages, delta), applyToList(pages, unknown)]).toEqual([pages, pages])
  })
})
