import type { ChatView, MessageId } from '@stet/api/client'
import { defaultRangeExtractor, elementScroll, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { KnownCallsContext, knownCalls } from '../../calls/known-calls.ts'
import { waitingCalls } from '../../calls/pending-calls.ts'
import { useSpokenCalls } from '../../calls/use-spoken-calls.ts'
import { useModelName } from '../../models/model-name.ts'
import { useFoundText } from '../../search/use-found-text.ts'
import type { Above, ChatStore } from '../../state/chat-store.ts'
import { type Row, shownDraft, toRows } from '../../state/chat-view.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { KeeperContext } from '../../ui/hooks/kept-state.tsx'
import { FollowEnd, HoldPosition } from '../../ui/hooks/scroll-context.ts'
import { shortcuts } from '../../ui/keyboard/shortcuts.ts'
import { RowView } from '../messages/row-view.tsx'
import { useFollowEnd } from './use-follow-end.ts'
import { useSpokenAnswer } from './use-spoken-answer.ts'

const NEAR_START = 800

/** `find` are words to highlight in the message. */
export interface Wanted {
  readonly messageId: MessageId
  readonly find?: string
}

interface ConversationProps {
  store: ChatStore
  /** A message to scroll to; another object is another wish. */
  wanted: Wanted | null
  /** The wanted message is not on the shown branch. */
  onElsewhere: (messageId: MessageId) => void
}

/** Rendered again only when what it shows changes: a render between the user's scroll and its event would jump back to the end. */
export const Conversation = memo(({ store, wanted, onElsewhere }: ConversationProps) => {
  const state = useSyncExternalStore(store.subscribe, store.state)
  return (
    state.kind === 'ready' && (
      <OpenConversation
        {...state}
        onLoadEarlier={store.loadEarlier}
        onLoadStart={store.loadStart}
        wanted={wanted}
        onElsewhere={onElsewhere}
      />
    )
  )
})

interface OpenConversationProps extends Omit<ConversationProps, 'store'> {
  view: ChatView
  above: Above
  onLoadEarlier: () => void
  onLoadStart: () => Promise<void>
}

function OpenConversation({ view, above, onLoadEarlier, onLoadStart, wanted, onElsewhere }: OpenConversationProps) {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { away, follow, hold, noteOwnMove } = useFollowEnd(scroller, content)
  const rows = useMemo(() => toRows(view), [view])
  const { path, calls, progress } = view
  const known = useMemo(() => knownCalls({ calls, progress, path }), [calls, progress, path])
  const model = useModelName(view.chat.settings.model)
  useSpokenAnswer(view)
  useSpokenCalls(view)
  const [keeper] = useState(() => ({ kept: new Map(), place: '' }))

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: index => rows[index]?.key ?? index,
    estimateSize: index => {
      const row = rows[index]
      return row ? estimateHeight(row) : 0
    },
    rangeExtractor: range => withFocused(range, scroller.current),
    overscan: 3,
    paddingStart: view.earlier ? 44 : 24,
    paddingEnd: 16,
    anchorTo: 'end',
    // The end is followed by `useFollowEnd` alone: two hands on one scroll position pull it apart.
    scrollEndThreshold: -1,
    scrollToFn: (offset, options, instance) => {
      elementScroll(offset, options, instance)
      noteOwnMove()
    },
    onChange: instance => {
      if (view.earlier && above === 'idle' && (instance.scrollOffset ?? Number.POSITIVE_INFINITY) < NEAR_START) {
        onLoadEarlier()
      }
    },
  })

  const met = useRef(wanted)
  useEffect(() => {
    if (wanted === null || met.current === wanted) return
    const index = rows.findIndex(row => row.key === wanted.messageId)
    if (index === -1) {
      if (view.earlier && above === 'idle') onLoadEarlier()
      // Everything of this branch is loaded, so the message is on another one.
      if (!view.earlier) onElsewhere(wanted.messageId)
      return
    }
    met.current = wanted
    hold()
    virtualizer.scrollToIndex(index, { align: 'start' })
  }, [wanted, rows, view.earlier, above, onLoadEarlier, onElsewhere, hold, virtualizer])
  useFoundText(scroller, wanted?.find ?? null, wanted?.messageId ?? null)

  const [toStart, setToStart] = useState(false)
  useEffect(() => {
    if (!toStart) return
    hold()
    if (view.earlier && above !== 'failed') return
    virtualizer.scrollToOffset(0)
    setToStart(false)
  }, [toStart, view.earlier, above, hold, virtualizer])

  function goToStart(): void {
    setToStart(true)
    onLoadStart().catch(reportError)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key !== shortcuts.toStart.keys && event.key !== shortcuts.toEnd.keys) return
    if (event.target !== scroller.current) return
    event.preventDefault()
    if (event.key === shortcuts.toStart.keys) goToStart()
    else follow()
  }

  const lastOwn = rows.findLast(isOwn)?.key ?? null
  const seenOwn = useRef(lastOwn)
  useEffect(() => {
    // After sending, the user wants to see the answer, wherever they were reading.
    if (lastOwn !== seenOwn.current) follow()
    seenOwn.current = lastOwn
  }, [lastOwn, follow])

  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="h-full overflow-y-auto outline-offset-[-2px] [overflow-anchor:none]"
      >
        <h2 className="sr-only">Messages</h2>
        <div ref={content} className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {view.earlier && <EarlierNote above={above} onRetry={onLoadEarlier} />}
          <KeeperContext value={keeper}>
            <HoldPosition value={hold}>
              <FollowEnd value={follow}>
                <KnownCallsContext value={known}>
                  {virtualizer.getVirtualItems().map(item => {
                    const row = rows[item.index]
                    return (
                      row && (
                        <div
                          key={item.key}
                          ref={virtualizer.measureElement}
                          data-index={item.index}
                          data-looked-for={wanted?.messageId === row.key ? '' : undefined}
                          className={classNames('absolute inset-x-0', wanted?.messageId === row.key && 'look-here')}
                          style={{ top: item.start }}
                        >
                          <RowView row={row} model={model} />
                        </div>
                      )
                    )
                  })}
                </KnownCallsContext>
              </FollowEnd>
            </HoldPosition>
          </KeeperContext>
        </div>
      </section>
      <Fade className="top-0 bg-linear-to-b" />
      <Fade className="bottom-0 bg-linear-to-t" />
      {away && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-2">
          <IconButton
            look="outline"
            icon="arrow-up"
            label="Jump to start"
            keys={shortcuts.toStart.keys}
            className="pointer-events-auto animate-[appear_160ms_ease-out] shadow-float"
            onClick={goToStart}
          />
          <Button
            look="outline"
            icon="arrow-down"
            className="pointer-events-auto animate-[appear_160ms_ease-out] shadow-float"
            onClick={follow}
          >
            {belowWords(view)}
          </Button>
        </div>
      )}
    </div>
  )
}

