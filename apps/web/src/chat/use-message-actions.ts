import { ApiError, type ChatView, isAside, type MessageId, type UserMessage } from '@stet/api/client'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useServices } from '../app/services.ts'
import type { MessageActions } from './message-actions.ts'
import { runAtWork } from './run-at-work.ts'

/** What a person tried and could not have, in words. */
export interface ActionTrouble {
  readonly what: string
  readonly because: string
}

interface Acting {
  readonly actions: MessageActions
  readonly clear: () => void
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

/** The commands on the tree of a chat. What changes is heard through its events; only trouble is told here. */
export function useMessageActions(view: ChatView, edit: (message: UserMessage) => void): Acting {
  const { client, newKey } = useServices()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<ActionTrouble | null>(null)
  const { id: chatId, lifts } = view.chat
  const { siblings, path } = view
  const writing = runAtWork(view) !== null

  return useMemo(() => {
    function attempt(what: string, command: Promise<unknown>): void {
      setTrouble(null)
      command.catch((error: unknown) => {
        if (!(error instanceof ApiError)) reportError(error)
        setTrouble({ what, because: error instanceof Error ? error.message : String(error) })
      })
    }
    const last = path.findLast(message => !isAside(message))?.id ?? null
    const shown = new Set(path.map(message => message.id))
    const lifted = new Set(lifts.filter(lift => shown.has(lift.below)).map(lift => lift.checkpoint))
    const ofMessage = (messageId: MessageId) => ({ messageId, key: newKey() })
    const actions: MessageActions = {
      writing,
      siblingsOf: messageId => siblings[messageId] ?? [],
      isLifted: checkpointId => lifted.has(checkpointId),
      edit,
      isLast: messageId => last === messageId,
      goOn: id => attempt('The answer was not gone on with.', client.continueAnswer(chatId, ofMessage(id))),
      retry: id => attempt('No other answer was asked for.', client.retry(chatId, ofMessage(id))),
      choose: id => attempt('The other branch could not be shown.', client.chooseTip(chatId, ofMessage(id))),
      remove: id => attempt('Nothing was deleted.', client.deleteMessage(chatId, ofMessage(id))),
      fork: id =>
        attempt(
          'The chat was not forked.',
          client
            .fork(chatId, ofMessage(id))
            .then(forked => navigate({ to: '/chats/$chatId', params: { chatId: forked.chatId } })),
        ),
      lift: (checkpointId, act) =>
        attempt('The checkpoint was not changed.', client.lift(chatId, { checkpointId, act, key: newKey() })),
    }
    return {
      actions,
      clear: () => attempt('The context was not cleared.', client.clear(chatId, { key: newKey() })),
      trouble,
      dismiss: () => setTrouble(null),
    }
  }, [client, newKey, navigate, chatId, lifts, siblings, path, writing, edit, trouble])
}
