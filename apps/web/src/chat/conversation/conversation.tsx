import type { ChatView, MessageId, PathWindow } from '@stet/api/client'
import { elementScroll, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { waitingCalls } from '../../calls/pending-calls.ts'
import { useSpokenCalls } from '../../calls/use-spoken-calls.ts'
import { MarginContext } from '../../margin/margin-context.ts'
import { useFoundText } from '../../search/use-found-text.ts'
import type { Above, ChatStore } from '../../state/chat-store.ts'
import { type Row, toRows } from '../../state/chat-view.ts'
import { settledReader } from '../../state/settled-view.ts'
import { classNames } from '../../ui/class-names.ts'
import { KeeperContext } from '../../ui/hooks/kept-state.tsx'
import { FollowEnd, HoldPosition } from '../../ui/hooks/scroll-context.ts'
import { useIsPrinting } from '../../ui/hooks/use-is-printing.ts'
import { shortcuts } from '../../ui/keyboard/shortcuts.ts'
import { OpenSteps } from '../messages/steps-view.tsx'
import { Fade, JumpButtons, LoadingNote } from './conversation-edges.tsx'
import { KnownCallsOf, LiveRow } from './live-row.tsx'
import { estimateHeight, withFocused } from './row-range.ts'
import { sentRows } from './sent-rows.ts'
import { useDecisionInSight } from './use-decision-in-sight.ts'
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
  /** Whether only what the next request sends is shown. */
  onlySent: boolean
  onShowAll: () => void
}

/** Rendered again only when what it shows changes: a render between the user's scroll and its event would jump back to the end. */
export const Conversation = memo(({ store, ...shown }: ConversationProps) => {
  const readSettled = useMemo(() => settledReader(store), [store])
  const state = useSyncExternalStore(store.subscribe, readSettled)
  return state.kind === 'ready' && <OpenConversation {...state} store={store} {...shown} />
})

interface OpenConversationProps extends ConversationProps {
  /** Without the text that is being written: its row alone follows that. */
  view: ChatView
  /** What is shown in place of the end of the path. */
  window: PathWindow | null
  above: Above
}

