import {
  type AssembleInput,
  assemble,
  createTokenCounts,
  defaultContextSettings,
  MESSAGE_OVERHEAD,
  planCompaction,
  type RememberedTokenCounts,
} from '@stet/context'
import type { ContextSettings, Message, MessageId, ModelRequest, SummaryMessage } from '@stet/history'
import type { Transcript } from './load-transcripts.ts'
import { remembered, wireTokens } from './plain-views.ts'
import { createPromptCache, type PricedBlock } from './prompt-cache.ts'
import { inSteps, replayModel, toHistory } from './to-history.ts'

export const NO_WINDOW = 100_000_000

export interface ReplayView {
  readonly settings: Partial<ContextSettings>
  /** A mark behind everything instead of those of the view: what a provider does that caches by itself. */
  readonly markAtEnd?: boolean
  /** How many blocks before a mark the provider looks for what it kept; all of them without it. */
  readonly lookBack?: number
  /** The chat is compacted when it must be, with summaries of this size, or as long as there is room for. */
  readonly summaryTokens?: number
  /** What a token read from the cache costs, as a share of one of input. */
  readonly read?: number
}

export interface Replay {
  readonly system: string
  readonly path: readonly Message[]
  readonly tokens: RememberedTokenCounts
}

/** With exact counts, of calls as they go over the wire: those of the plain simulation. */
export function toReplay(chat: Transcript): Replay {
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
export function replayCost({ system, path, tokens }: Replay, view: ReplayView): number {
  const { settings, markAtEnd = false, lookBack, summaryTokens, read = 0.1 } = view
  const cache = createPromptCache({ read, ...(lookBack === undefined ? {} : { lookBack }) })
  const isWeighed = settings.toolMemory?.mode === 'when-cheaper'
  let sent = 0
  const idOf = createIds()
  let previous: AssembleInput['previous'] = null
  let summary: SummaryMessage | null = null
  let cost = 0
  path.forEach((message, index) => {
    if (message.role !== 'assistant') return
    const inputNow = (): AssembleInput => ({
      path: withAside(path.slice(0, index), summary),
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
      economy: { inputPrice: 3, read, write: 1.25, sentRequests: sent },
    })
    const plan = summaryTokens === undefined ? null : planCompaction(inputNow())
    if (plan !== null && summaryTokens !== undefined) {
      // A summary is made from a text of its own, which no cache holds.
      cost += plan.replacedTokens
      summary = toSummary(plan.coversThrough, path, Math.min(summaryTokens, plan.room), index)
    }
    const assembly = assemble(inputNow())
    if (assembly.kind !== 'assembled') throw new Error(assembly.because)
    const blocks = blocksOf(assembly.request, assembly.report, idOf)
    cost += cache.price(markAtEnd ? blocks.with(-1, { ...lastOf(blocks), mark: true }) : blocks)
    sent += 1
    // Only marks and names decide what is sent; fingerprints of every block would take longer than all the rest.
    const names = isWeighed ? assembly.request.messages.map(({ messageId }) => messageId ?? 'opening') : []
    previous = { blocks: names.map(name => ({ name, fingerprint: '' })), marks: marksOf(assembly.request) }
  })
  return cost
}

function withAside(path: readonly Message[], summary: SummaryMessage | null): readonly Message[] {
  if (summary === null) return path
  return path.toSpliced(path.findIndex(({ id }) => id === summary.coversThrough) + 1, 0, summary)
}

/** No two are the same, or the cache would take the second for the first. */
function toSummary(coversThrough: MessageId, path: readonly Message[], size: number, number: number): SummaryMessage {
  const link = path.find(({ id }) => id === coversThrough)
  if (link === undefined) throw new Error(`the path has no message ${coversThrough}`)
  const head = `Summary ${number}.`
  const text = head + ' word'.repeat(Math.max(0, size - remembered(head)))
  return {
    id: `msg_summary${number}`,
    chatId: link.chatId,
    parentId: coversThrough,
    order: link.order,
    at: 0,
    copiedFrom: null,
    role: 'summary',
    parts: [{ kind: 'text', text }],
    coversThrough,
    form: 'prose',
    request: null,
  }
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
