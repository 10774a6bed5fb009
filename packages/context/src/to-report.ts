import type { ModelRequest, Role } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import { budgetOf } from './budget-of.ts'
import { compareWithPrevious } from './compare-with-previous.ts'
import type { Content, Draft, DraftBlock } from './draft.ts'
import type { BlockReport, MessageReport, Report, UsedTokens } from './report.ts'
import { sum } from './size-of.ts'
import { MESSAGE_OVERHEAD } from './token-counts.ts'

/** The report of a finished draft and of the request that was made from it. */
export function toReport(draft: Draft, input: AssembleInput, request: ModelRequest): Report {
  const shared = input.previous === null ? null : compareWithPrevious(request, input.previous, draft)
  const prefix = input.model.caching === 'automatic' ? (shared?.blocks ?? 0) : markedBlocks(request)
  const system = request.tools.length === 0 ? 0 : 1
  const opening = system + request.system.length
  const messages = opening + (draft.opening === null ? 0 : 1)
  return {
    earlier: draft.earlier,
    messages: messageReports(draft, prefix - messages),
    opening: draft.opening === null ? null : toBlockReport(draft.opening, prefix > opening),
    system: systemReports(draft, prefix - system),
    tools: prefix > 0 ? draft.tools.map(tool => ({ ...tool, cached: true })) : draft.tools,
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

/** How many leading blocks, tools first, stand up to the last cache mark. */
function markedBlocks({ tools, system, messages }: ModelRequest): number {
  const before = tools.length === 0 ? 0 : 1
  const message = messages.findLastIndex(({ cacheMark }) => cacheMark)
  if (message !== -1) return before + system.length + message + 1
  const block = system.findLastIndex(({ cacheMark }) => cacheMark)
  return block === -1 ? 0 : before + block + 1
}

function messageReports(draft: Draft, cachedMessages: number): readonly MessageReport[] {
  const { messages, roles, counts, contents, notes, sizes } = draft
  let left = cachedMessages
  return messages.map((message, index) => {
    const content = contents[index] ?? null
    const cached = content !== null && left > 0
    if (content !== null) left -= 1
    const role = roles[index]
    const note = notes[index]
    if (role === undefined || note === undefined) throw new Error(`no layer decided about ${message.id}`)
    return {
      messageId: message.id,
      role,
      fate: note.fate,
      layer: note.layer,
      because: note.because,
      form: formOf(role, content),
      tokensBefore: (counts[index] ?? 0) + MESSAGE_OVERHEAD,
      tokensAfter: sizes[index] ?? 0,
      cached,
    }
  })
}

function formOf(role: Role, content: Content | null): MessageReport['form'] {
  if (content !== 'whole') return content === null ? null : content.form
  return role === 'assistant' ? 'native' : 'plain'
}

function systemReports({ system }: Draft, cachedBlocks: number): readonly BlockReport[] {
  let left = cachedBlocks
  return system.map(block => {
    if (block.text === null) return toBlockReport(block, false)
    left -= 1
    return toBlockReport(block, left >= 0)
  })
}

function toBlockReport({ text: _text, cacheMark: _cacheMark, ...report }: DraftBlock, cached: boolean): BlockReport {
  return { ...report, cached }
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

function total(blocks: readonly BlockReport[]): number {
  return blocks.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0)
}

/** Tokens of the first blocks of the request, the tools together being the first. */
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
