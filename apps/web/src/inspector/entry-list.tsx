import type {
  BlockReport,
  EarlierReport,
  Inspection,
  Message,
  MessageId,
  MessageReport,
  Report,
  ReportPage,
} from '@stet/api/client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { sentence } from '../formats/sentence.ts'
import { withoutMarkdown } from '../formats/without-markdown.ts'
import { fateWords, type RequestTime, reasonWords, roleWords } from '../margin/fate-words.ts'
import { classNames } from '../ui/class-names.ts'
import type { Place, ReportMessages } from './report-pages.ts'
import { plannedWords, stageWords } from './report-words.ts'

type Entry =
  | { readonly kind: 'heading'; readonly key: string; readonly text: string }
  | { readonly kind: 'block'; readonly key: string; readonly block: BlockReport }
  | { readonly kind: 'compaction'; readonly key: string; readonly words: string; readonly because: string }
  | { readonly kind: 'earlier'; readonly key: string; readonly report: EarlierReport; readonly planned: string | null }
  | {
      readonly kind: 'message'
      readonly key: MessageId
      readonly report: MessageReport
      readonly isNext: boolean
      /** Why it would be summarised first; null where it would not. */
      readonly planned: string | null
    }
  /** A message that is not loaded yet. */
  | { readonly kind: 'loading'; readonly key: string }

/** The report of a request that is to be sent, or of one that was. */
export interface EntrySource {
  readonly report: Report
  /** Of the report, as far as they are loaded. */
  readonly messages: ReportMessages
  /** Where the report is a page of more messages. */
  readonly page?: ReportPage
  /** Of the message that is about to be sent; null where nothing is. */
  readonly nextMessageId: MessageId | null
  readonly compaction: Inspection['compaction'] | null
}

interface EntryListProps {
  label: string
  time: RequestTime
  source: EntrySource
  /** The messages the page holds, for a few words of each. */
  path: readonly Message[]
  /** The entry to scroll to. */
  at: MessageId | null
  onShow: (messageId: MessageId) => void
  /** Loads messages that are looked at; null where all are loaded. */
  want: ((place: Place) => void) | null
}

