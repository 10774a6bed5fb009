import { type Assembly, compareReports, planCompaction, type Report, reportCompaction } from '@stet/context'
import { type Chat, type ContextSettings, type MessageId, makeId, type UserMessage } from '@stet/history'
import { ModelError } from '@stet/models'
import { readNewestLeaf } from '@stet/store'
import { assembleRequest, type RequestToAssemble } from '../compaction/assemble-request.ts'
import { formatSent } from '../compaction/format-sent.ts'
import { prepareSummary } from '../compaction/prepare-summary.ts'
import { readFacts } from '../compaction/read-facts.ts'
import { readToPlan } from '../compaction/read-to-plan.ts'
import type { CompactionInspection, Inspection, InspectQuery, ReportChange, TokenCount } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { createPathTail, withUnwritten } from '../record/path-tail.ts'
import { readChat } from '../record/read-chat.ts'
import { readFiles } from '../record/read-files.ts'
import { toUserParts } from '../record/to-user-parts.ts'
import { MOST_REQUESTS } from '../run/compact-for-run.ts'
import { prepareNext } from '../run/prepare-next.ts'

/** Assembles the request that sending the text now would make, as a run does, and returns its report. Nothing is sent or written. */
export async function inspect(engine: EngineContext, { chatId, ...query }: InspectQuery): Promise<Inspection> {
  const { chat } = await readChat(engine.store, chatId)
  return inspectChat(engine, chat, query)
}

/** The same for a chat that may not be saved, such as the next one of a workspace. */
export async function inspectChat(
  engine: EngineContext,
  chat: Chat,
  { context, text, attachments }: Omit<InspectQuery, 'chatId'>,
): Promise<Inspection> {
  const { request, files } = await toNext(engine, chat, { text, attachments })
  const { next } = request
  const asked = context === null ? request : { ...request, chat: setAs(chat, context) }
  const { assembly: own } = await assembleRequest(engine, request)
  const shown = context === null ? own : (await assembleRequest(engine, asked)).assembly
  const reportOf = ({ report }: Assembly) =>
    text.trim() === '' && files.length === 0 ? withoutMessage(report, next.id) : report
  return {
    nextMessageId: next.id,
    context: context ?? chat.settings.context,
    fits: shown.kind === 'assembled',
    because: becauseOf(shown),
    report: reportOf(shown),
    compaction: await inspectCompaction(engine, asked),
    change: context === null ? null : changeBetween(reportOf(own), reportOf(shown)),
  }
}

/** The request that sending the text now would make, still to be assembled. */
async function toNext(
  engine: EngineContext,
  chat: Chat,
  { text, attachments }: Pick<InspectQuery, 'text' | 'attachments'>,
) {
  const { id: chatId } = chat
  const files = await readFiles(engine.store, attachments)
  const facts = await readFacts(engine, chat)
  const parentId = await readNewestLeaf(engine.store, chatId, chat.tip)
  const at = engine.clock()
  // Sending first writes results for calls that never ran; they are part of the request.
  const above = await prepareNext(engine, { chat, parentId, at })
  const tail = withUnwritten(createPathTail(engine.store, chatId, parentId), above.messages)
  const typed: UserMessage = {
    id: makeId('msg', engine.randomBytes(20)),
    chatId,
    parentId: above.last,
    order: Number.MAX_SAFE_INTEGER,
    at,
    copiedFrom: null,
    role: 'user',
    parts: toUserParts(text, files),
  }
  const sent = await formatSent(engine, { chat, facts, tail, next: typed })
  const next = sent === undefined ? typed : { ...typed, sent }
  return { request: { chat, facts, tail, next }, files }
}

/** The tokens of that request as the provider itself counts them (C15). An error of the provider is a result in words. */
export async function countNext(engine: EngineContext, query: InspectQuery): Promise<TokenCount> {
  const { context } = query
  const { chat } = await readChat(engine.store, query.chatId)
  // Providers refuse an empty message: a full stop is the least that can be counted.
  const text = query.text.trim() === '' ? '.' : query.text
  const { request } = await toNext(engine, chat, { ...query, text })
  const asked = context === null ? request : { ...request, chat: setAs(chat, context) }
  const { assembly } = await assembleRequest(engine, asked)
  if (assembly.kind === 'cannot-fit') return { tokens: null, because: assembly.because }
  const { model: choice, answer: settings } = chat.settings
  try {
    const signal = engine.tasks.closing
    const tokens = await engine.models.count({ choice, request: assembly.request, settings, signal })
    return { tokens, because: tokens === null ? 'This provider does not count tokens.' : null }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { tokens: null, because: error.message }
  }
}

function setAs(chat: Chat, context: ContextSettings): Chat {
  return { ...chat, settings: { ...chat.settings, context } }
}

/** The request is assembled as if a message followed, since rules count from it; an empty one is neither listed nor counted. */
function withoutMessage(report: Report, messageId: MessageId): Report {
  const tokens = report.messages.find(message => message.messageId === messageId)?.tokensAfter ?? 0
  const { budget, cache } = report
  const used = { ...budget.used, messages: budget.used.messages - tokens, total: budget.used.total - tokens }
  return {
    ...report,
    messages: report.messages.filter(message => message.messageId !== messageId),
    budget: { ...budget, used },
    cache: { ...cache, prefixTokens: Math.min(cache.prefixTokens, used.total) },
  }
}

function becauseOf(assembly: Assembly): string | null {
  return assembly.kind === 'cannot-fit' ? assembly.because : null
}

function changeBetween(own: Report, other: Report): ReportChange {
  const { messages, blocks, tokens } = compareReports(own, other, { prices: null, requests: 0 })
  return { messages, blocks, tokens }
}

/** What a run's compaction would do before the request. */
async function inspectCompaction(engine: EngineContext, request: RequestToAssemble): Promise<CompactionInspection> {
  const input = await readToPlan(engine, request)
  const plan = planCompaction(input)
  const report = reportCompaction(input, plan)
  if (report.kind !== 'planned' || plan === null) return report.kind === 'planned' ? { ...report, price: null } : report
  const prepared = await prepareSummary(engine, { chat: request.chat, plan, input, form: 'prose', most: null })
  if (prepared.kind === 'failed') return { ...report, price: null }
  const { requests, cost } = prepared.job.price
  return { ...report, price: { requests, cost, asks: requests > MOST_REQUESTS } }
}
