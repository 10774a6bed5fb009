import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turnAges } from './ages.ts'
import { activeCheckpoint } from './checkpoints/checkpoint.ts'
import { contextSize } from './context-size.ts'
import { createForker } from './fork.ts'
import type { CallId, MessageId } from './id.ts'
import { isAside, type Message, type NewMessage, type Path, toolCallsOf } from './message.ts'
import { pathOf, pathTo } from './path.ts'
import { addSpending, cumulativeSpending, nothingSpent, spendingOf } from './spending.ts'
import { exactCostOf, idsInTurn } from './testing/history-builder.ts'
import { answered, asked, called, chatHistories, createHistoryBuilder, request, resulted } from './testing/index.ts'
import { treeOf } from './tree.ts'

function forkInto(path: Path) {
  const ids = idsInTurn(2 ** 32 - 1)
  const forker = createForker({ chatId: ids.chat(), newMessageId: ids.message, newCallId: ids.call })
  const copies = path.toSorted((one, other) => one.order - other.order).map(forker.copy)
  const messages = copies.filter(copy => copy !== null).map((copy, index): Message => ({ ...copy, order: index + 1 }))
  return { forker, messages }
}

function callIdsOf(messages: readonly (Message | NewMessage)[]): readonly CallId[] {
  return messages.flatMap(message => {
    if (message.role !== 'assistant' && message.role !== 'tool-results') return []
    return message.parts.flatMap(part => ('callId' in part ? [part.callId] : []))
  })
}

