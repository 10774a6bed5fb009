import type { ChatUsage } from '@stet/api/client'
import type { ContextType, ReactNode } from 'react'
import { CallDecisionsContext } from '../calls/call-decisions.ts'
import { CheckpointsContext } from '../compaction/checkpoints.ts'
import { OpenRequestContext } from '../usage/open-request.ts'
import { UsageContext } from '../usage/usage-context.ts'
import { MessageActionsContext } from './messages/message-actions.ts'
import { WaitingActionsContext } from './messages/waiting-messages.ts'
import { WaysOutContext } from './messages/ways-out.ts'

interface ChatSurroundingsProps {
  actions: ContextType<typeof MessageActionsContext>
  ways: ContextType<typeof WaysOutContext>
  decisions: ContextType<typeof CallDecisionsContext>
  waiting: ContextType<typeof WaitingActionsContext>
  checkpoints: ContextType<typeof CheckpointsContext>
  openRequest: ContextType<typeof OpenRequestContext>
  usage: ChatUsage | null
  children: ReactNode
}

/** What the rows of a conversation reach without being handed it: what is known of the chat, and what can be done with it. */
export function ChatSurroundings(props: ChatSurroundingsProps) {
  return (
    <MessageActionsContext value={props.actions}>
      <WaysOutContext value={props.ways}>
        <CallDecisionsContext value={props.decisions}>
          <WaitingActionsContext value={props.waiting}>
            <CheckpointsContext value={props.checkpoints}>
              <OpenRequestContext value={props.openRequest}>
                <UsageContext value={props.usage}>{props.children}</UsageContext>
              </OpenRequestContext>
            </CheckpointsContext>
          </WaitingActionsContext>
        </CallDecisionsContext>
      </WaysOutContext>
    </MessageActionsContext>
  )
}
