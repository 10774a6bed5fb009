import type { ListedChat } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { isListed, listedId } from './apply-to-list.ts'
import { ChatListItem } from './chat-list-item.tsx'
import { activeChatsQuery, useChatList } from './chat-list-query.ts'
import { groupByDate } from './group-by-date.ts'
import { MoveNotice } from './move-notice.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './use-selection.ts'

/** As many as a tall screen shows. The others are drawn once nothing else is to be drawn: each costs as much as a short message. */
const AT_ONCE = 20

/** The chats of the sidebar: those that need the user, pinned ones, and the others by date; or the archive. */
export function ChatList({ onChosen }: { onChosen: () => void }) {
  const [archive, setArchive] = useState(false)
  const place = archive ? 'archived' : 'open'
  const { chats, isPending, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useChatList(place)
  const pinned = useChatList('pinned', !archive).chats
  const active = useActiveElsewhere(archive ? [] : [...chats, ...pinned])
  const selection = useSelection()
  const today = useToday()
  const areAllDrawn = useDeferredValue(!isPending) || chats.length <= AT_ONCE
  const item = (listed: ListedChat) => (
    <ChatListItem key={listedId(listed)} listed={listed} selection={selection} onChosen={onChosen} />
  )
  const shown = archive ? chats : [...pinned, ...chats]
  const entries = shown.flatMap(listed => (listed.kind === 'chat' ? [listed.chat] : []))

  function show(next: boolean): void {
    selection.end()
    setArchive(next)
  }

  return (
    <>
      <div className="flex h-8 items-center px-5">
        <h2 className="flex-1 text-small font-medium text-ink-faint">{archive ? 'Archived chats' : 'Chats'}</h2>
        {archive && (
          <Button icon="chevron-left" className="-mr-3" onClick={() => show(false)}>
            All chats
          </Button>
        )}
      </div>
      {selection.active && <SelectionBar selection={selection} listed={entries} />}
      <nav
        aria-label="Chats"
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-4"
        onKeyDown={event => {
          if (event.key === 'Escape' && selection.active) selection.end()
          else walk(event)
        }}
      >
        {isPending && <ListSkeleton />}
        {isError && chats.length === 0 && (
          <div className="px-3 py-2 text-ink-soft">
            <p>Could not load your chats. {error.message}</p>
            <Button look="outline" className="mt-3" onClick={() => refetch()}>
              Try again
            </Button>
          </div>
        )}
        {!(isPending || isError) && shown.length === 0 && (
          <p className="px-3 py-2 text-ink-faint">{archive ? 'No archived chats' : 'No chats yet'}</p>
        )}
        {active.length > 0 && <Group label="Active">{active.map(item)}</Group>}
        {!archive && pinned.length > 0 && <Group label="Pinned">{pinned.map(item)}</Group>}
        {groupByDate(areAllDrawn ? chats : chats.slice(0, AT_ONCE), today).map(({ label, chats: group }) => (
          <Group key={label} label={label}>
            {group.map(item)}
          </Group>
        ))}
        {areAllDrawn && hasNextPage && <NextPage busy={isFetchingNextPage} onNear={fetchNextPage} />}
        {areAllDrawn && !(archive || hasNextPage || isPending) && (
          <button
            type="button"
            className="mt-3 flex h-9 w-full items-center gap-2.5 rounded px-3 text-ink-faint transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11"
            onClick={() => show(true)}
          >
            <Icon name="archive" />
            Archived chats
          </button>
        )}
      </nav>
      <MoveNotice />
    </>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <h3 className="px-3 pt-3 pb-1 text-small text-ink-faint">{label}</h3>
      <ul className="flex flex-col gap-px">{children}</ul>
    </section>
  )
}

/** Chats that run or wait for the user and are not among those shown: archived ones, and those further down than was loaded. */
function useActiveElsewhere(shown: readonly ListedChat[]): readonly ListedChat[] {
  const { client } = useServices()
  const { data } = useQuery(activeChatsQuery(client))
  const ids = new Set(shown.map(listedId))
  return (data?.chats ?? []).filter(
    listed => listed.kind === 'chat' && !ids.has(listed.chat.id) && isListed(listed.chat, listed.chat.place),
  )
}

const HALF_HOUR_MS = 30 * 60 * 1000

/** The time of day matters only at midnight, and a page may stay open for weeks. */
function useToday(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), HALF_HOUR_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-chat-link]')]
  const at = links.findIndex(link => link.matches(':focus'))
  const next = links[at + step]
  if (at === -1 || !next) return
  event.preventDefault()
  next.focus()
}

function NextPage({ busy, onNear }: { busy: boolean; onNear: () => unknown }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (busy || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: '200px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [busy, onNear])
  return (
    <div ref={end} className="h-9 px-3 py-2 text-ink-faint">
      {busy && 'Loading more…'}
    </div>
  )
}

function ListSkeleton() {
  return (
    <div aria-hidden="true" className="appear-late flex flex-col gap-5 px-3 py-3">
      {[72, 48, 84, 60].map(width => (
        <div key={width} className="h-3 rounded bg-wash" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