describe('createForker', () => {
  it('[H5] copies a path under new ids, attachments by reference, and says where each message came from', () => {
    const builder = createHistoryBuilder()
    const photo = { kind: 'file' as const, blob: 'f'.repeat(64), name: 'photo.jpg', mediaType: 'image/jpeg', size: 3 }
    const question = builder.add(null, { role: 'user', parts: [photo] })
    const facts = { parts: [], coversThrough: question, form: 'prose' as const, request: request(null) }
    builder.add(question, { role: 'summary', ...facts })
    const [user, summary] = builder.messages()
    const ids = idsInTurn(1)
    const chatId = ids.chat()
    const newIds = [ids.message(), ids.message()]
    const next = newIds[Symbol.iterator]()
    const forker = createForker({ chatId, newMessageId: () => next.next().value ?? ids.message(), newCallId: ids.call })
    if (user === undefined || summary === undefined) throw new Error('nothing was stored')
    expect(forker.copy(user)).toEqual({
      id: newIds[0],
      chatId,
      parentId: null,
      at: user.at,
      copiedFrom: { chatId: builder.chatId, messageId: user.id },
      role: 'user',
      parts: [photo],
    })
    expect(forker.copy(summary)).toEqual({
      ...facts,
      id: newIds[1],
      chatId,
      parentId: newIds[0],
      at: summary.at,
      copiedFrom: { chatId: builder.chatId, messageId: summary.id },
      role: 'summary',
      coversThrough: newIds[0],
    })
  })

  it('[H5] pairs copied results with copied calls, which share no id with those they came from', () => {
    const builder = createHistoryBuilder()
    const calls = [builder.ids.call(), builder.ids.call()]
    const step = builder.add(builder.add(null, asked('?')), called(calls))
    builder.add(step, resulted(calls))
    const { messages } = forkInto(builder.messages())
    const [, calling, results] = messages
    if (calling === undefined || results?.role !== 'tool-results') throw new Error('the step was not copied')
    const copied = toolCallsOf(calling).map(part => part.callId)
    expect(results.parts.map(part => part.callId)).toEqual(copied)
    expect(copied.filter(id => calls.includes(id))).toEqual([])
  })

  it('[H5] [FS-7] passes over what cannot be read, counts it, and hangs the rest on what is above it', () => {
    const builder = createHistoryBuilder()
    const root = builder.add(null, { role: 'unreadable', because: 'its seal is broken' })
    builder.add(root, { role: 'clear' })
    const question = builder.add(root, asked('?'))
    const corrupt = builder.add(question, { role: 'unreadable', because: 'its seal is broken' })
    const facts = { parts: [], coversThrough: corrupt, form: 'prose' as const, request: request(null) }
    builder.add(corrupt, { role: 'summary', ...facts })
    const answer = builder.add(corrupt, answered('!'))
    const chat = builder.chat({ marks: [{ kind: 'pinned', messageId: corrupt }] })
    const { forker, messages } = forkInto(builder.messages())
    const [user, summary, last] = messages
    expect(messages.map(message => message.role)).toEqual(['user', 'summary', 'assistant'])
    expect([user?.parentId, summary?.parentId, last?.parentId]).toEqual([null, user?.id, user?.id])
    expect(summary?.role === 'summary' && summary.coversThrough).toBe(user?.id)
    expect(forker.leftBehind()).toEqual({ accounting: 0, unreadable: 3 })
    expect(forker.references(chat, answer).marks).toEqual([])
  })

  it('[H5] [U2] leaves accounting where it was spent, and shows everything copied as inherited', () => {
    fc.assert(
      fc.property(chatHistories(), ({ chat, messages }) => {
        const path = pathOf(treeOf(messages), chat)
        const { forker, messages: copies } = forkInto(path)
        const accounts = path.filter(message => message.role === 'accounting').length
        expect(forker.leftBehind()).toEqual({ accounting: accounts, unreadable: 0 })
        const spent = path.map(message => spendingOf(message, exactCostOf)).reduce(addSpending, nothingSpent)
        const merged = addSpending(
          { own: spent.inherited, inherited: spent.inherited },
          { own: spent.own, inherited: spent.own },
        )
        const fork = cumulativeSpending(pathOf(treeOf(copies), { tip: null }), exactCostOf)
        expect(fork).toEqual({ own: nothingSpent.own, inherited: merged.inherited })
      }),
      { numRuns: 100 },
    )
  })

  it('[H5] a fork reads as its source does: the same messages, turns, checkpoint, lifts, marks and context size', () => {
    fc.assert(
      fc.property(chatHistories(), fc.nat(), ({ chat, messages }, pick) => {
        const links = messages.filter(message => !isAside(message))
        const through = links[pick % Math.max(links.length, 1)]
        fc.pre(through !== undefined)
        const path = pathTo(treeOf(messages), through.id).filter(message => message.role !== 'accounting')
        const { forker, messages: copies } = forkInto(path)
        const { tip, recentTips, marks, lifts, forkedFrom } = forker.references(chat, through.id)
        const fork = pathOf(treeOf(copies), { tip })
        const sourceOf = new Map<MessageId, MessageId | undefined>(
          fork.map(copy => [copy.id, copy.copiedFrom?.messageId]),
        )
        const onPath = new Set(path.map(message => message.id))

        expect(fork.map(copy => copy.copiedFrom?.messageId)).toEqual(path.map(message => message.id))
        expect(turnAges(fork)).toEqual(turnAges(path))
        expect(contextSize(fork, lifts)).toBe(contextSize(path, chat.lifts))
        const active = activeCheckpoint(fork, lifts)
        expect(active?.checkpoint.copiedFrom?.messageId).toBe(activeCheckpoint(path, chat.lifts)?.checkpoint.id)
        expect(active?.coversIndex).toBe(activeCheckpoint(path, chat.lifts)?.coversIndex)
        expect(marks.map(mark => ({ ...mark, messageId: sourceOf.get(mark.messageId) }))).toEqual(
          chat.marks.filter(mark => onPath.has(mark.messageId)),
        )
        expect({ recentTips, forkedFrom }).toEqual({
          recentTips: [],
          forkedFrom: { chatId: chat.id, messageId: through.id },
        })
        const shared = new Set(callIdsOf(path))
        expect(callIdsOf(fork).filter(id => shared.has(id))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('refuses a message before the one it hangs on', () => {
    const builder = createHistoryBuilder()
    const question = builder.add(null, asked('?'))
    builder.add(question, answered('!'))
    expect(() => forkInto(builder.messages().slice(1))).toThrow(`message ${question} was not copied`)
  })
})
