import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextSettings } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { defaultContextSettings } from '../settings.ts'
import { type Conversation, inputOf } from './conversation.ts'
import { fromAnthropic } from './from-anthropic.ts'
import { fromOpenAi } from './from-openai.ts'
import type { OpenAiMessageLike } from './openai-shapes.ts'
import { toAnthropic } from './to-anthropic.ts'
import { toOpenAi } from './to-openai.ts'

const folder = join(import.meta.dirname, '../../../../../shared/data/transcripts')
const WINDOW = 100_000_000

function requestOf(conversation: Conversation) {
  const settings = {
    ...defaultContextSettings(conversation.model),
    resultLimit: contextSettings.resultLimit.to,
    stepResultLimit: contextSettings.stepResultLimit.to,
    cache: 'all-off' as const,
  }
  const assembly = assemble(inputOf(conversation, { settings }))
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return assembly.request
}

interface Block {
  readonly type: string
  readonly [field: string]: unknown
}

interface RecordedMessage {
  readonly role: 'user' | 'assistant' | 'toolResult'
  readonly content: readonly Block[]
  readonly toolCallId?: string
}

/** The recorded session as the Messages API has it, without what was broken off: empty answers and calls that were never answered. */
function codingMessages(): readonly { readonly role: string; readonly content: readonly Block[] }[] {
  const recorded = readFileSync(join(folder, 'coding-session.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line): RecordedMessage[] => {
      const { message }: { message?: RecordedMessage } = line === '' ? {} : JSON.parse(line)
      return message === undefined ? [] : [message]
    })
  const answered = new Set<unknown>(recorded.map(({ toolCallId }) => toolCallId))
  const messages: { role: string; content: Block[] }[] = []
  for (const message of recorded) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const content =
      message.role === 'toolResult'
        ? [{ type: 'tool_result', tool_use_id: message.toolCallId, content: message.content }]
        : message.content.filter(({ type, id }) => type !== 'toolCall' || answered.has(id)).map(toBlock)
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else if (content.length > 0) messages.push({ role, content })
  }
  return messages
}

function toBlock(block: Block): Block {
  if (block.type !== 'toolCall') return block
  return { type: 'tool_use', id: block.id, name: block.name, input: block.arguments }
}

/** The place of the first message that differs, so that a failure does not print a whole session; null when none does. */
function firstDifference(made: readonly unknown[], given: readonly unknown[]): string | null {
  const lengths = made.length === given.length ? null : `${made.length} messages instead of ${given.length}`
  const place = given.findIndex((message, index) => JSON.stringify(made[index]) !== JSON.stringify(message))
  return place === -1
    ? lengths
    : `message ${place}: ${JSON.stringify(made[place]).slice(0, 300)} instead of ${JSON.stringify(given[place]).slice(0, 300)}`
}

if (existsSync(folder)) {
  describe('the recorded conversations', () => {
    it('[X6] customer-service chats go back byte for byte', () => {
      const chats: readonly { readonly messages: readonly OpenAiMessageLike[] }[] = JSON.parse(
        readFileSync(join(folder, 'tau-airline-100.json'), 'utf8'),
      )
      expect(chats).toHaveLength(100)
      for (const { messages } of chats) {
        const conversation = fromOpenAi({ messages }, { model: 'gpt', contextWindow: WINDOW })
        const back = toOpenAi(requestOf(conversation), conversation.originals)
        expect(firstDifference(back.messages, messages)).toBe(null)
      }
    })

    it('[X6] the coding session goes back byte for byte', () => {
      const messages = codingMessages()
      expect(messages.length).toBeGreaterThan(500)
      const conversation = fromAnthropic({ messages }, { model: 'claude', contextWindow: WINDOW })
      const back = toAnthropic(requestOf(conversation), conversation.originals)
      expect(firstDifference(back.messages, messages)).toBe(null)
    })
  })
} else {
  it('the recorded conversations are not beside the project: none is converted', () => {
    expect(existsSync(folder)).toBe(false)
  })
}
