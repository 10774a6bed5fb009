import type { Chat, MessageId, RequestId } from '@stet/api/client'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { FileActionsContext } from '../attachments/attached-files.tsx'
import { CallDecisionsContext } from '../calls/call-decisions.ts'
import { CheckpointsContext } from '../compaction/checkpoints.ts'
import { type Margin, MarginContext } from '../margin/margin-context.ts'
import { OpenRequestContext } from '../usage/open-request.tsx'
import { UsageContext } from '../usage/use-chat-usage.ts'
import { MessageActionsContext } from './messages/message-actions.ts'
import { WaitingActionsContext } from './messages/waiting-messages.ts'
import { WaysOutContext } from './messages/ways-out.ts'
import type { ChatActions } from './use-chat-actions.ts'
import type { Panel } from './use-panel.ts'

interface ChatContextsProps {
  chat: Chat
  actions: ChatActions
  panel: Panel
  noteOn: Margin['noteOn']
  onChooseModel: () => void
  children: ReactNode
}

/** What the rows of a conversation use without being handed it. Each value changes only with what it holds: rows are memoised. */
export function ChatContexts({ chat, actions, panel, noteOn, onChooseModel, children }: ChatContextsProps) {
  const { summarise } = actions.compactions
  const latest = useRef({ panel, onChooseModel })
  useEffect(() => {
    latest.current = { panel, onChooseModel }
  })
  const openRequest = useCallback((requestId: RequestId) => latest.current.panel.openRequest(requestId), [])
  const ways = useMemo(
    () => ({
      chooseModel: () => latest.current.onChooseModel(),
      inspect: () => latest.current.panel.open('settings'),
      summarise: summarise && (() => summarise('prose')),
    }),
    [summarise],
  )
  const margin = useMemo(() => {
    const marks = new Map(chat.marks.flatMap(mark => (mark.kind === 'released' ? [] : [[mark.messageId, mark.kind]])))
    return { noteOn, markOn: (messageId: MessageId) => marks.get(messageId) ?? null }
  }, [noteOn, chat.marks])
  return (
    <MarginContext value={margin}>
      <MessageActionsContext value={actions.messages.actions}>
        <WaysOutContext value={ways}>
          <CallDecisionsContext value={actions.calls.decisions}>
            <WaitingActionsContext value={actions.waiting.actions}>
              <CheckpointsContext value={actions.compactions.checkpoints}>
                <OpenRequestContext value={openRequest}>
                  <FileActionsContext value={actions.files.actions}>
                    <UsageContext value={actions.spent.usage}>{children}</UsageContext>
                  </FileActionsContext>
                </OpenRequestContext>
              </CheckpointsContext>
            </WaitingActionsContext>
          </CallDecisionsContext>
        </WaysOutContext>
      </MessageActionsContext>
    </MarginContext>
  )
}
