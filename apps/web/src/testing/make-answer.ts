import type { AssistantMessage } from '@stet/api/client'

/** A finished answer without text or usage. */
export function makeAnswer(facts: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    id: 'msg_a',
    chatId: 'chat_a',
    parentId: null,
    order: 1,
    at: 0,
    copiedFrom: null,
    role: 'assistant',
    parts: [],
    runId: null,
    end: 'complete',
    native: null,
    durationMs: null,
    origin: { definition: 'd', protocol: 'p', model: 'm' },
    requestId: null,
    rawUsage: null,
    usage: null,
    ...facts,
  }
}
