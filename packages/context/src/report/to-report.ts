import type { MessageId, ModelFacts, ModelRequest, Role } from '@stet/history'
import { withThousands } from '../content/cut-text.ts'
import type { Content } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import type { Draft, DraftBlock } from '../draft/draft.ts'
import type { Earlier } from '../draft/look-back.ts'
import { hasToolsBlock } from '../draft/request-blocks.ts'
import { sum } from '../draft/size-of.ts'
import type { Decided, LayerNote } from '../layers/pipeline.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'
import { compareWithPrevious } from './previous-request.ts'
import type { BlockReport, CacheReport, MessageReport, Report, UsedTokens } from './report.ts'

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
  const beginning = input.model.caching === 'automatic' ? (shared?.blocks ?? 0) : markedBlocks(request)
  const prefixTokens = leadingTokens(draft, request, beginning)
  const used = usedTokens(draft)
  const short = tooShort(input.model, input.model.caching === 'marks' ? prefixTokens : used.total)
  const prefix = short.leastCached === undefined ? beginning : 0
  const system = hasToolsBlock(request) ? 1 : 0
  const opening = system + request.system.length
  const messages = opening + (draft.opening === null ? 0 : 1)
  const appended = appendedTools(request, draft.opening === null ? 0 : 1)
  const removed = removedTools(request, draft.opening === null ? 0 : 1)
  return {
    layers: counts,
    earlier,
    messages: messageReports(draft, decisions, prefix - messages),
    opening: draft.opening === null ? null : toBlockReport(draft.opening, prefix > opening),
    system: [
      ...draft.system.map((block, index) => toBlockReport(block, isCachedBlock(draft, index, prefix - system))),
      ...draft.promptChanges.map(change => {
        const place = messages + placeOf(request, change.after, draft.opening === null ? 0 : 1)
        const saved = withThousands(leadingTokens(draft, request, place))
        const because = `the prompt changed: this follows a message, so that the ${saved} tokens before it stay cached`
        return { ...toBlockReport(change, prefix > place), because }
      }),
      ...(request.efforts ?? []).flatMap(({ after, effort }) => {
        if (after === null) return []
        const place = messages + placeOf(request, after, draft.opening === null ? 0 : 1)
        const words = `${effort} from a message on`
        return [changeReport({ name: 'effort', words }, leadingTokens(draft, request, place), prefix > place)]
      }),
      ...request.messages.flatMap((message, index) => {
        if (message.form === 'native' || message.role === 'assistant' || message.webSearchAfter === undefined) return []
        const place = messages + index - (draft.opening === null ? 0 : 1)
        const words = message.webSearchAfter ? 'declared after a message' : 'removed: it is withdrawn after a message'
        return [changeReport({ name: 'web search', words }, leadingTokens(draft, request, place), prefix > place)]
      }),
    ],
    tools: draft.tools.map(tool => {
      const place = appended.get(tool.name)
      const cached = prefix > (place === undefined ? 0 : messages + place)
      const goes = removed.get(tool.name)
      const changed = goes ?? place
      if (changed === undefined) return toBlockReport(tool, cached)
      const saved = leadingTokens(draft, request, messages + changed)
      const how = goes === undefined ? 'declared after a message' : 'removed: it is withdrawn after a message'
      const because = `${how}, so that the ${withThousands(saved)} tokens before it stay cached`
      return { ...toBlockReport(tool, cached), because }
    }),
    budget: { ...budgetOf(input), used },
    cache: {
      caching: input.model.caching,
      state: input.cache.state,
      prefixTokens,
      sharedTokens: shared === null ? null : leadingTokens(draft, request, shared.blocks),
      movedBy: shared?.movedBy ?? null,
      ...(input.model.takesMarks === true && { takesMarks: true }),
      ...short,
      life: draft.cacheLife,
    },
    forgetting: draft.forgetting,
  }
}

/** Whether this many tokens are fewer than the model caches. Where nothing is marked, nothing is said of it. */
function tooShort({ caching, leastCached = 0 }: ModelFacts, tokens: number): Pick<CacheReport, 'leastCached'> {
  return caching !== 'none' && tokens > 0 && tokens < leastCached ? { leastCached } : {}
}

/** It takes no tokens of its own. */
function changeReport(
  { name, words }: { readonly name: string; readonly words: string },
  saved: number,
  cached: boolean,
): BlockReport {
  const because = `${words}, so that the ${withThousands(saved)} tokens before it stay cached`
  const tokens = { tokensBefore: 0, tokensAfter: 0 }
  return { kind: 'note', name, fate: 'sent', layer: 'cache-marks', because, ...tokens, cached }
}

/** The place of a message among those after the opening note. */
function placeOf({ messages }: ModelRequest, id: MessageId, opening: number): number {
  return messages.findIndex(({ messageId }) => messageId === id) - opening
}

/** The tools that follow a message, by name, with the place of that message among those after the opening note. */
function appendedTools({ messages }: ModelRequest, opening: number): ReadonlyMap<string, number> {
  return new Map(
    messages.flatMap((message, index) =>
      message.form === 'native' || message.role === 'assistant'
        ? []
        : (message.toolsAfter ?? []).map(({ name }) => [name, index - opening] as const),
    ),
  )
}

/** The tools that are withdrawn after a message, in the same way. */
function removedTools({ messages }: ModelRequest, opening: number): ReadonlyMap<string, number> {
  return new Map(
    messages.flatMap((message, index) =>
      message.form === 'native' || message.role === 'assistant'
        ? []
        : (message.toolsRemoved ?? []).map(name => [name, index - opening] as const),
    ),
  )
}

/** How many leading blocks, tools first, there are up to the last cache mark. */
function markedBlocks(request: ModelRequest): number {
  const { system, messages } = request
  const before = hasToolsBlock(request) ? 1 : 0
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

function usedTokens({ system, promptChanges, tools, opening, sizes }: Draft): UsedTokens {
  const of = (kind: DraftBlock['kind']) => total([...system, ...promptChanges].filter(block => block.kind === kind))
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

/** Tokens of the first blocks of the request; all tools that precede the messages are one block, others belong to the message they follow. */
function leadingTokens(draft: Draft, request: ModelRequest, blocks: number): number {
  const { tools, system, promptChanges, opening, contents, sizes } = draft
  const appended = appendedTools(request, opening === null ? 0 : 1)
  const said = new Map(promptChanges.map(change => [placeOf(request, change.after, opening === null ? 0 : 1), change]))
  const after = (place: number) =>
    total(tools.filter(({ name }) => appended.get(name) === place)) + (said.get(place)?.tokensAfter ?? 0)
  const leading = [
    ...(hasToolsBlock(request) ? [total(tools.filter(({ name }) => !appended.has(name)))] : []),
    ...system.filter(block => block.text !== null).map(block => block.tokensAfter),
    ...(opening === null ? [] : [opening.tokensAfter]),
  ]
  let tokens = sum(leading.slice(0, blocks))
  const count = blocks - leading.length
  let place = 0
  for (let index = 0; index < contents.length && place < count; index += 1) {
    if (contents[index] === null) continue
    tokens += (sizes[index] ?? 0) + (appended.size + said.size === 0 ? 0 : after(place))
    place += 1
  }
  return tokens
}
