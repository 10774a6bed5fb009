import { type AssembleInput, type Assembly, assemble, type TokenCounts } from '@stet/context'
import type { Chat, ModelFacts, Path, UserMessage } from '@stet/history'
import { systemPromptOf, type Toolbox, toDeclarations } from '../calls/toolbox.ts'
import type { LastRequest } from '../ledger/last-request.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { PathTail } from '../record/path-tail.ts'
import { asSent, userAsSent } from './as-sent.ts'
import type { KnownMessages } from './known-messages.ts'
import type { TokenMemory } from './token-memory.ts'

/** How many links are read first, and by how much that grows each time it is not enough. */
export const FIRST_LINKS = 200
export const FURTHER = 4

export interface AssembleDeps {
  readonly tokens: TokenMemory
  readonly toolbox: Pick<Toolbox, 'offered' | 'instructions'>
  readonly ledger: Pick<Ledger, 'sent'>
  readonly messages: KnownMessages
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
}

/**
 * Assembles the request for a run, for the check before it and for the inspector. Reads no more of a long chat than the request can depend on.
 */
export async function assembleRequest(deps: AssembleDeps, request: RequestToAssemble): Promise<Assembled> {
  const { chat, tail } = request
  await deps.tokens.ready(chat.settings.model)
  const inputFrom = inputsOf(deps, request)
  // A pinned message is sent even from behind a checkpoint, and only reading that far shows whether it is on this path.
  if (chat.marks.some(({ kind }) => kind === 'pinned')) {
    const path = await tail.atLeast(Number.POSITIVE_INFINITY)
    return { assembly: assemble(await inputFrom(path)), path }
  }
  for (let links = FIRST_LINKS; ; links *= FURTHER) {
    const path = await tail.toCheckpoint(links)
    const assembly = assemble(await inputFrom(path))
    if (assembly.report.earlier?.fate !== 'not-loaded') return { assembly, path }
  }
}

/** The input of `assemble`, for as much of the path as was read. */
export function inputsOf(
  { tokens, toolbox, ledger, messages, clock }: AssembleDeps,
  { chat, facts, next: typed, plainReplay = false }: RequestToAssemble,
): (path: Path) => Promise<AssembleInput> {
  const { id, lifts, marks, settings } = chat
  const counts = tokens.of(id, settings.model)
  const next = typed && userAsSent(typed)
  const fixed = {
    lifts,
    marks,
    settings: settings.context,
    model: facts,
    documents: [],
    tokens: next === null ? counts : notRemembering(counts, next),
    outputLimit: settings.answer.outputLimit,
    freezeMarks: false,
    plainReplay,
  } as const
  return async read => {
    const typedPath = messages.same(id, read)
    const path = typedPath.map(asSent)
    const last = await ledger.sent.lastOn(typedPath, settings.model, clock())
    const offered = facts.takes.tools ? await toolbox.offered(chat) : []
    // Chats of earlier versions are rendered with their next message.
    const instructions = chat.prompt?.tools ?? (await toolbox.instructions(chat))
    const system = systemPromptOf(chat, offered, instructions)
    const tools = toDeclarations(offered)
    return { ...fixed, system, tools, ...comparedWith(last), path: next === null ? path : [...path, next] }
  }
}

function comparedWith(last: LastRequest | null): Pick<AssembleInput, 'previous' | 'cache'> {
  return { previous: last?.previous ?? null, cache: last?.cache ?? { state: 'unknown' } }
}

// Every typed letter makes another message to inspect; remembering all of them would fill the memory.
function notRemembering(counts: TokenCounts, next: UserMessage): TokenCounts {
  const ofNext = next.parts.reduce((total, part) => total + counts.part(part), 0)
  return { ...counts, message: message => (message === next ? ofNext : counts.message(message)) }
}
