import type { ListedAttachment } from '@stet/api/client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Lightbox } from '../attachments/lightbox.tsx'
import { chatTitle } from '../chats/chat-title.ts'
import { formatBytes } from '../formats/format-bytes.ts'
import { refreshQueries } from '../state/refresh-queries.ts'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button } from '../ui/controls/button.tsx'
import { Select } from '../ui/controls/select-field.tsx'
import { IndexNotice } from '../ui/layout/index-notice.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { AttachmentRow, isShownPicture } from './attachment-row.tsx'
import { ATTACHMENTS, type AttachmentFilter, attachmentsQuery } from './attachments-query.ts'
import { type ReleaseAct, releaseSelected, sizeOfFiles } from './release-selected.ts'

const KINDS = [
  { value: 'any', label: 'All files' },
  { value: 'image', label: 'Pictures' },
  { value: 'other', label: 'Other files' },
] as const

const AGES = [
  { value: 'any', label: 'Any age' },
  { value: '7', label: 'Older than 7 days' },
  { value: '30', label: 'Older than 30 days' },
  { value: '90', label: 'Older than 90 days' },
  { value: '365', label: 'Older than a year' },
] as const

const DONE: Readonly<Record<ReleaseAct, string>> = { release: 'Removed', restore: 'Restored', delete: 'Deleted' }

