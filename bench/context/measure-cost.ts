import type { ContextSettings } from '@stet/history'
import type { Report } from '../harness/row.ts'
import { concatenate, type Transcript, type Transcripts } from './load-transcripts.ts'
import { forgetNothing, olderThanThreeCalls, olderThanUserTurn, type PlainView, plainCost } from './plain-views.ts'
import { type Replay, type ReplayView, replayCost, toReplay } from './replay-cost.ts'

interface Subject {
  readonly name: string
  readonly chats: readonly Transcript[]
  /** Measured elsewhere with the same assumptions: of uncached, then of full history with a mark at the end. */
  readonly table: Table
}

interface Table {
  readonly full: number
  readonly userTurn: number
  readonly threeCalls: number
  /** Results older than a user turn forgotten, and compaction at 32,000 tokens; null where nothing is said of it. */
  readonly compacted: number | null
}

const WINDOW = 32_000
// The longest that compaction asks for. The table does not say how long its summaries were, nor what was kept.
const SUMMARY = 4000
const KEEPS = 6
/** How far Anthropic looks back from a mark. */
const LOOK_BACK = 20

const atEnd = { settings: { cache: 'all-off' }, markAtEnd: true } as const
const cached = { settings: {} } as const
const windowed = { maxPromptTokens: WINDOW } as const
const summaryTokens = SUMMARY

const views: Readonly<Record<string, ReplayView>> = {
  'full history, all-off': { settings: { cache: 'all-off' } },
  'full history, system': { settings: { cache: 'system' } },
  'full history, cached': cached,
  'full history, mark at the end': atEnd,
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map(count => [`forget after ${count}, cached`, forgetting(count, 'cached')]),
  ),
  'forget after 1, mark at the end': { ...forgetting(1, 'all-off'), markAtEnd: true },
  'strip, all-off': { settings: { previousCycles: 'strip', cache: 'all-off' } },
  'strip, cached': { settings: { previousCycles: 'strip' } },
  'strip, mark at the end': { settings: { previousCycles: 'strip', cache: 'all-off' }, markAtEnd: true },
  'window of 32,000 with compaction, cached': { settings: windowed, summaryTokens },
  'window of 32,000 with compaction, mark at the end': {
    settings: { ...windowed, cache: 'all-off' },
    markAtEnd: true,
    summaryTokens,
  },
  'window of 32,000 with compaction, strip, cached': {
    settings: { ...windowed, previousCycles: 'strip' },
    summaryTokens,
  },
  'window of 32,000 with compaction, strip, mark at the end': {
    settings: { ...windowed, previousCycles: 'strip', cache: 'all-off' },
    markAtEnd: true,
    summaryTokens,
  },
  'looking back 20 blocks, cached': { settings: {}, lookBack: LOOK_BACK },
  'looking back 20 blocks, mark at the end': { ...atEnd, lookBack: LOOK_BACK },
  'looking back 20 blocks, forget after 1, cached': { ...forgetting(1, 'cached'), lookBack: LOOK_BACK },
  'looking back 20 blocks, forget after 1, mark at the end': {
    ...forgetting(1, 'all-off'),
    markAtEnd: true,
    lookBack: LOOK_BACK,
  },
}

function forgetting(afterConclusions: number, cache: ContextSettings['cache']): ReplayView {
  return { settings: { toolMemory: { mode: 'forget', afterConclusions }, cache } }
}

export function measureCost(transcripts: Transcripts, report: Report): void {
  for (const subject of subjectsOf(transcripts)) {
    const uncached = plainCost(subject.chats, { forget: forgetNothing, marked: false })
    const full = plainCost(subject.chats, { forget: forgetNothing, marked: true })
    checkSimulation(subject, uncached, full, report)
    const replayed = subject.chats.map(toReplay)
    for (const [name, view] of Object.entries(views)) {
      const cost = costOf(replayed, view)
      report({
        name: `cost: ${subject.name}, ${name}`,
        unit: 'M tokens',
        ours: cost / 1e6,
        peer: full / 1e6,
        peerName: 'full history, mark at the end',
        goal: null,
      })
    }
    report({
      name: `cost: ${subject.name}, cached, the dearest chat`,
      unit: 'of one mark at the end',
      ours: Math.max(...replayed.map(chat => replayCost(chat, cached) / replayCost(chat, atEnd))),
      peer: null,
      peerName: null,
      goal: '<= 1',
    })
    report({
      name: `cost: ${subject.name}, cached, all chats`,
      unit: 'of one mark at the end',
      ours: costOf(replayed, cached) / costOf(replayed, atEnd),
      peer: null,
      peerName: null,
      goal: '<= 1',
    })
  }
}

function costOf(chats: readonly Replay[], view: ReplayView): number {
  return chats.reduce((sum, chat) => sum + replayCost(chat, view), 0)
}

function subjectsOf({ airline, coding }: Transcripts): readonly Subject[] {
  const joined = (size: number): readonly Transcript[] =>
    Array.from({ length: Math.floor(airline.length / size) }, (_, index) =>
      concatenate(airline.slice(index * size, (index + 1) * size)),
    )
  return [
    { name: 'airline', chats: airline, table: { full: 0.221, userTurn: 0.96, threeCalls: 1.59, compacted: 0.96 } },
    {
      name: 'airline ×10',
      chats: joined(10),
      table: { full: 0.117, userTurn: 0.64, threeCalls: 1.14, compacted: 0.64 },
    },
    {
      name: 'airline ×40',
      chats: joined(40),
      table: { full: 0.104, userTurn: 0.53, threeCalls: 0.69, compacted: 0.36 },
    },
    { name: 'coding', chats: [coding], table: { full: 0.104, userTurn: 0.58, threeCalls: 5.23, compacted: null } },
  ]
}

const columns = {
  full: 'full history, of uncached',
  userTurn: 'without results older than a user turn',
  threeCalls: 'without results older than three calls',
  compacted: 'without results older than a user turn, compaction at 32,000 tokens',
} as const

/** A simulation that does not give the figures of the table would say nothing about ours. */
function checkSimulation({ name, chats, table }: Subject, uncached: number, full: number, report: Report): void {
  const share = (view: PlainView): number => plainCost(chats, view) / full
  const compaction = { above: WINDOW, keeps: KEEPS, summaryTokens: SUMMARY }
  const found = {
    full: full / uncached,
    userTurn: share({ forget: olderThanUserTurn, marked: true }),
    threeCalls: share({ forget: olderThanThreeCalls, marked: true }),
    compacted: share({ forget: olderThanUserTurn, marked: true, compaction }),
  }
  for (const column of ['full', 'userTurn', 'threeCalls', 'compacted'] as const) {
    const wanted = table[column]
    if (wanted === null) continue
    report({
      name: `cost: how far the simulation is from the table, ${name}, ${columns[column]}`,
      unit: '%',
      ours: 100 * Math.abs(found[column] / wanted - 1),
      peer: null,
      peerName: null,
      goal: '<= 5',
    })
  }
}