function isOwn(row: Row): boolean {
  return row.kind === 'waiting' || (row.kind === 'message' && row.message.role === 'user')
}

function belowWords(view: ChatView): string {
  if (waitingCalls(view).length > 0) return 'Approval needed'
  return shownDraft(view) === null ? 'Jump to end' : 'New text below'
}

/** Lines go under the header and the composer softly, not cut through the middle. */
function Fade({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('pointer-events-none absolute inset-x-0 mr-4 h-4 from-paper to-transparent', className)}
    />
  )
}

function EarlierNote({ above, onRetry }: { above: Above; onRetry: () => void }) {
  return (
    <div className="absolute inset-x-0 top-1 flex h-8 items-center justify-center gap-3 text-small text-ink-faint">
      {above === 'failed' ? (
        <>
          Could not load earlier messages.
          <Button look="outline" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        'Loading earlier messages…'
      )}
    </div>
  )
}

/** The row that holds the focus stays in the document, or a keyboard user would be thrown back to the top of the page. */
function withFocused(range: Range, scroller: HTMLElement | null): number[] {
  const indexes = defaultRangeExtractor(range)
  const focused = document.activeElement?.closest('[data-index]')
  const index = focused && scroller?.contains(focused) ? Number(focused.getAttribute('data-index')) : -1
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes
  return [...indexes, index].sort((one, other) => one - other)
}

const LINE = 26
const LINE_CHARACTERS = 72
const AROUND = 72
const TALLEST = 6000

/** A row's height before it was drawn, so that the scroll bar is about right from the start. */
function estimateHeight(row: Row): number {
  const parts = partsOf(row)
  const lines = parts.reduce((sum, part) => sum + (part.kind === 'text' ? linesOf(part.text ?? '') : 1.5), 0)
  return Math.min(TALLEST, AROUND + Math.ceil(lines) * LINE)
}

type Parts = readonly { readonly kind: string; readonly text?: string }[]

function partsOf(row: Row): Parts {
  if (row.kind === 'draft') return row.draft.parts
  if (row.kind === 'waiting') return [{ kind: 'text', text: row.message.text }]
  return 'parts' in row.message ? row.message.parts : []
}

function linesOf(text: string): number {
  if (text.length > TALLEST * 4) return TALLEST / LINE
  return text.split('\n').reduce((sum, line) => sum + Math.max(0.6, Math.ceil(line.length / LINE_CHARACTERS)), 0)
}
