import { ApiError, type ChatEntry, type ChatPlace } from '@stet/api/client'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'
import { chatTitle } from './chat-title.ts'
import { type Moved, moveEach } from './move-each.ts'

/** Pins, archives or deletes one chat or several. The last action can be undone for some seconds. */
export interface ChatMoves {
  readonly place: (chats: readonly ChatEntry[], place: ChatPlace) => void
  readonly remove: (chats: readonly ChatEntry[]) => void
  readonly last: Move | null
  readonly undo: () => Promise<void>
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

interface Move {
  readonly to: ChatPlace | 'deleted'
  /** As they were before, in the order in which they were moved. */
  readonly chats: readonly ChatEntry[]
  readonly until: number
}

const UNDO_MS = 10_000

const MovesContext = createContext<ChatMoves | null>(null)

export function useChatMoves(): ChatMoves {
  const moves = useContext(MovesContext)
  if (moves === null) throw new Error('chats were moved outside of the page')
  return moves
}

export function ChatMovesProvider({ children }: { children: ReactNode }) {
  const { client, announcer, newKey } = useServices()
  const { trouble, fail, dismiss } = useAttempt()
  const [last, setLast] = useState<Move | null>(null)

  useEffect(() => {
    if (last === null) return
    announcer.say(`${moveWords(last)}.`)
    const timer = setTimeout(() => setLast(null), Math.max(0, last.until - Date.now()))
    return () => clearTimeout(timer)
  }, [last, announcer])

  const report = useCallback(
    (what: string, { done, failed }: Moved) => {
      const [first] = failed
      if (first === undefined) return
      const { error } = first
      if (!(error instanceof ApiError)) reportError(error)
      const count = done.length + failed.length
      const which =
        count === 1 ? '' : failed.length === count ? ` ${count} chats` : ` ${failed.length} of ${count} chats`
      fail({ what: `${what}${which}`, because: becauseOf(error, failed.length) })
    },
    [fail],
  )

  const move = useCallback(
    async (chats: readonly ChatEntry[], to: Move['to'], act: (chat: ChatEntry) => Promise<unknown>) => {
      setLast(null)
      dismiss()
      const moved = await moveEach(chats, act, Date.now)
      report(troubleOf(to), moved)
      if (moved.done.length === 0) return
      // The home's clock may not be this page's. It waits at least so long after it was asked, and the page offers it while one may be left.
      const until = Math.max(...moved.done.map(({ askedAt }) => askedAt)) + UNDO_MS
      setLast({ to, chats: moved.done.map(({ chat }) => chat), until })
    },
    [report, dismiss],
  )

  const place = useCallback(
    (chats: readonly ChatEntry[], to: ChatPlace) =>
      void move(chats, to, chat => client.placeChat(chat.id, { place: to, key: newKey() })),
    [client, newKey, move],
  )

  const remove = useCallback(
    (chats: readonly ChatEntry[]) => void move(chats, 'deleted', chat => client.deleteChat(chat.id, { key: newKey() })),
    [client, newKey, move],
  )

  const undo = useCallback(async () => {
    if (last === null) return
    const { to, chats } = last
    setLast(null)
    dismiss()
    const isDeletion = to === 'deleted'
    const back = await moveEach(
      // Those that were deleted last have the most time left: with many chats the first ones may be gone before their turn comes.
      chats.toReversed(),
      chat =>
        isDeletion
          ? client.restoreChat(chat.id, { key: newKey() })
          : client.placeChat(chat.id, { place: chat.place, key: newKey() }),
      Date.now,
    )
    report(isDeletion ? 'Could not restore' : 'Could not undo', back)
    if (back.done.length > 0) announcer.say(isDeletion ? 'Restored.' : 'Undone.')
    const again = back.failed.flatMap(({ chat, error }) => (error instanceof ApiError && error.retryable ? [chat] : []))
    if (again.length > 0 && Date.now() < last.until) setLast({ ...last, chats: again.toReversed() })
  }, [last, client, newKey, report, dismiss, announcer])

  const moves = useMemo(
    () => ({ place, remove, last, undo, trouble, dismiss }),
    [place, remove, last, undo, trouble, dismiss],
  )
  return <MovesContext value={moves}>{children}</MovesContext>
}

function becauseOf(error: unknown, count: number): string {
  if (error instanceof ApiError && error.code === 'chat-not-found') {
    return count === 1 ? 'It was deleted meanwhile.' : 'They were deleted meanwhile.'
  }
  return error instanceof Error ? error.message : String(error)
}

function troubleOf(to: Move['to']): string {
  switch (to) {
    case 'deleted':
      return 'Could not delete'
    case 'pinned':
      return 'Could not pin'
    case 'archived':
      return 'Could not archive'
    case 'open':
      return 'Could not move'
  }
}

export function moveWords({ to, chats }: Move): string {
  const [only] = chats
  const what = chats.length === 1 && only !== undefined ? `“${chatTitle(only)}”` : `${chats.length} chats`
  return to === 'open' ? `${what} moved back` : `${what} ${to}`
}
