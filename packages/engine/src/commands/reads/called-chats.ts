import { type CallId, type ChatId, isAside } from '@stet/history'
import { CHATS_SHELF, calledRef, fromChatRow } from '@stet/store'
import type { CalledChat } from '../../engine.ts'
import type { EngineContext } from '../../engine-context.ts'
import { isWaiting } from '../../events/waiting-approvals.ts'
import { readChat } from '../../record/read-chat.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { view } from '../../view/read-view.ts'

/** No call has more. */
const MOST = 10

/** The chats in which models work or worked for a call, and what waits there for the user (T6). `continued` is one that the call continues. */
export async function calledChats(
  engine: EngineContext,
  chatId: ChatId,
  { callId, continued }: { readonly callId: CallId; readonly continued: ChatId | null },
): Promise<readonly CalledChat[]> {
  const { rows } = await engine.store.list(CHATS_SHELF, { by: { ref: calledRef(callId) }, limit: MOST })
  const made = rows.flatMap(row => {
    const chat = fromChatRow(row)
    return 'unreadable' in chat ? [] : [chat]
  })
  const also = continued === null || made.some(({ id }) => id === continued) ? [] : [await findChat(engine, continued)]
  const mine = [...made, ...also].filter(chat => chat !== null && chat.calledBy?.chatId === chatId)
  return Promise.all(
    mine
      .flatMap(chat => (chat === null ? [] : [chat]))
      .map(async ({ id, title }) => {
        const { calls, runs, path, questions } = await view(engine, id)
        const waiting = Object.values(calls).filter(isWaiting)
        const last = path.findLast(message => !isAside(message))?.id
        const question = runs.length > 0 ? null : (questions.findLast(({ below }) => below === last) ?? null)
        return { id, title: title?.text ?? '', running: runs.length > 0, waiting, question }
      }),
  )
}

async function findChat({ store }: EngineContext, chatId: ChatId) {
  try {
    return (await readChat(store, chatId)).chat
  } catch (error) {
    if (error instanceof EngineError) return null
    throw error
  }
}
