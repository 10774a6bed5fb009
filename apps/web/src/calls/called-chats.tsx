import type { Call, ChatId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { refreshQueries } from '../state/refresh-queries.ts'
import { useServices } from '../state/services.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { ApprovalCard } from './approval-card.tsx'
import type { CallDecisions } from './call-decisions.ts'
import { readArguments } from './read-arguments.ts'
import { RunQuestion } from './run-question.tsx'

interface CalledChatsProps {
  call: Call
  /** Of the call, while it runs. */
  progress: string | undefined
  decisions: CallDecisions
}

/** The chats in which models work for a call: the way to each, and what waits there for the user (T6). */
export function CalledChats({ call, progress, decisions }: CalledChatsProps) {
  const { client, live } = useServices()
  const queries = useQueryClient()
  const { chatId, id: callId } = call
  const isRunning = call.state.kind === 'started'
  const continued = continuedBy(call)
  const { data } = useQuery({
    // The chat is made before the call first says what happens.
    queryKey: ['called-chats', callId, call.state.kind, progress !== undefined],
    queryFn: () => client.calledChats(chatId, { call: callId, ...(continued && { continued }) }),
    placeholderData: before => before,
  })

  const refresh = useCallback(() => {
    refreshQueries(queries, ['called-chats', callId]).catch(reportError)
  }, [queries, callId])

  // What waits stays to be decided when the call has ended meanwhile: it was stopped, or the server died.
  const isFollowed = isRunning || (data?.chats.some(({ waiting }) => waiting.length > 0) ?? false)
  useEffect(() => {
    if (!isFollowed) return
    return live.onEvent(event => {
      // A snapshot replaces events that were missed.
      const isMine = event.kind === 'call-questions-changed' || event.kind === 'snapshot'
      if (isMine && event.chatId === chatId) refresh()
    })
  }, [live, refresh, chatId, isFollowed])

  const chats = data?.chats ?? []
  return chats.map(({ id, title, waiting, question }) => (
    <div key={id} className="mt-2">
      <Link
        to="/chats/$chatId"
        params={{ chatId: id }}
        className="inline-flex min-h-8 max-w-full items-center gap-2 text-accent hover:underline coarse:min-h-10"
      >
        <Icon name="open-out" size={14} />
        <span className="min-w-0 truncate">
          Open the sub-agent’s chat{title !== '' && ': '}
          <bdi>{title}</bdi>
        </span>
      </Link>
      {waiting.map(each => (
        <Waiting key={each.id} call={each} chatId={id} waiting={waiting} decisions={decisions} onDecided={refresh} />
      ))}
      {isRunning && question !== null && (
        <RunQuestion key={question.runId} chatId={id} question={question} sought={null} onDecided={refresh} />
      )}
    </div>
  ))
}

interface WaitingProps {
  call: Call
  chatId: ChatId
  waiting: readonly Call[]
  decisions: CallDecisions
  onDecided: () => void
}

function Waiting({ call, chatId, waiting, decisions: { workspaceId }, onDecided }: WaitingProps) {
  const { client } = useServices()
  const decisions = useMemo(
    (): CallDecisions => ({
      sought: null,
      waiting,
      workspaceId,
      async approve({ id: callId, hash }, { key, always }) {
        const decided = await client.approve(chatId, { callId, hash, always, key })
        onDecided()
        return decided
      },
      async deny({ id: callId }, { key, reason }) {
        const decided = await client.deny(chatId, { callId, reason, key })
        onDecided()
        return decided
      },
    }),
    [client, chatId, workspaceId, waiting, onDecided],
  )
  return <ApprovalCard call={call} decisions={decisions} />
}

function continuedBy({ input }: Call): ChatId | null {
  const given = readArguments(input)?.find(({ name }) => name === 'minionChatId')?.text ?? ''
  return given.startsWith('chat_') ? (given as ChatId) : null
}