function OpenConversation(props: OpenConversationProps) {
  const { store, view, window, above, wanted, onElsewhere, onlySent, onShowAll } = props
  const { loadEarlier, loadLater, loadStart, loadThrough, showEnd } = store
  const shown = useMemo(() => shownView(view, window), [view, window])
  const scroller = useRef<HTMLElement>(null)
  const { away, follow: followEnd, hold, noteHeight, keepAtEnd, moveItself, isFollowing } = useFollowEnd(scroller)
  const follow = useCallback(() => {
    showEnd()
    followEnd()
  }, [showEnd, followEnd])
  const [opened, setOpened] = useState<ReadonlySet<MessageId>>(new Set())
  const { noteOn } = useContext(MarginContext)
  const rows = useMemo(() => {
    const all = toRows(shown, opened)
    return onlySent ? sentRows(all, view, noteOn) : all
  }, [shown, view, opened, onlySent, noteOn])
  const openSteps = useMemo(
    () => ({
      toggle(key: MessageId) {
        hold()
        setOpened(before => (before.has(key) ? before.difference(new Set([key])) : new Set([...before, key])))
      },
    }),
    [hold],
  )
  useSpokenAnswer(store, view)
  useSpokenCalls(view)
  const isDecisionInSight = useDecisionInSight(scroller, waitingCalls(view).length > 0)
  const [keeper] = useState(() => ({ kept: new Map(), place: '' }))

  const isPrinting = useIsPrinting()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: index => rows[index]?.key ?? index,
    estimateSize: index => {
      const row = rows[index]
      return row ? estimateHeight(row) : 0
    },
    rangeExtractor: range => (isPrinting ? rows.map((_, index) => index) : withFocused(range, scroller.current)),
    overscan: 3,
    // A chat opens at its end. From its start, rows would be drawn that nobody sees.
    initialOffset: (): number => Math.max(0, virtualizer.getTotalSize() - innerHeight),
    initialRect: { width: 0, height: innerHeight },
    // While it takes the list for being scrolled, rows are measured a frame too late; following the end would seem to be that for a while.
    useScrollendEvent: true,
    // Where the end is followed nobody scrolls: the list would be drawn again when that begins and when it ends, for each piece of text.
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (offset, isScrolling) => report(offset, isScrolling && !isFollowing())),
    paddingStart: shown.earlier ? 44 : 24,
    paddingEnd: window === null ? 16 : 44,
    anchorTo: 'end',
    // The end is followed by `useFollowEnd` alone: two hands on one scroll position pull it apart.
    scrollEndThreshold: -1,
    // What grows moves what is below it before it is drawn. Through a render, each piece of text would take two frames.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    scrollToFn: (offset, options, instance) => moveItself(() => elementScroll(offset, options, instance)),
    onChange: instance => {
      if (noteHeight(instance.getTotalSize())) keepAtEnd()
      const { scrollOffset, scrollRect } = instance
      if (above !== 'idle' || scrollOffset === null) return
      const end = instance.getTotalSize() - (scrollRect?.height ?? 0)
      // Where the end is followed, the place is not noted before the page was scrolled there.
      const below = isFollowing() ? 0 : end - scrollOffset
      if (shown.earlier && end - below < NEAR_START) void loadEarlier()
      else if (window !== null && below < NEAR_START) void loadLater()
    },
  })

  const height = virtualizer.getTotalSize()
  // Before the rows are measured, which may already find the place taken along by this height.
  useInsertionEffect(() => void noteHeight(height), [noteHeight, height])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list gave its content this height
  useLayoutEffect(() => keepAtEnd(), [keepAtEnd, height])

  const met = useRef(wanted)
  useEffect(() => {
    if (wanted === null || met.current === wanted) return
    const index = rows.findIndex(row => row.key === wanted.messageId)
    if (index === -1) {
      if (onlySent) return onShowAll()
      const block = rows.find(row => row.kind === 'steps' && row.messages.some(({ id }) => id === wanted.messageId))
      if (block !== undefined) return setOpened(before => new Set([...before, block.key]))
      // Everything of this branch is loaded, so the message is on another one.
      if (window === null && !view.earlier) return onElsewhere(wanted.messageId)
      if (above === 'idle') void loadThrough(wanted.messageId).then(isHere => isHere || onElsewhere(wanted.messageId))
      return
    }
    met.current = wanted
    hold()
    virtualizer.scrollToIndex(index, { align: 'start' })
  }, [wanted, rows, view.earlier, window, above, loadThrough, onElsewhere, onlySent, onShowAll, hold, virtualizer])
  useFoundText(scroller, wanted?.find ?? null, wanted?.messageId ?? null)

  const [toStart, setToStart] = useState(false)
  useEffect(() => {
    if (!toStart) return
    hold()
    if (shown.earlier && above !== 'failed') return
    virtualizer.scrollToOffset(0)
    setToStart(false)
  }, [toStart, shown.earlier, above, hold, virtualizer])

  function goToStart(): void {
    setToStart(true)
    loadStart().catch(reportError)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key !== shortcuts.toStart.keys && event.key !== shortcuts.toEnd.keys) return
    // Not in a field, a list or a dialog, which have a start and an end of their own.
    const isPage = event.target instanceof Element && event.target.matches('body, #main')
    if (event.target !== scroller.current && !isPage) return
    event.preventDefault()
    if (event.key === shortcuts.toStart.keys) goToStart()
    else follow()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  const lastOwn = useMemo(() => toRows(view).findLast(isOwn)?.key ?? null, [view])
  const seenOwn = useRef(lastOwn)
  useEffect(() => {
    // After sending, the user wants to see the answer, wherever they were reading.
    if (lastOwn !== seenOwn.current) follow()
    seenOwn.current = lastOwn
  }, [lastOwn, follow])

  return (
    <div className="@container/conversation relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label="Conversation"
        data-scrolls
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        tabIndex={0}
        className="h-full overflow-y-auto outline-offset-[-2px] [overflow-anchor:none]"
      >
        <h2 className="sr-only">Messages</h2>
        <div ref={virtualizer.containerRef} className="relative">
          {shown.earlier && <LoadingNote which="earlier" above={above} onRetry={loadEarlier} />}
          {window !== null && <LoadingNote which="later" above={above} onRetry={loadLater} />}
          <KeeperContext value={keeper}>
            <HoldPosition value={hold}>
              <FollowEnd value={follow}>
                <OpenSteps value={openSteps}>
                  <KnownCallsOf store={store} view={shown}>
                    {virtualizer.getVirtualItems().map(item => {
                      const row = rows[item.index]
                      return (
                        row && (
                          <div
                            key={item.key}
                            ref={virtualizer.measureElement}
                            data-index={item.index}
                            data-message={row.key}
                            data-looked-for={wanted?.messageId === row.key ? '' : undefined}
                            className={classNames('absolute inset-x-0', wanted?.messageId === row.key && 'look-here')}
                          >
                            <LiveRow store={store} row={row} />
                          </div>
                        )
                      )
                    })}
                  </KnownCallsOf>
                </OpenSteps>
              </FollowEnd>
            </HoldPosition>
          </KeeperContext>
        </div>
      </section>
      <Fade className="top-0 bg-linear-to-b" />
      <Fade className="bottom-0 bg-linear-to-t" />
      {(away || window !== null) && !isDecisionInSight && (
        <JumpButtons view={view} onStart={goToStart} onEnd={follow} />
      )}
    </div>
  )
}

/** A window is read without what is being written: that is at the end of the path. */
function shownView(view: ChatView, window: PathWindow | null): ChatView {
  if (window === null) return view
  const { path, earlier, calls } = window
  return { ...view, path, earlier, calls: { ...calls, ...view.calls }, drafts: [], waiting: [] }
}

function isOwn(row: Row): boolean {
  return row.kind === 'waiting' || (row.kind === 'message' && row.message.role === 'user')
}
