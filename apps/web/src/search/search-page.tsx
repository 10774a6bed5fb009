import type { Found } from '@stet/api/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { chatTitle } from '../chats/chat-title.ts'
import { formatMoment } from '../formats/format-moment.ts'
import { workspacesQuery } from '../models/models-query.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Select } from '../ui/controls/select-field.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { focusArrived } from '../ui/hooks/focus-arrived.ts'
import { IndexNotice } from '../ui/layout/index-notice.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Marked } from './marked.tsx'
import { type SearchFor, searchQuery, type When } from './search-query.ts'

const ROLES = [
  { value: 'any', label: 'Anyone' },
  { value: 'user', label: 'Written by you' },
  { value: 'assistant', label: 'Answers' },
] as const

const TIMES: readonly { readonly value: When | 'any'; readonly label: string }[] = [
  { value: 'any', label: 'Any time' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'year', label: 'Last year' },
]

/** All chats, while one types. The address holds what was searched for, so that Back returns to the results. */
export function SearchPage({ search }: { search: SearchFor }) {
  const { client } = useServices()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search.text)
  const asked = { ...search, text }
  const query = useInfiniteQuery(searchQuery(client, asked))
  const { data: workspaces = [], isSuccess } = useQuery(workspacesQuery(client))
  const isGone = isSuccess && search.workspace !== undefined && !workspaces.some(({ id }) => id === search.workspace)
  const found = text.trim() === '' ? [] : (query.data?.pages.flatMap(page => page.found) ?? [])
  const last = query.data?.pages.at(-1)

  useEffect(() => {
    document.title = 'Search'
    focusArrived(field.current)
  }, [])

  function change(next: Partial<SearchFor>): void {
    void navigate({ to: '/search', search: { ...asked, ...next }, replace: true })
  }

  return (
    <>
      <PageHeader title="Search" />
      <section aria-label="Search" className="min-h-0 flex-1 overflow-y-auto" onKeyDown={walk}>
        <div className="mx-auto w-full max-w-[47.5rem] px-5 pt-1 pb-12 sm:px-6">
          <search aria-label="Search chats">
            <div className="relative">
              <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-faint">
                <Icon name="search" />
              </span>
              <input
                ref={field}
                type="search"
                aria-label="Search chats"
                placeholder="Search all chats"
                autoComplete="off"
                value={text}
                onChange={event => {
                  setText(event.target.value)
                  change({ text: event.target.value })
                }}
                className="h-11 w-full rounded border border-line-strong bg-raised pr-3 pl-10 text-read placeholder:text-ink-faint"
              />
            </div>
            <div className="mt-2 flex flex-wrap gap-2">
              <Select
                label="Written by"
                className="w-44"
                value={search.role ?? 'any'}
                options={ROLES}
                onChange={role => change({ role: role === 'any' ? undefined : role })}
              />
              <Select
                label="Date"
                className="w-40"
                value={search.when ?? 'any'}
                options={TIMES}
                onChange={when => change({ when: when === 'any' ? undefined : when })}
              />
              {(workspaces.length > 1 || isGone) && (
                <Select
                  label="Workspace"
                  className="w-48"
                  value={search.workspace ?? 'any'}
                  options={[
                    { value: 'any', label: 'All workspaces' },
                    ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
                    ...(isGone ? [{ value: search.workspace ?? 'any', label: 'Deleted workspace' }] : []),
                  ]}
                  onChange={workspace => change({ workspace: workspace === 'any' ? undefined : workspace })}
                />
              )}
            </div>
          </search>
          {last !== undefined && (
            <IndexNotice index={last.index} what="older chats" failed="Some chats cannot be searched" />
          )}
          <p role="status" className="sr-only">
            {text.trim() === '' || query.isFetching
              ? ''
              : found.length === 0
                ? 'Nothing found'
                : `${found.length} found`}
          </p>
          {query.isError && (
            <Notice
              tone="trouble"
              title="Could not search"
              className="mt-4"
              actions={
                <Button look="outline" icon="retry" onClick={() => query.refetch()}>
                  Try again
                </Button>
              }
            >
              {query.error.message}
            </Notice>
          )}
          {text.trim() === '' && (
            <p className="mt-8 text-ink-faint">
              Finds words in your messages, in answers and in titles, in any language.
            </p>
          )}
          {text.trim() !== '' && !query.isFetching && !query.isError && found.length === 0 && (
            <p className="mt-8 text-ink-soft">No chat has all of these words.</p>
          )}
          {text.trim() !== '' && query.isFetching && found.length === 0 && (
            <p className="appear-late mt-8 text-ink-faint">Searching…</p>
          )}
          <ul className="mt-4 border-t border-line empty:hidden">
            {found.map(one => (
              <FoundItem key={one.messageId ?? one.chatId} found={one} text={text} />
            ))}
          </ul>
          {query.hasNextPage && found.length > 0 && (
            <Button
              look="outline"
              className="mt-4"
              disabled={query.isFetchingNextPage}
              onClick={() => query.fetchNextPage()}
            >
              {query.isFetchingNextPage ? 'Loading more…' : 'Show more'}
            </Button>
          )}
        </div>
      </section>
    </>
  )
}

function FoundItem({ found, text }: { found: Found; text: string }) {
  const { chatId, messageId, role, at, snippet } = found
  return (
    <li className="border-b border-line">
      <Link
        to="/chats/$chatId"
        params={{ chatId }}
        search={messageId === null ? {} : { message: messageId, find: text }}
        data-found=""
        className="-mx-2 block rounded px-2 py-3 transition-colors duration-150 hover:bg-wash"
      >
        <span className="flex items-baseline gap-3">
          <bdi className="min-w-0 flex-1 truncate font-medium">
            {messageId === null ? <Marked snippet={snippet} /> : chatTitle(found)}
          </bdi>
          <span className="shrink-0 text-small text-ink-faint">
            {role === null ? 'Title' : role === 'user' ? 'You' : 'Answer'} · {formatMoment(at, Date.now())}
          </span>
        </span>
        {messageId !== null && (
          <bdi className="mt-1 line-clamp-3 wrap-anywhere text-ink-soft">
            <Marked snippet={snippet} />
          </bdi>
        )}
      </Link>
    </li>
  )
}

/** The arrows go from the field through what was found. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-found]')]
  const at = links.findIndex(link => link.matches(':focus'))
  const fromField = event.target instanceof HTMLInputElement
  if (at === -1 && !(fromField && step === 1)) return
  event.preventDefault()
  if (at === 0 && step === -1) event.currentTarget.querySelector<HTMLElement>('input')?.focus()
  else links[at + step]?.focus()
}
