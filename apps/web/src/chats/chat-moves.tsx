import type { ChatEntry, ChatPlace } from '@stet/api/client'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useServices } from '../state/services.ts'
import { type ActionTrouble, useAttempt } from '../state/use-attempt.ts'
import { chatTitle } from './chat-title.ts'

/** What can be done with one chat or several at once: pin, archive, delete. The last of it can be undone for some seconds. */
export interface ChatMoves {
  readonly place: (chats: readonly ChatEntry[], place: ChatPlace) => void
  readonly remove: (chats: readonly ChatEntry[]) => void
  readonly last: Move | null
  readonly undo: () => void
  readonly trouble: ActionTrouble | null
  readonly dismiss: () => void
}

interface Move {
  readonly kind: 'place' | 'delete'
  /** As they were before. */
  readonly chats: readonly ChatEntry[]
  readonly words: string
  readonly until: number
}

const UNDO_MS = 10_000
/** Commands under way at once: a browser opens six connections, and one of them carries the events. */
const AT_ONCE = 4

const MovesContext = createContext<ChatMoves | null>(null)

export function useChatMoves(): ChatMoves {
  const moves = useContext(MovesContext)
  if (moves === null) throw new Error('chats were moved outside of the page')
  return moves
}

export function ChatMovesProvider({ children }: { children: ReactNode }) {
  const { client, announcer, newKey } = useServices()
  const { trouble, attempt, dismiss } = useAttempt()
  const [last, setLast] = useState<Move | null>(null)

  useEffect(() => {
    if (last === null) return
    announcer.say(`${last.words}.`)
    const timer = setTimeout(() => setLast(null), Math.max(0, last.until - Date.now()))
    return () => clearTimeout(timer)
  }, [last, announcer])

  const place = useCallback(
    (chats: readonly ChatEntry[], to: ChatPlace) => {
      setLast(null)
      const moving = each(chats, chat => client.placeChat(chat.id, { place: to, key: newKey() }))
      void attempt(troubleOf(to), moving).then(done => {
        if (done) setLast({ kind: 'place', chats, words: wordsOf(to, chats), until: Date.now() + UNDO_MS })
      })
    },
    [client, newKey, attempt],
  )

  const remove = useCallback(
    (chats: readonly ChatEntry[]) => {
      setLast(null)
      const deleting = each(chats, async chat => (await client.deleteChat(chat.id, { key: newKey() })).deleteAt)
      void attempt('Could not delete', deleting).then(async done => {
        if (!done) return
        // The home's clock may not be this page's: what counts is how long it waits.
        setLast({ kind: 'delete', chats, words: wordsOf('deleted', chats), until: Date.now() + UNDO_MS })
      })
    },
    [client, newKey, attempt],
  )

  const undo = useCallback(() => {
    if (last === null) return
    const { kind, chats } = last
    setLast(null)
    const back = each(chats, chat =>
      kind === 'delete'
        ? client.restoreChat(chat.id, { key: newKey() })
        : client.placeChat(chat.id, { place: chat.place, key: newKey() }),
    )
    void attempt(kind === 'delete' ? 'Could not restore: it was deleted meanwhile' : 'Could not undo', back).then(
      done => {
        if (done) announcer.say(kind === 'delete' ? 'Restored.' : 'Undone.')
      },
    )
  }, [last, client, newKey, attempt, announcer])

  const moves = useMemo(
    () => ({ place, remove, last, undo, trouble, dismiss }),
    [place, remove, last, undo, trouble, dismiss],
  )
  return <MovesContext value={moves}>{children}</MovesContext>
}

async function each(chats: readonly ChatEntry[], act: (chat: ChatEntry) => Promise<unknown>): Promise<void> {
  const left = [...chats]
  const work = async () => {
    for (let chat = left.shift(); chat !== undefined; chat = left.shift()) await act(chat)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

function troubleOf(place: ChatPlace): string {
  return place === 'pinned' ? 'Could not pin' : place === 'archived' ? 'Could not archive' : 'Could not move'
}

function wordsOf(to: ChatPlace | 'deleted', chats: readonly ChatEntry[]): string {
  const [only] = chats
  const what = chats.length === 1 && only !== undefined ? `“${chatTitle(only)}”` : `${chats.length} chats`
  switch (to) {
    case 'deleted':
      return `${what} deleted`
    case 'pinned':
      return `${what} pinned`
    case 'archived':
      return `${what} archived`
    case 'open':
      return `${what} moved back`
  }
}
