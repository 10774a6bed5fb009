import { type Chat, type ChatId, type ChatPage, type ListedChat, toChatEntry } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyChat } from '../testing/empty-view.ts'
import { applyToList, listedId } from './apply-to-list.ts'

const id = (letter: string): ChatId => `chat_${letter.repeat(32)}`

function chat(letter: string, activeAt = 1, title: string | null = null): Chat {
  return { ...emptyChat(id(letter)), activeAt, title: title === null ? null : { text: title, by: 'person' } }
}

/** What the list keeps of a chat. */
function entry(...given: Parameters<typeof chat>) {
  return toChatEntry(chat(...given))
}

const listed = (letter: string, running = false): ListedChat => ({
  kind: 'chat',
  chat: entry(letter),
  running,
  waiting: null,
})
const pages: readonly ChatPage[] = [
  { chats: [listed('a'), { kind: 'unreadable', id: id('x'), because: 'broken' }], next: 'n' },
  { chats: [listed('b', true), listed('c')], next: null },
]

describe('the list of chats', () => {
  it('[V1] moves a chat to the top when something happened in it', () => {
    const event = { kind: 'chat-changed', chatId: id('b'), chat: chat('b', 2) } as const
    expect(applyToList(pages, 'open', event)).toEqual([
      {
        chats: [{ kind: 'chat', chat: entry('b', 2), running: true, waiting: null }, ...(pages[0]?.chats ?? [])],
        next: 'n',
      },
      { chats: [listed('c')], next: null },
    ])
  })

  it('[V1] shows a new title in its place', () => {
    const event = { kind: 'chat-changed', chatId: id('c'), chat: chat('c', 1, 'Named') } as const
    expect(applyToList(pages, 'open', event)).toEqual([
      pages[0],
      {
        chats: [listed('b', true), { kind: 'chat', chat: entry('c', 1, 'Named'), running: false, waiting: null }],
        next: null,
      },
    ])
  })

  it('[V1] changes the one entry that the server lists again, running or not', () => {
    const event = {
      kind: 'chat-listed',
      chatId: id('c'),
      chat: entry('c', 1, 'Named'),
      running: true,
      waiting: null,
    } as const
    expect(applyToList(pages, 'open', event)).toEqual([
      pages[0],
      {
        chats: [listed('b', true), { kind: 'chat', chat: entry('c', 1, 'Named'), running: true, waiting: null }],
        next: null,
      },
    ])
  })

  it('[V1] takes in a chat that another page made', () => {
    const event = { kind: 'chat-changed', chatId: id('n'), chat: chat('n') } as const
    expect(applyToList(pages, 'open', event)[0]?.chats[0]).toEqual(listed('n'))
  })

  it('[V1] shows where an answer is being written', () => {
    const ended = { kind: 'run-ended', chatId: id('b'), runId: 'run_a', state: 'complete' } as const
    expect(applyToList(pages, 'open', ended)[1]).toEqual({ chats: [listed('b'), listed('c')], next: null })
  })

  it('[V1] is left alone by what it does not show', () => {
    const delta = { kind: 'part-delta', chatId: id('a'), messageId: 'msg_a', part: 0, at: 0, text: 'x' } as const
    const unknown = { kind: 'run-ended', chatId: id('z'), runId: 'run_a', state: 'complete' } as const
    expect([applyToList(pages, 'open', delta), applyToList(pages, 'open', unknown)]).toEqual([pages, pages])
  })

  it('[W3] leaves out a chat that was archived or deleted, and takes it back where it was', () => {
    const archived = { ...chat('b'), place: 'archived' as const }
    const deleted = { ...chat('b'), deleteAt: 5 }
    for (const gone of [archived, deleted]) {
      expect(applyToList(pages, 'open', { kind: 'chat-changed', chatId: id('b'), chat: gone })).toEqual([
        pages[0],
        { chats: [listed('c')], next: null },
      ])
    }
    const newest: readonly ChatPage[] = [
      { chats: [{ ...listed('a'), chat: entry('a', 9) } as ListedChat, listed('c')], next: null },
    ]
    const back = { kind: 'chat-changed', chatId: id('b'), chat: chat('b', 4) } as const
    expect(applyToList(newest, 'open', back)[0]?.chats.map(listedId)).toEqual([id('a'), id('b'), id('c')])
    const archive = applyToList([{ chats: [], next: null }], 'archived', {
      kind: 'chat-changed',
      chatId: id('b'),
      chat: archived,
    })
    expect(archive[0]?.chats.map(listedId)).toEqual([id('b')])
  })

  it('[W3] does not show a chat that belongs further down than was loaded', () => {
    const loaded: readonly ChatPage[] = [
      { chats: [{ ...listed('a'), chat: entry('a', 9) } as ListedChat], next: 'more' },
    ]
    const old = { kind: 'chat-changed', chatId: id('b'), chat: chat('b', 4) } as const
    expect(applyToList(loaded, 'open', old)).toEqual(loaded)
  })

  it('[W3] shows where a call waits for approval, until it is decided', () => {
    const waits = { kind: 'waiting-changed', chatId: id('b'), waiting: 'msg_a' } as const
    const waiting = applyToList(pages, 'open', waits)
    expect(waiting[1]?.chats[0]).toEqual({ ...listed('b', true), waiting: 'msg_a' })
    expect(applyToList(waiting, 'open', waits)).toBe(waiting)
    expect(applyToList(waiting, 'open', { ...waits, waiting: null })).toEqual(pages)
  })
})