/** Every file of every message by chat, newest first: how large, where, and whether it is still sent (W4). */
export function AttachmentsPage({ filter }: { filter: AttachmentFilter }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { trouble, attempt } = useAttempt()
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedAttachment>>(new Map())
  const [done, setDone] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const query = useInfiniteQuery(attachmentsQuery(client, filter))
  const last = query.data?.pages.at(-1)
  const listed = query.data?.pages.flatMap(page => page.attachments) ?? []

  useEffect(() => {
    document.title = 'Attachments'
  }, [])

  function change(next: Partial<AttachmentFilter>): void {
    setChosen(new Map())
    void navigate({ to: '/attachments', search: { ...filter, ...next }, replace: true })
  }

  function toggle(attachment: ListedAttachment): void {
    setDone(null)
    setChosen(before => {
      const next = new Map(before)
      if (!next.delete(keyOf(attachment))) next.set(keyOf(attachment), attachment)
      return next
    })
  }

  /** Also those on pages that are not loaded yet. */
  async function chooseAll(): Promise<void> {
    setDone(null)
    let { data, hasNextPage } = query
    while (hasNextPage) ({ data, hasNextPage } = await query.fetchNextPage())
    const all = data?.pages.flatMap(page => page.attachments) ?? []
    setChosen(new Map(all.map(each => [keyOf(each), each])))
  }

  async function act(kind: ReleaseAct, of: readonly ListedAttachment[]): Promise<void> {
    setBusy(true)
    setAsking(false)
    const isDone = await attempt('Not all files were changed', releaseSelected(client, newKey, kind, of))
    if (isDone) setDone(`${DONE[kind]} ${filesWords(of)}.`)
    setChosen(new Map())
    await refreshQueries(queries, ATTACHMENTS)
    setBusy(false)
  }

  const selected = [...chosen.values()]
  const held = selected.filter(({ released }) => !released)
  const restorable = selected.filter(({ released, there }) => released && there)
  const deletable = selected.filter(({ there, released }) => there || !released)
  const pictures = listed.filter(isShownPicture).map(({ file }) => file)

  return (
    <>
      <PageHeader title="Attachments" />
      <PageColumn>
        <div className="flex flex-wrap gap-2">
          <Select
            label="Kind"
            className="min-w-0 max-sm:flex-1 sm:w-40"
            value={filter.kind ?? 'any'}
            options={KINDS}
            onChange={kind => change({ kind: kind === 'any' ? undefined : kind })}
          />
          <Select
            label="Age"
            className="min-w-0 max-sm:flex-1 sm:w-52"
            value={ageOf(filter)}
            options={AGES}
            onChange={age => change({ days: age === 'any' ? undefined : Number(age) })}
          />
          {filter.chat !== undefined && (
            <Button icon="close" onClick={() => change({ chat: undefined })}>
              All chats
            </Button>
          )}
        </div>
        {listed.length > 0 && (
          <div
            role="toolbar"
            aria-label="Selected files"
            className="sticky top-0 z-10 mt-3 flex flex-wrap items-center gap-1 border-b border-line bg-paper py-2"
          >
            <p aria-live="polite" className="min-w-40 flex-1 text-ink-soft">
              {selected.length === 0
                ? `${query.hasNextPage ? 'More than ' : ''}${filesWords(listed)}`
                : `${filesWords(selected)} selected`}
            </p>
            <Button disabled={query.isFetching} onClick={() => void chooseAll()}>
              Select all
            </Button>
            <Button icon="strike" disabled={busy || held.length === 0} onClick={() => void act('release', held)}>
              Remove from context
            </Button>
            <Button
              icon="undo"
              disabled={busy || restorable.length === 0}
              onClick={() => void act('restore', restorable)}
            >
              Restore
            </Button>
            <Button
              icon="trash"
              className="text-red"
              disabled={busy || deletable.length === 0}
              onClick={() => setAsking(true)}
            >
              Delete
            </Button>
          </div>
        )}
        {done !== null && (
          <p role="status" className="mt-3 text-ink-soft">
            {done}
          </p>
        )}
        {(trouble !== null || query.isError) && (
          <LoadTrouble
            title={trouble?.what ?? 'Could not list the attachments'}
            className="mt-3"
            onRetry={() => void query.refetch()}
          >
            {trouble?.because ?? query.error?.message}
          </LoadTrouble>
        )}
        {query.isPending && (
          <div className="mt-5">
            <Skeleton label="Loading the attachments" />
          </div>
        )}
        {query.isSuccess && listed.length === 0 && !query.hasNextPage && last?.index.kind === 'current' && (
          <p className="mt-8 text-ink-soft">
            {filter.kind === undefined && filter.days === undefined && filter.chat === undefined
              ? 'No message has a file yet. Files that you add to messages, and pictures that models make, are listed here.'
              : 'No file matches.'}
          </p>
        )}
        {last !== undefined && (
          <IndexNotice index={last.index} what="older messages" failed="Files of older messages cannot be listed" />
        )}
        {[...Map.groupBy(listed, ({ chatId }) => chatId)].map(([chatId, files]) => (
          <section key={chatId} aria-labelledby={`files-of-${chatId}`} className="mt-5">
            <header className="flex items-center gap-3 border-b border-line pb-1">
              <h2 id={`files-of-${chatId}`} className="min-w-0 flex-1 truncate font-semibold">
                <Link to="/chats/$chatId" params={{ chatId }} className="rounded hover:underline">
                  <bdi>{files[0] && chatTitle(files[0])}</bdi>
                </Link>
              </h2>
              <span className="shrink-0 text-small text-ink-faint">{filesWords(files)}</span>
              {filter.chat === undefined && (
                <Button onClick={() => change({ chat: chatId })} className="shrink-0">
                  Only this chat
                </Button>
              )}
            </header>
            <ul aria-labelledby={`files-of-${chatId}`} className="divide-y divide-line">
              {files.map(attachment => (
                <AttachmentRow
                  key={keyOf(attachment)}
                  attachment={attachment}
                  isChosen={chosen.has(keyOf(attachment))}
                  onToggle={() => toggle(attachment)}
                  onOpen={() => setOpened(attachment.file.blob)}
                />
              ))}
            </ul>
          </section>
        ))}
        {query.hasNextPage && (
          <Button
            look="outline"
            className="mt-4"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? 'Loading more…' : 'Show more'}
          </Button>
        )}
      </PageColumn>
      <Lightbox images={pictures} shown={opened} onShow={setOpened} />
      {asking && (
        <Dialog
          open
          onOpenChange={setAsking}
          title={`Delete ${filesWords(deletable)}?`}
          description="They are deleted now and cannot be restored. Their messages stay, with a note that a file was removed. A file that another chat has too stays there."
        >
          <div className="flex justify-end gap-2">
            <Button look="outline" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button look="danger" icon="trash" onClick={() => void act('delete', deletable)}>
              Delete
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** A file is listed once for each message that has it. */
function keyOf({ messageId, file }: ListedAttachment): string {
  return `${messageId} ${file.blob}`
}

function ageOf({ days }: AttachmentFilter): (typeof AGES)[number]['value'] {
  return AGES.find(({ value }) => value === String(days))?.value ?? 'any'
}

function filesWords(of: readonly ListedAttachment[]): string {
  return `${of.length === 1 ? '1 file' : `${of.length} files`}, ${formatBytes(sizeOfFiles(of))}`
}
