import type { ModelRequest, Role } from '@stet/history'
import type { Content } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import type { Draft, DraftBlock } from '../draft/draft.ts'
import type { Earlier } from '../draft/look-back.ts'
import { sum } from '../draft/size-of.ts'
import type { Decided, LayerNote } from '../layers/pipeline.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'
import { compareWithPrevious } from './previous-request.ts'
import type { BlockReport, MessageReport, Report, UsedTokens } from './report.ts'

export interface Reported extends Decided {
  readonly earlier: Earlier | null
  readonly input: AssembleInput
  readonly request: ModelRequest
}

/** The report on a finished draft and the request made from it. */
export function toReport({ draft, decisions, madeBy, counts, earlier, input, request }: Reported): Report {
  const shared = input.previous === null ? null : compareWithPrevious(request, input.previous, { draft, earlier })
  const toBlockReport = (block: DraftBlock, cached: boolean): BlockReport => {
    const { kind, name, fate, because, tokensBefore, tokensAfter } = block
    const layer = madeBy.get(block)
    if (layer === undefined) throw new Error(`no layer made the ${kind} ${name}`)
    return { kind, name, fate, layer, because, tokensBefore, tokensAfter, cached }
  }
  const prefix = input.model.caching === 'automatic' ? (shared?.blocks ?? 0) : markedBlocks(request)
  const system = request.tools.length === 0 ? 0 : 1
  const opening = system + request.system.length
  const messages = opening + (draft.opening === null ? 0 : 1)
  return {
    layers: counts,
    earlier,
    messages: messageReports(draft, decisions, prefix - messages),
    opening: draft.opening === null ? null : toBlockReport(draft.opening, prefix > opening),
    system: draft.system.map((block, index) => toBlockReport(block, isCachedBlock(draft, index, prefix - system))),
    tools: draft.tools.map(tool => toBlockReport(tool, prefix > 0)),
    budget: { ...budgetOf(input), used: usedTokens(draft) },
    cache: {
      caching: input.model.caching,
      state: input.cache.state,
      prefixTokens: leadingTokens(draft, prefix),
      sharedTokens: shared === null ? null : leadingTokens(draft, shared.blocks),
      movedBy: shared?.movedBy ?? null,
    },
  }
}

/** How many leading blocks, tools first, there are up to the last cache mark. */
function markedBlocks({ tools, system, messages }: ModelRequest): number {
  const before = tools.length === 0 ? 0 : 1
  const message = messages.findLastIndex(({ cacheMark }) => cacheMark)
  if (message !== -1) return before + system.length + message + 1
  const block = system.findLastIndex(({ cacheMark }) => cacheMark)
  return block === -1 ? 0 : before + block + 1
}

function messageReports(
  { messages, roles, counts, contents, sizes }: Draft,
  decisions: Decided['decisions'],
  cachedMessages: number,
): readonly MessageReport[] {
  let left = cachedMessages
  return messages.map((message, index) => {
    const content = contents[index] ?? null
    const cached = content !== null && left > 0
    if (content !== null) left -= 1
    const role = roles[index]
    const made = decisions[index] ?? []
    const note = mainDecision(made)
    if (role === undefined || note === undefined) throw new Error(`no layer decided about ${message.id}`)
    return {
      messageId: message.id,
      role,
      fate: note.fate,
      layer: note.layer,
      because: note.because,
      decisions: made.length > 1 ? made : none,
      form: formOf(role, content),
      tokensBefore: (counts[index] ?? 0) + MESSAGE_OVERHEAD,
      tokensAfter: sizes[index] ?? 0,
      cached,
    }
  })
}

const none: readonly LayerNote[] = []

/** The last decision, except that a pinned message which was only shortened still reads as pinned (C19). */
function mainDecision(decisions: readonly LayerNote[]): LayerNote | undefined {
  const last = decisions.at(-1)
  return last?.fate === 'trimmed' ? (decisions.find(({ fate }) => fate === 'pinned') ?? last) : last
}

function formOf(role: Role, content: Content | null): MessageReport['form'] {
  if (content !== 'whole') return content === null ? null : content.form
  return role === 'assistant' ? 'native' : 'plain'
}

function isCachedBlock({ system }: Draft, index: number, cachedBlocks: number): boolean {
  const sentBefore = system.slice(0, index).filter(({ text }) => text !== null).length
  return system[index]?.text !== null && sentBefore < cachedBlocks
}

function usedTokens({ system, tools, opening, sizes }: Draft): UsedTokens {
  const of = (kind: DraftBlock['kind']) => total(system.filter(block => block.kind === kind))
  const [prompt, documents, summary] = [of('prompt'), of('document'), of('summary')]
  const declared = total(tools)
  let messages = opening?.tokensAfter ?? 0
  for (const size of sizes) messages += size
  const all = prompt + documents + summary + declared + messages
  return { prompt, documents, summary, tools: declared, messages, total: all }
}

function total(blocks: readonly DraftBlock[]): number {
  return blocks.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0)
}

/** Tokens of the first blocks of the request; all tools together are one block. */
function leadingTokens({ tools, system, opening, contents, sizes }: Draft, blocks: number): number {
  const leading = [
    ...(tools.length === 0 ? [] : [total(tools)]),
    ...system.filter(block => block.text !== null).map(block => block.tokensAfter),
    ...(opening === null ? [] : [opening.tokensAfter]),
  ]
  let tokens = sum(leading.slice(0, blocks))
  let left = blocks - leading.length
  for (let index = 0; index < contents.length && left > 0; index += 1) {
    if (contents[index] === null) continue
    tokens += sizes[index] ?? 0
    left -= 1
  }
  return tokens
}
