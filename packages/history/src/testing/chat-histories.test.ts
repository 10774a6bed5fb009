import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isId } from '../id.ts'
import { hasToolCalls, isAside, type Message, requestOf, toolCallsOf } from '../message.ts'
import { pathOf, pathTo } from '../path.ts'
import { cumulativeSpending } from '../spending.ts'
import { treeOf } from '../tree.ts'
import { isNormalised } from '../usage.ts'
import { chatHistories } from './chat-histories.ts'
import { exactCostOf } from './history-builder.ts'

function check(property: (messages: readonly Message[], byId: ReadonlyMap<string, Message>) => void): void {
  const seen = fc.property(chatHistories(), ({ messages }) => {
    property(messages, new Map(messages.map(message => [message.id, message])))
  })
  fc.assert(seen, { numRuns: 100 })
}

it('gives every message a valid id of its own, an order above that of its parent, and a link to hang on', () => {
  check((messages, byId) => {
    expect(byId.size).toBe(messages.length)
    for (const message of messages) {
      expect(isId('msg', message.id)).toBe(true)
      if (message.parentId === null) continue
      const parent = byId.get(message.parentId)
      expect(parent !== undefined && !isAside(parent) && parent.order < message.order).toBe(true)
    }
  })
})

it('answers exactly the calls of a step, or none of them at a leaf', () => {
  check((messages, byId) => {
    for (const message of messages) {
      if (message.role === 'tool-results') {
        const step = byId.get(message.parentId ?? '')
        expect(message.parts.map(part => part.callId)).toEqual(
          step === undefined ? [] : toolCallsOf(step).map(part => part.callId),
        )
        expect(message.parts.length).toBeGreaterThan(0)
      }
      if (hasToolCalls(message)) {
        const below = messages.filter(other => other.parentId === message.id && !isAside(other))
        expect(below.every(other => other.role === 'tool-results')).toBe(true)
        expect(below.length).toBeLessThanOrEqual(1)
      }
    }
  })
})

it('makes summaries that cover through the message they hang on, never inside a step', () => {
  check((messages, byId) => {
    for (const message of messages) {
      if (message.role !== 'summary') continue
      expect(message.coversThrough).toBe(message.parentId)
      const covered = byId.get(message.coversThrough)
      expect(covered !== undefined && hasToolCalls(covered)).toBe(false)
    }
  })
})

it('reports usage that is normalised, and keeps no native form of an interrupted answer', () => {
  check(messages => {
    for (const message of messages) {
      const usage = requestOf(message)?.usage ?? null
      if (usage !== null) expect(isNormalised(usage)).toBe(true)
      if (message.role === 'assistant' && message.end === 'interrupted') expect(message.native).toBeNull()
    }
  })
})

it('survives being written as JSON and read again', () => {
  check(messages => {
    expect(JSON.parse(JSON.stringify(messages))).toEqual(messages)
  })
})

it('[H7] leaves accounting that adds up', () => {
  fc.assert(
    fc.property(chatHistories(), ({ chat, messages }) => {
      const tree = treeOf(messages)
      for (const message of messages) {
        if (message.role !== 'accounting') continue
        const before = messages.filter(other => other.order <= message.order)
        const path = pathTo(treeOf(before), message.parentId)
        expect(cumulativeSpending(path, exactCostOf)).toEqual(message.cumulative)
      }
      expect(pathOf(tree, chat).length).toBeLessThanOrEqual(messages.length)
    }),
    { numRuns: 100 },
  )
})

it('makes everything a chat can hold: branches, every role, every way to end, copies, unanswered calls, lifts and marks', () => {
  const seen = new Set<string>()
  for (const { chat, messages } of fc.sample(chatHistories({ unreadable: true }), { numRuns: 300, seed: 1 })) {
    const parents = new Map<string | null, number>()
    for (const message of messages) {
      seen.add(message.role)
      if (message.role === 'assistant') seen.add(message.end)
      if (message.copiedFrom !== null) seen.add('copied')
      if ('parts' in message) for (const part of message.parts) seen.add(part.kind)
      if (hasToolCalls(message) && !messages.some(other => other.parentId === message.id)) seen.add('unanswered')
      if (!isAside(message)) parents.set(message.parentId, (parents.get(message.parentId) ?? 0) + 1)
    }
    if ([...parents.values()].some(count => count > 1)) seen.add('branches')
    if (toolSteps(messages).some(count => count > 1)) seen.add('parallel')
    const calls = messages.flatMap(toolCallsOf)
    if (isRepeated(calls.map(({ tool, input }) => `${tool} ${input}`))) seen.add('repeated call')
    if (isRepeated(calls.flatMap(({ providerCallId }) => providerCallId ?? []))) seen.add('repeated provider id')
    if (chat.lifts.length > 0) seen.add('lifts')
    for (const mark of chat.marks) seen.add(mark.kind)
  }
  const roles = ['user', 'assistant', 'tool-results', 'env-changed', 'unreadable', 'system-title', 'title']
  const asides = ['system-summary', 'summary', 'clear', 'accounting']
  const ends = ['complete', 'length', 'refused', 'failed', 'stopped', 'interrupted']
  const parts = ['text', 'reasoning', 'tool-call', 'tool-result', 'provider-call', 'file', 'source', 'error']
  const repeats = ['repeated call', 'repeated provider id']
  const rest = [...repeats, 'copied', 'unanswered', 'branches', 'parallel', 'lifts', 'pinned', 'left-out', 'released']
  expect([...seen].sort()).toEqual([...roles, ...asides, ...ends, ...parts, ...rest].sort())
})

function isRepeated(values: readonly string[]): boolean {
  return new Set(values).size < values.length
}

function toolSteps(messages: readonly Message[]): readonly number[] {
  return messages.filter(hasToolCalls).map(message => toolCallsOf(message).length)
}
