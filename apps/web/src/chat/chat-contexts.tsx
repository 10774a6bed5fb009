import type { Chat, Message, MessageId, RequestId } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { FileActionsContext } from '../attachments/attached-files.tsx'
import { CallDecisionsContext } from '../calls/call-decisions.ts'
import { CheckpointsContext } from '../compaction/checkpoints.ts'
import type { InspectionOfChat } from '../inspector/use-inspection.ts'
import { MarginContext } from '../margin/margin-context.ts'
import { FileLinkContext } from '../markdown/elements.tsx'
import {
  CacheMissesContext,
  OpenDifferenceContext,
  type RequestPair,
  suspectedMisses,
} from '../requests/cache-misses.ts'
import { OpenRequestContext } from '../usage/open-request.tsx'
import { UsageContext } from '../usage/use-chat-usage.ts'
import { WaysOutContext } from './messages/errors/ways-out.ts'
import { KeepSelection } from './messages/keep-selection.tsx'
import { MessageActionsContext } from './messages/message-actions.ts'
import { WaitingActionsContext } from './messages/waiting-messages.ts'
import type { Panel } from './panel/use-panel.ts'
import type { ChatActions } from './use-chat-actions.ts'

interface ChatContextsProps {
  chat: Chat
  path: readonly Message[]
  actions: ChatActions
  panel: Panel
  inspection: Pick<InspectionOfChat, 'noteOn' | 'want'>
  onChooseModel: () => void
  children: ReactNode
}

/** The contexts that rows of a conversation read. Each value changes only with its content, because rows are memoised. */
export function ChatContexts({ chat, path, actions, panel, inspection, onChooseModel, children }: ChatContextsProps) {
  const { noteOn, want } = inspection
  const { summarise } = actions.compactions
  const latest = useRef({ panel, onChooseModel })
  useEffect(() => {
    latest.current = { panel, onChooseModel }
  })
  const openRequest = useCallback((requestId: RequestId) => latest.current.panel.openRequest(requestId), [])
  const openDifference = useCallback((pair: RequestPair) => latest.current.panel.openDifference(pair), [])
  const misses = useMemo(() => suspectedMisses(path), [path])
  const ways = useMemo(
    () => ({
      chooseModel: () => latest.current.onChooseModel(),
      inspect: () => latest.current.panel.open('settings'),
      summarise: summarise && (() => summarise('prose')),
    }),
    [summarise],
  )
  const margin = useMemo(() => {
    const marks = new Map(
      chat.marks.flatMap(mark =>
        mark.kind === 'pinned' || mark.kind === 'left-out' ? [[mark.messageId, mark.kind] as const] : [],
      ),
    )
    return {
      noteOn,
      want: (messageId: MessageId) => want({ around: messageId }),
      markOn: (messageId: MessageId) => marks.get(messageId) ?? null,
    }
  }, [noteOn, want, chat.marks])
  const { workspaceId } = chat
  const fileLink = useCallback(
    (path: string, shown: ReactNode) => (
      <Link to="/workspaces/$workspaceId/files" params={{ workspaceId }} search={{ path }} title={path}>
        {shown}
      </Link>
    ),
    [workspaceId],
  )
  return (
    <MarginContext value={margin}>
      <MessageActionsContext value={chat.calledBy === null ? actions.messages.actions : null}>
        <WaysOutContext value={ways}>
          <CallDecisionsContext value={actions.calls.decisions}>
            <WaitingActionsContext value={actions.waiting.actions}>
              <CheckpointsContext value={actions.compactions.checkpoints}>
                <OpenRequestContext value={openRequest}>
                  <FileActionsContext value={actions.files.actions}>
                    <FileLinkContext value={fileLink}>
                      <OpenDifferenceContext value={openDifference}>
                        <CacheMissesContext value={misses}>
                          <UsageContext value={actions.spent.usage}>
                            {children}
                            <KeepSelection />
                          </UsageContext>
                        </CacheMissesContext>
                      </OpenDifferenceContext>
                    </FileLinkContext>
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
