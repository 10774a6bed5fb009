import type { ChatView, Message, RunId } from '@stet/api/client'
import { useCallDecisions } from '../calls/call-decisions.ts'
import { useNewTitle } from '../chats/use-new-title.ts'
import { useCompactions } from '../compaction/use-compactions.ts'
import { useChatUsage } from '../usage/use-chat-usage.ts'
import { useFileActions } from './use-file-actions.ts'
import { type Asking, useMessageActions } from './use-message-actions.ts'
import { useWaiting } from './use-waiting.ts'

/** Everything that can be done with the open chat, and what it has spent. `loaded` are the messages that can be on the screen. */
export function useChatActions(view: ChatView, loaded: readonly Message[], running: RunId | null, asking: Asking) {
  return {
    messages: useMessageActions(view, loaded, asking),
    calls: useCallDecisions(view),
    waiting: useWaiting(view),
    files: useFileActions(view.chat),
    compactions: useCompactions(view, loaded, running !== null),
    naming: useNewTitle(view.chat.id),
    spent: useChatUsage(view.chat.id, view.chat.tip),
  }
}

export type ChatActions = ReturnType<typeof useChatActions>
