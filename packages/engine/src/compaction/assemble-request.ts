import { type AssembleInput, type Assembly, assemble, type SummaryShares, type TokenCounts } from '@stet/context'
import {
  type AnswerSettings,
  activeCheckpoint,
  type Chat,
  type ChatSettings,
  type Mark,
  type MessageId,
  type ModelFacts,
  type Origin,
  type Path,
  type ToolDeclaration,
  type UserMessage,
} from '@stet/history'
import type { Models } from '@stet/models'
import { takeTurns } from '@stet/store'
import { systemPromptOf, type Toolbox, toDeclarations } from '../calls/toolbox.ts'
import type { LastRequest } from '../ledger/last-request.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { MessagesAbove } from '../record/messages-above.ts'
import type { PathTail } from '../record/path-tail.ts'
import { asSent, userAsSent } from './as-sent.ts'
import type { KnownDocuments } from './known-documents.ts'
import type { KnownMessages } from './known-messages.ts'
import type { TokenMemory } from './token-memory.ts'

/** How many links are read first, and the factor by which that grows if they are not enough. */
export const FIRST_LINKS = 200
export const FURTHER = 4
/** More links than a few turns add to a path. */
const ADDED_LINKS = 50

export interface AssembleDeps {
  readonly tokens: TokenMemory
  readonly toolbox: Pick<Toolbox, 'offered' | 'instructions' | 'declarations'>
  readonly ledger: Pick<Ledger, 'sent'>
  readonly messages: KnownMessages
  readonly models: Pick<Models, 'reads' | 'count' | 'prices'>
  readonly above: MessagesAbove
  readonly documents: KnownDocuments
  readonly clock: () => number
}

export interface RequestToAssemble {
  /** With the settings and marks of this request. */
  readonly chat: Chat
  readonly facts: ModelFacts
  /** The path to the message to answer, or to its parent. */
  readonly tail: PathTail
  /** The message to answer, if it is not saved yet. */
  readonly next: UserMessage | null
  /** Whether the provider refused its own earlier answers as it wrote them (R8). */
  readonly plainReplay?: boolean
}

export interface Assembled {
  readonly assembly: Assembly
  /** As much of the path as was read for it. */
  readonly path: Path
  /** Set where the provider itself counted it, and it fits although our estimate says otherwise (C15). */
  readonly isCounted?: true
}

/**
 * Assembles the request for a run, for the check before it and for the inspector. Reads no more of a long chat than the request can depend on.
 */
export async function assembleRequest(deps: AssembleDeps, request: RequestToAssemble): Promise<Assembled> {
  const { chat, tail } = request
  await deps.tokens.ready(chat.settings.model)
  const inputFrom = inputsOf(deps, request)
  // A chat that fills its window needs about as much as before: trying with less first would assemble it three times.
  const first = Math.max(FIRST_LINKS, deps.messages.linksNeeded(chat.id) + ADDED_LINKS)
  for (let links = first; ; links *= FURTHER) {
    const path = await tail.toCheckpoint(links)
    const input = await inputFrom(path)
    await takeTurns()
    const assembly = assemble(input)
    if (assembly.report.earlier?.fate === 'not-loaded') continue
    deps.messages.noteNeeded(chat.id, Math.min(links, path.length))
    return { assembly, path }
  }
}

/**
 * The input of `assemble`, for as much of the path as was read. Pinned messages and kept sentences are sent even from behind a checkpoint: their
 * messages further up are read alone. `lifted` are messages that the caller must know to be on the path or not.
 */
export function inputsOf(
  { tokens, toolbox, ledger, messages, models, above, documents, clock }: AssembleDeps,
  { chat, facts, next: typed, plainReplay = false }: RequestToAssemble,
  lifted: readonly MessageId[] = [],
): (path: Path) => Promise<AssembleInput> {
  const { id, lifts, marks, settings } = chat
  const counts = tokens.of(id, settings.model)
  const next = typed && userAsSent(typed)
  const pinned = marks.filter(isPin).map(({ messageId }) => messageId)
  const fixed = {
    lifts,
    settings: settings.context,
    model: facts,
    tokens: next === null ? counts : notRemembering(counts, next),
    outputLimit: settings.answer.outputLimit,
    webSearch: settings.answer.webSearch,
    webFetch: settings.answer.webFetch,
    freezeMarks: false,
    plainReplay,
    ...effortOf(facts, settings.answer),
  } as const
  return async end => {
    const isCovered = activeCheckpoint(end, lifts) !== null
    const wanted = isCovered ? [...pinned, ...lifted] : lifted
    const fromAbove = wanted.length === 0 ? [] : await above.find(id, end, wanted)
    const typedPath = messages.same(id, [...fromAbove, ...end])
    const path = typedPath.map(asSent)
    const ids = isCovered ? new Set(path.map(message => message.id)) : null
    const last = await ledger.sent.lastOn(typedPath, settings.model, clock())
    const offered = facts.takes.tools ? await toolbox.offered(chat) : []
    // Chats of earlier versions are rendered with their next message.
    const instructions = chat.prompt?.tools ?? (await toolbox.instructions(chat))
    const system = systemPromptOf(chat, offered, instructions)
    const tools = toDeclarations(offered)
    const gone = facts.withdrawsTools === true ? removedSince(last, tools) : []
    const withdrawn = gone.length === 0 ? {} : { withdrawn: await toolbox.declarations(chat, gone) }
    const reads = await models.reads(settings.model, foreignOrigins(path, facts))
    const bindings = facts.bindsReasoning === true ? { bindings: await ledger.sent.bindings(typedPath) } : {}
    const economy = await economyOf(models, chat, typedPath)
    const pace = await paceOf(models, { chat, facts, path: typedPath, now: clock() })
    const texts = await documents.read(settings.documents)
    return {
      ...fixed,
      ...bindings,
      ...(economy && { economy }),
      ...(pace && { pace }),
      reads,
      // A message pinned on another branch is not pinned here.
      marks: ids === null ? marks : marks.filter(mark => !isPin(mark) || ids.has(mark.messageId)),
      system,
      tools,
      ...withdrawn,
      documents: texts,
      ...comparedWith(last),
      path: next === null ? path : [...path, next],
      fromAbove: fromAbove.length,
    }
  }
}

