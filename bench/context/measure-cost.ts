import {
  type AssembleInput,
  assemble,
  createTokenCounts,
  defaultContextSettings,
  MESSAGE_OVERHEAD,
  type RememberedTokenCounts,
} from '@stet/context'
import type { ContextSettings, Message, MessageId, ModelRequest } from '@stet/history'
import type { Report } from '../harness/row.ts'
import { concatenate, type Transcript, type Transcripts } from './load-transcripts.ts'
import {
  forgetNothing,
  olderThanThreeCalls,
  olderThanUserTurn,
  type PlainView,
  plainCost,
  remembered,
  wireTokens,
} from './plain-views.ts'
import { createPromptCache, type PricedBlock } from './prompt-cache.ts'
import { inSteps, replayModel, toHistory } from './to-history.ts'

interface Subject {
  readonly name: string
  readonly chats: readonly Transcript[]
  /** Measured elsewhere with the same assumptions: of uncached, then of full history with a mark at the end. */
  readonly table: { readonly full: number; readonly userTurn: number; readonly threeCalls: number }
}

const NO_WINDOW = 100_000_000

interface View {
  readonly settings: Partial<ContextSettings>
  /** A mark behind everything instead of those of the view: what a provider does that caches by itself. */
  readonly markAtEnd: boolean
}

const views: Readonly<Record<string, View>> = {
  'full history, all-off': { settings: { cache: 'all-off' }, markAtEnd: false },
  'full history, system': { settings: { cache: 'system' }, markAtEnd: false },
  'full history, cached': { settings: {}, markAtEnd: false },
  'full history, mark at the end': { settings: { cache: 'all-off' }, markAtEnd: true },
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map(count => [`forget after ${count}, cached`, forgetting(count, 'cached')]),
  ),
  'forget after 1, mark at the end': { ...forgetting(1, 'all-off'), markAtEnd: true },
  'strip, all-off': { settings: { previousCycles: 'strip', cache: 'all-off' }, markAtEnd: false },
  'strip, cached': { settings: { previousCycles: 'strip' }, markAtEnd: false },
  'strip, mark at the end': { settings: { previousCycles: 'strip', cache: 'all-off' }, markAtEnd: true },
}

function forgetting(afterConclusions: number, cache: ContextSettings['cache']): View {
  return { settings: { toolMemory: { mode: 'forget', afterConclusions }, cache }, markAtEnd: false }
}

export function measureCost(transcripts: Transcripts, report: Report): void {
  for (const subject of subjectsOf(transcripts)) {
    const uncached = plainCost(subject.chats, { forget: forgetNothing, marked: false })
    const full = plainCost(subject.chats, { forget: forgetNothing, marked: true })
    checkSimulation(subject, uncached, full, report)
    const replayed = subject.chats.map(toReplay)
    for (const [name, view] of Object.entries(views)) {
      const cost = replayed.reduce((sum, chat) => sum + replayCost(chat, view), 0)
      report({
        name: `cost: ${subject.name}, ${name}`,
        unit: 'M tokens',
        ours: cost / 1e6,
        peer: full / 1e6,
        peerName: 'full history, mark at the end',
        goal: null,
      })
    }
  }
}

function subjectsOf({ airline, coding }: Transcripts): readonly Subject[] {
  const joined = (size: number): readonly Transcript[] =>
    Array.from({ length: Math.floor(airline.length / size) }, (_, index) =>
      concatenate(airline.slice(index * size, (index + 1) * size)),
    )
  return [
    { name: 'airline', chats: airline, table: { full: 0.221, userTurn: 0.96, threeCalls: 1.59 } },
    { name: 'airline ×10', chats: joined(10), table: { full: 0.117, userTurn: 0.64, threeCalls: 1.14 } },
    { name: 'airline ×40', chats: joined(40), table: { full: 0.104, userTurn: 0.53, threeCalls: 0.69 } },
    { name: 'coding', chats: [coding], table: { full: 0.104, userTurn: 0.58, threeCalls: 5.23 } },
  ]
}

