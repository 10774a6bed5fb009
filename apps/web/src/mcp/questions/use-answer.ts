import type { CallId, ChatId } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshQueries } from '../../state/refresh-queries.ts'
import { useServices } from '../../state/services.ts'

type Reply =
  | {
      readonly action: 'accept'
      readonly content: Readonly<Record<string, string | number | boolean | readonly string[]>>
    }
  | { readonly action: 'decline' }

/** Answers what a server asks in the middle of a call. */
export function useAnswer(chatId: ChatId, callId: CallId) {
  const { client } = useServices()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reply: Reply) => client.answerMcpQuestion(chatId, { callId, ...reply }),
    onSettled: () => refreshQueries(queries, ['mcp', 'questions', chatId]),
  })
}