/** Every block and message of a request, in the order in which it is sent, with what becomes of it and why (C17). */
export function EntryList({ label, time, source, path, at, onShow, want }: EntryListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const leading = useMemo(() => leadingEntries(source), [source])
  const messageEntry = useMemo(() => messageEntries(source), [source])
  const entryAt = (index: number): Entry => leading[index] ?? messageEntry(index - leading.length)
  const count = source.page?.count ?? source.messages.size
  const words = useMemo(() => new Map(path.map(message => [message.id, fewWords(message)])), [path])
  const virtualizer = useVirtualizer({
    count: leading.length + count,
    getScrollElement: () => scroller.current,
    getItemKey: index => entryAt(index).key,
    estimateSize: index => (leading[index]?.kind === 'heading' ? 36 : 76),
    overscan: 6,
    paddingEnd: 16,
  })

  const place = useMemo(() => placeOf(source.messages, at), [source.messages, at])
  const target = place === null ? -1 : leading.length + place
  useEffect(() => {
    if (at !== null && place === null) want?.({ around: at })
  }, [at, place, want])
  useEffect(() => {
    if (target === -1) return
    virtualizer.scrollToIndex(target, { align: 'center' })
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${target}"] button`)?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [target, virtualizer])

  const items = virtualizer.getVirtualItems()
  const missing = items.find(({ index }) => entryAt(index).kind === 'loading')?.index
  useEffect(() => {
    if (missing !== undefined) want?.({ index: missing - leading.length })
  }, [missing, leading.length, want])

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ol aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(item => (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className="absolute inset-x-0"
            style={{ top: item.start }}
          >
            <EntryView entry={entryAt(item.index)} time={time} words={words} onShow={onShow} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The index of a message that is loaded. */
function placeOf(messages: ReportMessages, at: MessageId | null): number | null {
  if (at !== null) for (const [index, { messageId }] of messages) if (messageId === at) return index
  return null
}

interface EntryViewProps {
  entry: Entry
  time: RequestTime
  words: ReadonlyMap<MessageId, string>
  onShow: (messageId: MessageId) => void
}

function EntryView({ entry, time, words, onShow }: EntryViewProps) {
  switch (entry.kind) {
    case 'heading':
      return <h3 className="px-4 pt-4 pb-1 text-small font-medium text-ink-faint">{entry.text}</h3>
    case 'compaction':
      return (
        <div className="px-4 py-2">
          <p className="font-medium">{entry.words}</p>
          <p className="mt-0.5 text-small text-ink-soft">{entry.because}</p>
        </div>
      )
    case 'earlier':
      return (
        <div className="px-4 py-2">
          <p className="font-medium">Earlier messages</p>
          <p className="mt-0.5 text-small text-ink-faint">
            <span className={classNames('mr-2 font-medium', fateInk(entry.report))}>
              {fateWords(entry.report, time)}
            </span>
            {sentence(entry.report.because)}
          </p>
          <Planned because={entry.planned} />
        </div>
      )
    case 'loading':
      return (
        <div className="px-4 py-2">
          <span className="sr-only">Loading</span>
          <div aria-hidden="true" className="h-[60px] rounded bg-wash" />
        </div>
      )
    case 'block':
      return (
        <div className="px-4 py-2">
          <Lines report={entry.block} time={time} title={blockTitle(entry.block)} said={null} />
        </div>
      )
    case 'message': {
      const { report, isNext, planned } = entry
      if (isNext) {
        return (
          <div className="px-4 py-2">
            <Lines report={report} time={time} title="Your next message" said={null} />
            <Planned because={planned} />
          </div>
        )
      }
      return (
        <button
          type="button"
          onClick={() => onShow(report.messageId)}
          className="block w-full px-4 py-2 text-left outline-offset-[-2px] transition-colors duration-150 hover:bg-wash"
        >
          <Lines
            report={report}
            time={time}
            title={roleWords(report.role)}
            said={words.get(report.messageId) ?? null}
          />
          <Planned because={planned} />
        </button>
      )
    }
  }
}

function Planned({ because }: { because: string | null }) {
  if (because === null) return null
  return (
    <span className="mt-0.5 block text-small text-ink-faint">
      <span className="font-medium text-accent">Will be summarised first:</span> {because}.
    </span>
  )
}

type Reported = Pick<MessageReport, 'fate' | 'because' | 'tokensBefore' | 'tokensAfter' | 'cached'> &
  Partial<Pick<MessageReport, 'decisions'>>

interface LinesProps {
  report: Reported
  time: RequestTime
  title: string
  said: string | null
}

function Lines({ report, time, title, said }: LinesProps) {
  const { fate, because, decisions = [], tokensBefore, tokensAfter, cached } = report
  const reason = reasonWords({ because, decisions })
  const goes = tokensAfter > 0 || fate === 'sent' || fate === 'pinned' || fate === 'never-sent-by-role'
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className={classNames('shrink-0 font-medium', !goes && 'text-ink-faint line-through')}>{title}</span>
        <bdi className="min-w-0 flex-1 truncate text-ink-faint">{said}</bdi>
        <span className="figures shrink-0 text-small text-ink-soft">
          {tokensBefore !== tokensAfter && (
            <>
              <span className="text-ink-faint">{tokensBefore.toLocaleString('en')}</span>
              <span aria-hidden="true" className="font-sans">
                {' → '}
              </span>
              <span className="sr-only"> tokens, sent as </span>
            </>
          )}
          {tokensAfter.toLocaleString('en')}
        </span>
      </span>
      <span className="mt-0.5 flex items-baseline gap-2 text-small text-ink-faint">
        <span className={classNames('shrink-0 font-medium', fateInk(report))}>{fateWords(report, time)}</span>
        <span className="min-w-0 flex-1">{reason !== '' && sentence(reason)}</span>
        {cached && time === 'past' && <span className="shrink-0">cached</span>}
      </span>
    </>
  )
}

function fateInk({ fate }: Pick<Reported, 'fate'>): string {
  switch (fate) {
    case 'over-budget':
    case 'unreadable':
      return 'text-red'
    case 'pinned':
    case 'trimmed':
    case 'left-out':
      return 'text-accent'
    default:
      return 'text-ink-soft'
  }
}

/** Everything before the messages. */
function leadingEntries({ report, compaction }: EntrySource): readonly Entry[] {
  const block = (each: BlockReport, index: number): Entry => ({
    kind: 'block',
    key: `${each.kind} ${each.name} ${index}`,
    block: each,
  })
  const heading = (text: string): Entry => ({ kind: 'heading', key: text, text })
  const { tools, system, opening, earlier } = report
  const plan = compaction?.kind === 'planned' ? compaction : null
  const why = plan === null ? null : stageWords(plan.stage)
  return [
    ...(plan === null
      ? []
      : [
          heading('Summary'),
          { kind: 'compaction' as const, key: 'compaction', words: plannedWords(plan), because: plan.because },
        ]),
    ...(tools.length > 0 ? [heading('Tools'), ...tools.map(block)] : []),
    ...(system.length > 0 ? [heading('System'), ...system.map(block)] : []),
    heading('Messages'),
    ...(earlier === null ? [] : [earlierEntry(earlier, why)]),
    ...(opening === null ? [] : [block(opening, -1)]),
  ]
}

/** The entry of each message by its index. */
function messageEntries({ messages, nextMessageId, compaction }: EntrySource): (index: number) => Entry {
  const plan = compaction?.kind === 'planned' ? compaction : null
  const why = plan === null ? null : stageWords(plan.stage)
  const summarised = new Set(plan?.summarised.listed)
  return index => {
    const report = messages.get(index)
    if (report === undefined) return { kind: 'loading', key: `loading ${index}` }
    const { messageId } = report
    const isNext = messageId === nextMessageId
    return { kind: 'message', key: messageId, report, isNext, planned: summarised.has(messageId) ? why : null }
  }
}

function earlierEntry(report: EarlierReport, why: string | null): Entry {
  // What no longer fits before the first entry would go into the summary too: what stays is among the entries.
  return { kind: 'earlier', key: 'earlier', report, planned: report.fate === 'over-budget' ? why : null }
}

function blockTitle({ kind, name }: BlockReport): string {
  switch (kind) {
    case 'prompt':
      return name === 'change' ? 'Changed system prompt' : 'System prompt'
    case 'summary':
      return 'Summary'
    case 'note':
      if (name === 'effort') return 'Changed effort'
      return name === 'web search' ? 'Web search' : 'Opening note'
    case 'document':
    case 'tool':
      return name
  }
}

const FEW = 80

/** How a message begins as models read it, to know it by. */
function fewWords(message: Message): string {
  if (message.role === 'user' && message.sent) return beginning(message.sent)
  if (!('parts' in message)) return ''
  for (const part of message.parts) {
    if (part.kind === 'text' && part.text.trim() !== '') return beginning(part.text)
    if (part.kind === 'tool-call' || part.kind === 'tool-result') return part.tool
  }
  return ''
}

/** Signs of Markdown would take the place of words. The whole text, which opens below, has them. */
function beginning(text: string): string {
  return withoutMarkdown(text.slice(0, 4 * FEW))
    .text.trim()
    .slice(0, FEW)
}