/** A simulation that does not give the figures of the table would say nothing about ours. */
function checkSimulation({ name, chats, table }: Subject, uncached: number, full: number, report: Report): void {
  const share = (view: PlainView): number => plainCost(chats, view) / full
  const found = {
    full: full / uncached,
    userTurn: share({ forget: olderThanUserTurn, marked: true }),
    threeCalls: share({ forget: olderThanThreeCalls, marked: true }),
  }
  const titles = {
    full: 'full history, of uncached',
    userTurn: 'without results older than a user turn',
    threeCalls: 'without results older than three calls',
  }
  for (const column of ['full', 'userTurn', 'threeCalls'] as const) {
    report({
      name: `cost: how far the simulation is from the table, ${name}, ${titles[column]}`,
      unit: '%',
      ours: 100 * Math.abs(found[column] / table[column] - 1),
      peer: null,
      peerName: null,
      goal: '<= 5',
    })
  }
}

interface Replay {
  readonly system: string
  readonly path: readonly Message[]
  readonly tokens: RememberedTokenCounts
}

/** With exact counts, of calls as they go over the wire: those of the plain simulation. */
function toReplay(chat: Transcript): Replay {
  const path = toHistory(chat)
  const [system, ...groups] = inSteps(chat)
  const known = new Map<MessageId, number>()
  path.forEach((message, index) => {
    const sizes = (groups[index] ?? []).map(entry => wireTokens(entry) - MESSAGE_OVERHEAD)
    known.set(
      message.id,
      sizes.reduce((sum, size) => sum + size, 0),
    )
  })
  return {
    system: system?.[0]?.text ?? '',
    path,
    tokens: createTokenCounts({ counter: { count: remembered }, known }),
  }
}

/** Every answer of the chat is one request over everything before it. */
function replayCost({ system, path, tokens }: Replay, { settings, markAtEnd }: View): number {
  const cache = createPromptCache()
  const idOf = createIds()
  let previous: AssembleInput['previous'] = null
  let cost = 0
  path.forEach((message, index) => {
    if (message.role !== 'assistant') return
    const assembly = assemble({
      path: path.slice(0, index),
      lifts: [],
      marks: [],
      settings: { ...defaultContextSettings(replayModel), maxPromptTokens: NO_WINDOW, ...settings },
      model: replayModel,
      system,
      documents: [],
      tools: [],
      tokens,
      previous,
      cache: { state: 'warm' },
      outputLimit: null,
      freezeMarks: false,
    })
    if (assembly.kind !== 'assembled') throw new Error(assembly.because)
    const blocks = blocksOf(assembly.request, assembly.report, idOf)
    cost += cache.price(markAtEnd ? blocks.with(-1, { ...lastOf(blocks), mark: true }) : blocks)
    // Only the marks decide what is sent; fingerprints of every block would take longer than all the rest.
    previous = { blocks: [], marks: marksOf(assembly.request) }
  })
  return cost
}

type Assembled = Extract<ReturnType<typeof assemble>, { kind: 'assembled' }>

function blocksOf(
  request: ModelRequest,
  { system, opening, messages }: Assembled['report'],
  idOf: (key: string) => number,
): readonly PricedBlock[] {
  const sent = system.filter(block => block.fate !== 'over-budget')
  const blocks: PricedBlock[] = request.system.map(({ text, cacheMark }, index) => ({
    id: idOf(text),
    tokens: sent[index]?.tokensAfter ?? 0,
    mark: cacheMark,
  }))
  const reports = new Map(messages.map(entry => [entry.messageId, entry]))
  for (const { messageId, form, cacheMark } of request.messages) {
    const tokens = messageId === null ? opening?.tokensAfter : reports.get(messageId)?.tokensAfter
    if (tokens === undefined) throw new Error(`the report does not name ${messageId}`)
    blocks.push({ id: idOf(`${messageId} ${form} ${tokens}`), tokens, mark: cacheMark })
  }
  return blocks
}

function lastOf(blocks: readonly PricedBlock[]): PricedBlock {
  const last = blocks.at(-1)
  if (last === undefined) throw new Error('a request holds nothing')
  return last
}

function marksOf({ messages }: ModelRequest): readonly MessageId[] {
  return messages.flatMap(({ cacheMark, messageId }) => (cacheMark && messageId !== null ? [messageId] : []))
}

function createIds(): (key: string) => number {
  const ids = new Map<string, number>()
  return key => {
    const known = ids.get(key)
    if (known !== undefined) return known
    ids.set(key, ids.size)
    return ids.size - 1
  }
}
