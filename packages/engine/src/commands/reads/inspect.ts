import { type Assembly, compareReports, type Fate, planInSteps, type Report, reportCompaction } from '@stet/context'
import {
  answerSettings,
  type Chat,
  contextSettings,
  heldBack,
  type MessageId,
  makeId,
  type SettingChangesOf,
  type UserMessage,
  wordingSettings,
} from '@stet/history'
import { ModelError } from '@stet/models'
import { readNewestLeaf } from '@stet/store'
import { checkTools } from '../../calls/check-tools.ts'
import { assembleRequest, type RequestToAssemble } from '../../compaction/assemble-request.ts'
import { formatSent } from '../../compaction/format-sent.ts'
import { planForRequest } from '../../compaction/plan-for-request.ts'
import { prepareSummary } from '../../compaction/prepare-summary.ts'
import { readFacts } from '../../compaction/read-facts.ts'
import { readToPlan } from '../../compaction/read-to-plan.ts'
import { promptForNext, renderPrompt } from '../../compaction/render-prompt.ts'
import type {
  CompactionInspection,
  Inspection,
  InspectQuery,
  NextBytes,
  ReportChange,
  ReportPage,
  TokenCount,
} from '../../engine.ts'
import type { EngineContext } from '../../engine-context.ts'
import { createPathTail, withUnwritten } from '../../record/path-tail.ts'
import { readChat } from '../../record/read-chat.ts'
import { checkDocuments } from '../../record/read-documents.ts'
import { readFiles } from '../../record/read-files.ts'
import { toUserParts } from '../../record/to-user-parts.ts'
import { MOST_REQUESTS } from '../../run/request/compact-for-run.ts'
import { prepareNext } from '../../run/request/prepare-next.ts'
import { roomFor } from '../../run/request/room-for.ts'
import { checkChanges, checkPrompt, checkWording } from '../../runtime/check-settings.ts'
import { inTurns } from '../../runtime/in-turns.ts'
import { readSummary } from './summary-facts.ts'

/** Assembles the request that sending the text now would make, as a run does, and returns its report. Nothing is sent or written. */
export async function inspect(engine: EngineContext, { chatId, ...query }: InspectQuery): Promise<Inspection> {
  const { chat } = await readChat(engine.store, chatId)
  return inspectChat(engine, chat, query)
}

/** The same for a chat that may not be saved, such as the next one of a workspace. */
export async function inspectChat(
  engine: EngineContext,
  chat: Chat,
  { context, tried, text, attachments, ...place }: Omit<InspectQuery, 'chatId'>,
): Promise<Inspection> {
  const { request, files } = await toNext(engine, chat, { text, attachments })
  const { next } = request
  const asked = await withTried(engine, request, { context, tried })
  const { assembly: own } = await assembleRequest(engine, request)
  const shown = asked === request ? own : (await assembleRequest(engine, asked)).assembly
  const reportOf = ({ report }: Assembly) =>
    text.trim() === '' && files.length === 0 ? withoutMessage(report, next.id) : report
  const whole = reportOf(shown)
  const { report, page } = pageOf(whole, place)
  const listed = new Set(report.messages.map(({ messageId }) => messageId))
  return {
    nextMessageId: next.id,
    context: asked.chat.settings.context,
    fits: shown.kind === 'assembled',
    because: becauseOf(shown),
    report,
    page,
    compaction: await inspectCompaction(engine, asked, listed),
    change: asked === request ? null : changeBetween(reportOf(own), whole, listed),
  }
}

/** This many messages of a report are about 120 kB. */
const PAGE = 400

/** The part of a report that was asked for: a report may have tens of thousands of messages. */
function pageOf(report: Report, { from, around }: Pick<InspectQuery, 'from' | 'around'>) {
  const { messages } = report
  const count = messages.length
  const at = around === undefined ? -1 : messages.findIndex(({ messageId }) => messageId === around)
  const wanted = at === -1 ? (from ?? count) : at - PAGE / 2
  const first = Math.max(0, Math.min(wanted, count - PAGE))
  const fates: Partial<Record<Fate, number>> = {}
  for (const { fate } of messages) fates[fate] = (fates[fate] ?? 0) + 1
  const page: ReportPage = { from: first, count, fates }
  return { report: { ...report, messages: messages.slice(first, first + PAGE) }, page }
}

/** The request that sending the text now would make, still to be assembled. */
async function toNext(
  engine: EngineContext,
  saved: Chat,
  { text, attachments }: Pick<InspectQuery, 'text' | 'attachments'>,
) {
  const { id: chatId } = saved
  const chat = { ...saved, prompt: await promptForNext(engine, saved) }
  const files = await readFiles(engine.store, attachments)
  const facts = await readFacts(engine, chat)
  const parentId = await readNewestLeaf(engine.store, chatId, chat.tip)
  const at = engine.clock()
  // Sending first writes results for calls that never ran; they are part of the request.
  const above = await prepareNext(engine, { chat, parentId, at })
  const tail = withUnwritten(createPathTail(engine.store, chatId, parentId, engine.messages.of(chatId)), above.messages)
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
  return { request: await asFormatted(engine, { chat, facts, tail, next: typed }), files }
}

type NextRequest = RequestToAssemble & { readonly next: UserMessage }

/** The typed message in the format of the chat. */
async function asFormatted(engine: EngineContext, request: NextRequest): Promise<NextRequest> {
  const { sent: _, ...next } = request.next
  const typed = { ...request, next }
  const sent = await formatSent(engine, typed)
  return sent === undefined ? typed : { ...typed, next: { ...next, sent } }
}

