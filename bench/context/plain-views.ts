import { o200kTokens } from './estimator-sample.ts'
import type { Transcript, TranscriptMessage } from './load-transcripts.ts'
import { createPromptCache, type PricedBlock } from './prompt-cache.ts'

/** Which results a request no longer carries: those before this index, when the answer at `call` is asked for. */
export type ForgetBefore = (roles: readonly TranscriptMessage['role'][], call: number) => number

export const forgetNothing: ForgetBefore = () => 0
export const olderThanUserTurn: ForgetBefore = (roles, call) => Math.max(0, roles.lastIndexOf('user', call - 1))
export const olderThanThreeCalls: ForgetBefore = (roles, call) => {
  let index = call
  for (let calls = 0; calls < 3 && index > 0; calls += 1) index = roles.lastIndexOf('assistant', index - 1)
  return Math.max(0, index)
}

const OVERHEAD = 4
// What stays in the place of a forgotten result.
const STUB = 10

/** All but the last messages of a request that has more tokens than `above` are replaced by a summary. */
export interface PlainCompaction {
  readonly above: number
  readonly keeps: number
  readonly summaryTokens: number
}

export interface PlainView {
  readonly forget: ForgetBefore
  /** Whether the last message of every request carries a mark. */
  readonly marked: boolean
  readonly compaction?: PlainCompaction
}

/**
 * What the prompts of some chats cost, every answer being one request over everything before it: the plainest simulation
 * there is, to check the figures that ours are compared with.
 */
export function plainCost(chats: readonly Transcript[], view: PlainView): number {
  return chats.reduce((cost, chat) => cost + chatCost(chat, view), 0)
}

function chatCost(chat: Transcript, { forget, marked, compaction }: PlainView): number {
  const roles = chat.map(message => message.role)
  const tokens = chat.map(wireTokens)
  const cache = createPromptCache()
  const summary: Summary = { count: 0, through: 0 }
  let cost = 0
  chat.forEach((message, call) => {
    if (message.role !== 'assistant') return
    const before = forget(roles, call)
    const blocksNow = (): PricedBlock[] => {
      const blocks: PricedBlock[] = []
      for (let index = 0; index < call; index += 1) {
        // The system prompt is the first message, and stays.
        if (index > 0 && index <= summary.through) continue
        const isStub = roles[index] === 'tool' && index < before
        blocks.push({ id: 2 * index + (isStub ? 1 : 0), tokens: isStub ? STUB : (tokens[index] ?? 0), mark: false })
        if (index === 0 && summary.count > 0 && compaction !== undefined) {
          blocks.push({ id: SUMMARY_IDS + summary.count, tokens: compaction.summaryTokens, mark: false })
        }
      }
      return blocks
    }
    let blocks = blocksNow()
    const total = sum(blocks)
    if (compaction !== undefined && total > compaction.above) {
      const through = boundary(roles, call - compaction.keeps) - 1
      if (through > summary.through) {
        summary.through = through
        summary.count += 1
        blocks = blocksNow()
        // A summary is made from a text of its own, which no cache holds.
        cost += total - sum(blocks) + compaction.summaryTokens
      }
    }
    const last = blocks.at(-1)
    if (marked && last !== undefined) blocks[blocks.length - 1] = { ...last, mark: true }
    cost += cache.price(blocks)
  })
  return cost
}

interface Summary {
  count: number
  /** The last message it replaces. */
  through: number
}

/** Beyond every id of a message. */
const SUMMARY_IDS = 500_000

/** The last place at or before `index` that does not part results from their call. */
function boundary(roles: readonly TranscriptMessage['role'][], index: number): number {
  let place = index
  while (place > 0 && roles[place] === 'tool') place -= 1
  return place
}

function sum(blocks: readonly PricedBlock[]): number {
  return blocks.reduce((total, block) => total + block.tokens, 0)
}

/** A message as it goes over the wire, calls with their ids and all. */
export function wireTokens(message: TranscriptMessage): number {
  const calls = message.role === 'assistant' ? message.calls : []
  return calls.reduce((sum, call) => sum + remembered(call.wire), OVERHEAD + remembered(message.text))
}

const counts = new Map<string, number>()

/** The tokens of a text in o200k; the transcripts are counted many times over. */
export function remembered(text: string): number {
  const known = counts.get(text)
  if (known !== undefined) return known
  const tokens = o200kTokens(text)
  counts.set(text, tokens)
  return tokens
}
