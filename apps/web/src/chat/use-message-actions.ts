import { type ChatView, isAside, type Message, type MessageId, type UserMessage } from '@stet/api/client'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { runningRun } from '../state/chat-view.ts'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'
import type { MessageActions } from './messages/message-actions.ts'
import { messageMarkdown } from './messages/message-markdown.ts'

export interface MessageActing {
  readonly actions: MessageActions
  /** Lifts a summary with the earlier versions of it, which would be in force in its place. */
  readonly liftAll: (checkpointIds: readonly MessageId[]) => void
  readonly clear: () => Promise<boolean>
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

/** The actions that ask the user something first. */
export interface Asking {
  readonly edit: (message: UserMessage) => void
  readonly retryWith: (messageId: MessageId) => void
  readonly compare: (one: MessageId, other: MessageId) => void
}

/** The commands on the tree of a chat. Changes arrive as events; only errors are handled here. */
export function useMessageActions(
  view: ChatView,
  loaded: readonly Message[],
  { edit, retryWith, compare }: Asking,
): MessageActing {
  const { client, newKey } = useServices()
  const navigate = useNavigate()
  const { trouble, attempt, dismiss } = useAttempt()
  const { id: chatId, lifts, marks } = view.chat
  const { siblings, path } = view
  const writing = runningRun(view) !== null
  const underWay = useRef(new Set<string>())

  return useMemo(() => {
    const last = path.findLast(message => !isAside(message))?.id ?? null
    const shown = new Set(loaded.map(message => message.id))
    const lifted = new Set(lifts.filter(lift => shown.has(lift.below)).map(lift => lift.checkpoint))
    const ofMessage = (messageId: MessageId) => ({ messageId, key: newKey() })
    /** A second click before the answer is the same wish: sent again, it would be refused, and that would be shown. */
    const once = async (what: string, id: MessageId, command: () => Promise<unknown>): Promise<void> => {
      const wish = `${what} ${id}`
      if (underWay.current.has(wish)) return
      underWay.current.add(wish)
      await attempt(what, command())
      underWay.current.delete(wish)
    }
    const actions: MessageActions = {
      writing,
      siblingsOf: messageId => siblings[messageId] ?? [],
      isLifted: checkpointId => lifted.has(checkpointId),
      edit,
      retryWith,
      compare,
      isLast: messageId => last === messageId,
      goOn: id => void once('Could not continue the answer', id, () => client.continueAnswer(chatId, ofMessage(id))),
      retry: id => void once('Could not answer again', id, () => client.retry(chatId, ofMessage(id))),
      choose: id => attempt('Could not switch branches', client.chooseTip(chatId, ofMessage(id))),
      remove: id => void once('Could not delete the messages', id, () => client.deleteMessage(chatId, ofMessage(id))),
      dump: id =>
        `${JSON.stringify(
          loaded.find(message => message.id === id),
          null,
          2,
        )}\n`,
      markdown: id =>
        loaded
          .filter(message => message.id === id)
          .map(messageMarkdown)
          .join(''),
      fork: id =>
        attempt(
          'Could not fork the chat',
          client
            .fork(chatId, ofMessage(id))
            .then(forked => navigate({ to: '/chats/$chatId', params: { chatId: forked.chatId } })),
        ),
      keptOf: id => marks.flatMap(mark => (mark.kind === 'kept-text' && mark.messageId === id ? [mark.text] : [])),
      keepText: (id, text, keep) =>
        attempt('Could not keep the sentence', client.keepText(chatId, { ...ofMessage(id), text, keep })),
      lift: (checkpointId, act) =>
        attempt('Could not change the checkpoint', client.lift(chatId, { checkpointId, act, key: newKey() })),
    }
    return {
      actions,
      liftAll: async (checkpointIds: readonly MessageId[]) => {
        for (const checkpointId of checkpointIds) {
          const lifted = client.lift(chatId, { checkpointId, act: 'lift', key: newKey() })
          if (!(await attempt('Could not lift the summary', lifted))) return
        }
      },
      clear: () => attempt('Could not clear the context', client.clear(chatId, { key: newKey() })),
      trouble,
      dismiss,
    }
  }, [
    client,
    newKey,
    navigate,
    chatId,
    lifts,
    marks,
    siblings,
    path,
    loaded,
    writing,
    edit,
    retryWith,
    compare,
    attempt,
    dismiss,
    trouble,
  ])
}