/** What is asked for by message where the model takes it there (C21). */
function effortOf({ appendsEffort }: ModelFacts, { reasoning }: AnswerSettings): Pick<AssembleInput, 'effort'> {
  const { on, effort } = reasoning
  return appendsEffort === true && on && effort !== null && effort !== 'none' ? { effort } : {}
}

/** The tools that the last request declared and that are not offered any more (C21). */
function removedSince(last: LastRequest | null, tools: readonly ToolDeclaration[]): readonly string[] {
  const declared = (last?.previous.tools ?? []).flatMap(({ names }) => names)
  return declared.filter(name => !tools.some(tool => tool.name === name))
}

/** The origins of answers that another model or another definition wrote, each once. */
function foreignOrigins(path: Path, facts: ModelFacts): readonly Origin[] {
  const found = new Map<string, Origin>()
  for (const message of path) {
    if (message.role !== 'assistant' || message.native?.protocol !== facts.protocol) continue
    const { definition, model } = message.origin
    if (definition !== facts.definition || model !== facts.model) found.set(`${definition} ${model}`, message.origin)
  }
  return [...found.values()]
}

/** What forgetting and compaction are weighed with (X3), by the model's own prices and the requests on the path; null where neither is asked, or a price is missing. */
async function economyOf(
  models: AssembleDeps['models'],
  { settings }: Chat,
  path: Path,
): Promise<AssembleInput['economy'] | null> {
  const { toolMemory, compaction } = settings.context
  const waits = compaction.automatic && compaction.wait
  if (toolMemory.mode !== 'when-cheaper' && !waits) return null
  const { input, cacheRead, cacheWrite } = (await models.prices(settings.model))?.prices ?? {}
  if (!input || cacheRead === null || cacheRead === undefined) return null
  const sent = path.filter(message => message.role === 'assistant' && message.requestId !== null).length
  const write = (cacheWrite ?? input) / input
  const summary = waits ? await summaryShares(models, settings, { input, cacheRead }) : null
  const shares = { inputPrice: input, read: cacheRead / input, write, ...(summary && { summary }) }
  return { ...shares, sentRequests: sent }
}

/** The chat's own model reads what it summarises from its cache (C14), any other one does not; null where a price is missing. */
async function summaryShares(
  models: AssembleDeps['models'],
  { model, context }: ChatSettings,
  chats: { readonly input: number; readonly cacheRead: number },
): Promise<SummaryShares | null> {
  const writer = context.compaction.model ?? model
  const isOwn = writer.definition === model.definition && writer.model === model.model
  const { input, output } = (await models.prices(writer))?.prices ?? {}
  if (!output || input === null || input === undefined) return null
  return { input: (isOwn ? chats.cacheRead : input) / chats.input, output: output / chats.input }
}

/** How many of the last requests are used to estimate the pace of a chat. */
const PACE_REQUESTS = 20

interface Paced {
  readonly chat: Chat
  readonly facts: ModelFacts
  readonly path: Path
  readonly now: number
}

/** What the life of the cache is weighed with (C24): the times between the requests of the path. Null where that is not asked, or a price is missing. */
async function paceOf(
  models: AssembleDeps['models'],
  { chat: { settings }, facts, path, now }: Paced,
): Promise<AssembleInput['pace'] | null> {
  const { cache, cacheLife } = settings.context
  if (facts.cacheLife?.longMinutes === undefined || cache === 'all-off' || cacheLife !== 'pace') return null
  const { input, cacheRead, cacheWrite, cacheWriteLong } = (await models.prices(settings.model))?.prices ?? {}
  if (!input || !cacheRead || !cacheWrite || !cacheWriteLong) return null
  const sent = path.flatMap(message =>
    message.role === 'assistant' && message.requestId !== null ? [message.at - (message.durationMs ?? 0)] : [],
  )
  const times = [...sent.slice(-PACE_REQUESTS), now]
  // Clocks jump, also backwards (FH-11).
  const gaps = times.slice(1).map((time, index) => Math.abs(time - (times[index] ?? time)))
  const shares = { read: cacheRead / input, write: cacheWrite / input, writeLong: cacheWriteLong / input }
  return { gaps, inputPrice: input, ...shares }
}

/** What is pinned or kept is sent even from behind a checkpoint. */
function isPin({ kind }: Mark): boolean {
  return kind === 'pinned' || kind === 'kept-text'
}

function comparedWith(last: LastRequest | null): Pick<AssembleInput, 'previous' | 'cache'> {
  return { previous: last?.previous ?? null, cache: last?.cache ?? { state: 'unknown' } }
}

// Every typed letter makes another message to inspect; remembering all of them would fill the memory.
function notRemembering(counts: TokenCounts, next: UserMessage): TokenCounts {
  const ofNext = next.parts.reduce((total, part) => total + counts.part(part), 0)
  return { ...counts, message: message => (message === next ? ofNext : counts.message(message)) }
}
