import type { ChatId, ChatUsage, PastRequest, RequestId, Totals, TotalsQuery } from '@stet/engine'

/** What was spent, and on what. */
export interface UsageCalls {
  chatUsage(chatId: ChatId): Promise<ChatUsage>
  usage(query: TotalsQuery): Promise<Totals>
  /** Rejects with `request-gone` when its message was deleted. */
  request(requestId: RequestId): Promise<PastRequest>
}

type Get = <T>(path: string, query?: Readonly<Record<string, string>>) => Promise<T>

export function usageCalls(get: Get): UsageCalls {
  return {
    chatUsage: chatId => get(`/api/chats/${encodeURIComponent(chatId)}/usage`),
    usage: query => get('/api/usage', toQuery(query)),
    request: requestId => get(`/api/requests/${encodeURIComponent(requestId)}`),
  }
}

function toQuery(query: TotalsQuery): Readonly<Record<string, string>> {
  switch (query.by) {
    case 'workspace':
      return { workspace: query.workspaceId }
    case 'day':
      return { day: query.day }
    case 'model':
      return { definition: query.model.definition, model: query.model.model }
  }
}