/** The tokens of that request as the provider itself counts them (C15). An error of the provider is a result in words. */
export async function countNext(engine: EngineContext, query: InspectQuery): Promise<TokenCount> {
  const { chat } = await readChat(engine.store, query.chatId)
  // Providers refuse an empty message: a full stop is the least that can be counted.
  const text = query.text.trim() === '' ? '.' : query.text
  const { request } = await toNext(engine, chat, { ...query, text })
  const asked = await withTried(engine, request, query)
  const { assembly } = await assembleRequest(engine, asked)
  if (assembly.kind === 'cannot-fit') return { tokens: null, because: assembly.because }
  const { model: choice, answer: settings } = asked.chat.settings
  try {
    const signal = engine.tasks.closing
    const tokens = await engine.models.count({ choice, request: assembly.request, settings, signal })
    return { tokens, because: tokens === null ? 'This provider does not count tokens.' : null }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { tokens: null, because: error.message }
  }
}

/** The request as it would be with other choices; the very same where none are tried. */
async function withTried(
  engine: EngineContext,
  request: NextRequest,
  { context, tried }: Pick<InspectQuery, 'context' | 'tried'>,
): Promise<NextRequest> {
  if (context === null && tried === undefined) return request
  let chat = context === null ? request.chat : setAs(request.chat, context)
  const { systemPrompt, tools, answer, wording, documents, lift, hold } = tried ?? {}
  if (systemPrompt !== undefined) {
    checkPrompt(systemPrompt)
    chat = { ...chat, settings: { ...chat.settings, systemPrompt } }
  }
  if (tools !== undefined) {
    checkTools(await engine.toolbox.facts(chat.workspaceId), tools)
    chat = { ...chat, settings: { ...chat.settings, tools } }
  }
  if (systemPrompt !== undefined || tools !== undefined) {
    // Saved, a changed text is rendered whole, and other tools change only what they add.
    const rendered = await renderPrompt(engine, chat)
    const text = systemPrompt === undefined ? (chat.prompt?.text ?? rendered.text) : rendered.text
    chat = { ...chat, prompt: { ...rendered, text } }
  }
  if (answer !== undefined) {
    const changed = checkChanges(answerSettings, chat.settings.answer, answer)
    chat = { ...chat, settings: { ...chat.settings, answer: changed } }
  }
  if (documents !== undefined) {
    await checkDocuments(engine.store, documents)
    chat = { ...chat, settings: { ...chat.settings, documents } }
  }
  if (hold !== undefined) chat = { ...chat, lifts: chat.lifts.filter(({ checkpoint }) => checkpoint !== hold) }
  for (const summary of lift ?? []) {
    const { parentId } = await readSummary(engine, chat.id, summary)
    chat = { ...chat, lifts: heldBack(chat.lifts, summary, parentId, 'discarded') }
  }
  if (wording === undefined) return { ...request, chat }
  const changed = checkChanges(wordingSettings, chat.settings.wording, wording)
  checkWording(changed)
  return asFormatted(engine, { ...request, chat: { ...chat, settings: { ...chat.settings, wording: changed } } })
}

/** Above that a page downloads it in place of showing it. */
const MOST_SHOWN = 300_000

/** Exactly the bytes that sending the text now would send (X1). Nothing is sent. */
export async function nextBytes(
  engine: EngineContext,
  { chatId, whole = false, ...query }: InspectQuery & { readonly whole?: boolean | undefined },
): Promise<NextBytes> {
  const { chat } = await readChat(engine.store, chatId)
  const { request } = await toNext(engine, chat, query)
  const asked = await withTried(engine, request, query)
  const { assembly } = await assembleRequest(engine, asked)
  if (assembly.kind === 'cannot-fit') return { sent: null, because: assembly.because }
  if ((await planForRequest(engine, asked, assembly)) !== null) {
    return { sent: null, because: 'older messages are summarised first, and the request is known once that is done' }
  }
  const { model: choice, answer: settings } = asked.chat.settings
  try {
    const room = roomFor(asked.facts, assembly.report)
    const prepared = await engine.models.prepare({ choice, request: assembly.request, settings, ...room })
    if (prepared === null) return { sent: null, because: 'this model runs in the home itself, and nothing is sent' }
    const { method, url, headers, body, notes } = prepared.sent
    const bytes = new TextEncoder().encode(body).length
    const shown = whole || bytes <= MOST_SHOWN ? body : null
    return { sent: { method, url, headers, body: shown, bytes, notes }, because: null }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { sent: null, because: error.message }
  }
}

function setAs(chat: Chat, changes: SettingChangesOf<typeof contextSettings>): Chat {
  const context = checkChanges(contextSettings, chat.settings.context, changes)
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

function changeBetween(own: Report, other: Report, listed: ReadonlySet<MessageId>): ReportChange {
  const { messages, blocks, tokens } = compareReports(own, other, { prices: null, requests: 0 })
  const here = messages.filter(({ messageId }) => listed.has(messageId))
  return { count: messages.length, messages: here, blocks, tokens }
}

/** What a run's compaction would do before the request. */
async function inspectCompaction(
  engine: EngineContext,
  request: RequestToAssemble,
  listed: ReadonlySet<MessageId>,
): Promise<CompactionInspection> {
  const input = await readToPlan(engine, request)
  const plan = await inTurns(planInSteps(input))
  const report = reportCompaction(input, plan)
  if (report.kind !== 'planned') return report
  const { summarised: ids } = report
  const summarised = { count: ids.length, listed: ids.filter(id => listed.has(id)) }
  const planned = { ...report, summarised, price: null }
  if (plan === null) return planned
  const prepared = await prepareSummary(engine, { chat: request.chat, plan, input, form: 'prose', most: null })
  if (prepared.kind === 'failed') return planned
  const { requests, cost } = prepared.job.price
  return { ...planned, price: { requests, cost, asks: requests > MOST_REQUESTS } }
}
