import type { ChatId, ChatUsage, NextBytes, PastRequest, SummaryFacts, TokenCount, WorkspaceId } from '@stet/engine'
import type { ReadAnswers } from '../answers.ts'

export const TOKEN_COUNT: TokenCount = { tokens: 12, because: null }

export const NEXT_BYTES: NextBytes = { sent: null, because: 'it does not fit' }

export const SUMMARY_FACTS: SummaryFacts = {
  facts: 2,
  lost: 1,
  listed: [{ text: 'a/b.ts', kind: 'path', messageId: `msg_${'a'.repeat(32)}` }],
}

interface Spent {
  readonly chatId: ChatId
  readonly workspaceId: WorkspaceId
  readonly usage: ChatUsage
  readonly request: PastRequest
}

/** What the reads about spending and past requests answer, for one chat with one request. */
export function fakeUsage({
  chatId,
  workspaceId,
  usage,
  request,
}: Spent): Pick<ReadAnswers, 'budgets' | 'usageReport' | 'chatRequests' | 'difference'> {
  const { requests, usage: tokens, cost } = usage.chat
  const used = { requests, usage: tokens, cost, estimated: cost.reliable ? 0 : requests, cacheSaved: 0 }
  return {
    budgets: { budgets: [{ workspaceId: workspaceId, budget: 20, spent: usage.chat.cost }] },
    usageReport: {
      incomplete: false,
      total: used,
      days: [],
      models: [{ ...used, model: { definition: 'demo', model: 'demo' } }],
      workspaces: [],
      purposes: [{ ...used, purpose: 'answer' }],
      chats: [{ ...used, chat: { id: chatId, workspaceId: workspaceId, title: null } }],
      otherChats: { ...used, chats: 0 },
      deletedChats: { ...used, chats: 0 },
      layers: [],
      compared: [],
    },
    chatRequests: { requests: [], unreadable: 0, next: null },
    difference: {
      from: request.facts.id,
      to: request.facts.id,
      same: 2,
      changes: [{ name: 'tools', change: 'replaced' }],
      more: 0,
      cause: { kind: 'tools', block: 'tools', because: 'the tools changed: echo added' },
      bytes: null,
      cache: { expected: 10, read: 10, missed: 0, usd: 0, cause: null, verdict: null },
    },
  }
}
