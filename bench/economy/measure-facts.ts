import {
  type AssembleInput,
  assemble,
  defaultContextSettings,
  type Fact,
  type FactSource,
  factLedger,
  factsOf,
  planCompaction,
  toSource,
  truncatedSummary,
} from '@stet/context'
import type { ContextSettings, Message, ModelRequest, SummaryMessage } from '@stet/history'
import type { Transcripts } from '../context/load-transcripts.ts'
import { type Replay, toReplay } from '../context/replay-cost.ts'
import { replayModel } from '../context/to-history.ts'
import type { Report, Row } from '../harness/row.ts'

const NO_WINDOW = 100_000_000
const WINDOW = 32_000

interface Coverage {
  /** Of the facts that an answer uses and that occurred before, the share that its request has. */
  readonly share: number
  readonly meanTokens: number
  readonly rulesKept: number
  readonly compactions: number
}

type MadeSummary = (plan: NonNullable<ReturnType<typeof planCompaction>>, replay: Replay) => string

const empty: MadeSummary = () => 'They worked.'
const truncated: MadeSummary = (plan, { tokens }) => truncatedSummary(plan, tokens)
const withLedger: MadeSummary = (plan, { path, tokens }) => {
  const kept = new Set<string>(plan.keep)
  const beside = path.flatMap(message => (kept.has(message.id) ? [sourceOf(message).text] : [])).join('\n')
  const ledger = factLedger(plan, { tokens, limit: 1500, beside })
  return ['They worked.', ledger].filter(part => part !== '').join('\n\n')
}

/** How many of the facts that recorded answers use are in the request assembled for each (C22, C23). */
export function measureFacts({ coding }: Transcripts, report: Report): void {
  const replay = toReplay(coding)
  const forgetting = { toolMemory: { mode: 'forget', afterConclusions: 1 } } as const
  const windowed = { maxPromptTokens: WINDOW } as const
  const rows: readonly (readonly [string, Partial<ContextSettings>, MadeSummary, Row['goal'], Row['goal']])[] = [
    ['full history', { resultLimit: 10_000_000, stepResultLimit: 10_000_000 }, empty, '>= 100', null],
    ['window of 32,000, empty summary', windowed, empty, null, null],
    ['window of 32,000, truncated', windowed, truncated, null, null],
    ['window of 32,000, facts ledger', windowed, withLedger, '>= 98.5', '<= 25000'],
    ['forget after 1', forgetting, empty, null, null],
    ['forget after 1, markers', { ...forgetting, markers: 'all' }, empty, null, null],
    // Small enough for more than five compactions: what the rules must survive.
    ['window of 16,000, facts ledger', { maxPromptTokens: 16_000 }, withLedger, null, null],
    [
      'forget after 1, markers and facts ledger in a window of 32,000',
      { ...forgetting, ...windowed, markers: 'all' },
      withLedger,
      '>= 95',
      '<= 30000',
    ],
  ]
  for (const [name, settings, summary, goal, tokensGoal] of rows) {
    const { share, meanTokens, rulesKept, compactions } = coverageOf(replay, settings, summary)
    const alone = { peer: null, peerName: null }
    report({ name: `facts: used and sent, coding, ${name}`, unit: '%', ours: 100 * share, ...alone, goal })
    report({
      name: `facts: tokens of a request, coding, ${name}`,
      unit: 'tokens',
      ours: meanTokens,
      ...alone,
      goal: tokensGoal,
    })
    if (summary === withLedger && compactions >= 5) {
      report({
        name: `facts: rules in sight after ${compactions} compactions, coding, ${name}`,
        unit: '%',
        ours: 100 * rulesKept,
        ...alone,
        goal: '>= 100',
      })
    }
  }
}

function coverageOf(replay: Replay, settings: Partial<ContextSettings>, makeSummary: MadeSummary): Coverage {
  const { system, path, tokens } = replay
  let summary: SummaryMessage | null = null
  let used = 0
  let present = 0
  let total = 0
  let requests = 0
  let compactions = 0
  let last = ''
  const before: FactSource[] = [{ role: 'user', text: system }]
  const known = new Set<string>(factsOf(before).map(({ text }) => text))
  const rules = new Set<string>()
  const messages = new Map<string, string>(path.map(message => [message.id, sourceOf(message).text]))
  path.forEach((message, index) => {
    if (message.role === 'assistant') {
      const input = (): AssembleInput => ({
        path: withAside(path.slice(0, index), summary),
        lifts: [],
        marks: [],
        settings: { ...defaultContextSettings(replayModel), maxPromptTokens: NO_WINDOW, ...settings },
        model: replayModel,
        system,
        documents: [],
        tools: [],
        tokens,
        previous: null,
        cache: { state: 'warm' },
        outputLimit: null,
        freezeMarks: false,
      })
      const plan = planCompaction(input())
      if (plan !== null) {
        compactions += 1
        summary = toSummary(path, plan.coversThrough, makeSummary(plan, replay), index)
      }
      const assembly = assemble(input())
      if (assembly.kind !== 'assembled') throw new Error(assembly.because)
      last = textOf(assembly.request, messages)
      total += assembly.report.budget.used.total
      requests += 1
      for (const { text } of factsOf([sourceOf(message)])) {
        if (!known.has(text)) continue
        used += 1
        if (last.includes(text)) present += 1
      }
    }
    const facts: readonly Fact[] = factsOf([sourceOf(message)])
    for (const { text, kind } of facts) {
      known.add(text)
      if (kind === 'rule' && message.role === 'user') rules.add(text)
    }
  })
  const inSight = [...rules].filter(rule => last.includes(rule)).length
  return {
    share: present / used,
    meanTokens: total / requests,
    rulesKept: rules.size === 0 ? 1 : inSight / rules.size,
    compactions,
  }
}

function sourceOf(message: Message): FactSource {
  if (message.role === 'user')
    return { role: 'user', text: message.parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n') }
  if (message.role === 'assistant') {
    const text = message.parts
      .map(part => (part.kind === 'text' ? part.text : part.kind === 'tool-call' ? part.input : ''))
      .join('\n')
    return { role: 'assistant', text }
  }
  if (message.role !== 'tool-results') return { role: 'results', text: '' }
  return {
    role: 'results',
    text: message.parts
      .flatMap(({ content }) => content.map(part => (part.kind === 'text' ? part.text : '')))
      .join('\n'),
  }
}

/** All that a request says. */
function textOf({ system, messages }: ModelRequest, whole: ReadonlyMap<string, string>): string {
  const said = messages.map(message =>
    message.form === 'native' ? (whole.get(message.messageId) ?? '') : toSource(message).text,
  )
  return [...system.map(({ text }) => text), ...said].join('\n').replace(/\\[nrt"]/g, ' ')
}

function withAside(path: readonly Message[], summary: SummaryMessage | null): readonly Message[] {
  if (summary === null) return path
  return path.toSpliced(path.findIndex(({ id }) => id === summary.coversThrough) + 1, 0, summary)
}

function toSummary(
  path: readonly Message[],
  coversThrough: SummaryMessage['coversThrough'],
  text: string,
  number: number,
): SummaryMessage {
  const link = path.find(({ id }) => id === coversThrough)
  if (link === undefined) throw new Error(`the path has no message ${coversThrough}`)
  const place = { chatId: link.chatId, parentId: coversThrough, order: link.order, at: 0, copiedFrom: null }
  const parts = [{ kind: 'text' as const, text }]
  return { ...place, id: `msg_summary${number}`, role: 'summary', parts, coversThrough, form: 'prose', request: null }
}
