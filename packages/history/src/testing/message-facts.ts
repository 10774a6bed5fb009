import type { CallId } from '../id.ts'
import type { AnswerEnd, Message, RequestFacts } from '../message.ts'
import { requestOf } from '../request-of.ts'
import type { CostOf } from '../spending.ts'
import { noUsage, type Usage } from '../usage.ts'
import type { MessageFacts } from './history-builder.ts'

type FactsOf<Role extends Message['role']> = Extract<MessageFacts, { readonly role: Role }>

/** Facts of messages for examples: what a test does not name is empty. */
export function asked(text: string): FactsOf<'user'> {
  return { role: 'user', parts: [{ kind: 'text', text }] }
}

export function answered(
  text: string,
  usage: Partial<Usage> | null = null,
  end: AnswerEnd = 'complete',
): FactsOf<'assistant'> {
  const parts = text === '' ? [] : [{ kind: 'text' as const, text }]
  return { role: 'assistant', parts, ...request(usage), runId: null, end, native: null, durationMs: null }
}

export function called(callIds: readonly CallId[], usage: Partial<Usage> | null = null): FactsOf<'assistant'> {
  const parts = callIds.map(callId => ({
    kind: 'tool-call' as const,
    callId,
    tool: 'read_file',
    input: '{}',
    providerCallId: null,
  }))
  return { ...answered('', usage), parts }
}

export function resulted(callIds: readonly CallId[]): FactsOf<'tool-results'> {
  const parts = callIds.map(callId => ({
    kind: 'tool-result' as const,
    callId,
    tool: 'read_file',
    outcome: 'done' as const,
    content: [],
  }))
  return { role: 'tool-results', parts }
}

export function titled(text: string, usage: Partial<Usage> | null = null): FactsOf<'title'> {
  return { role: 'title', parts: [{ kind: 'text', text }], ...request(usage) }
}

export function request(usage: Partial<Usage> | null): RequestFacts {
  return {
    origin: { definition: 'demo', protocol: 'demo', model: 'demo' },
    requestId: null,
    rawUsage: null,
    usage: usage === null ? null : { ...noUsage, ...usage },
  }
}

/** A price in 1024ths of a dollar a token, so that sums are exact in any order; unreliable where usage is unknown. */
export const exactCostOf: CostOf = message => {
  const usage = requestOf(message)?.usage ?? null
  if (usage === null) return { usd: 0, reliable: false }
  const weighted =
    4 * usage.input + usage.cacheRead + 5 * usage.cacheWrite + 16 * usage.output + 512 * usage.webSearches
  return { usd: weighted / 1024, reliable: true }
}
