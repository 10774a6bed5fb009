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

export interface PlainView {
  readonly forget: ForgetBefore
  /** Whether the last message of every request bears a mark. */
  readonly marked: boolean
}

/**
 * What the prompts of some chats cost, every answer being one request over everything before it: the plainest simulation
 * there is, to check the figures that ours are held against.
 */
export function plainCost(chats: readonly Transcript[], { forget, marked }: PlainView): number {
  let cost = 0
  for (const chat of chats) {
    const roles = chat.map(message => message.role)
    const tokens = chat.map(wireTokens)
    const cache = createPromptCache()
    chat.forEach((message, call) => {
      if (message.role !== 'assistant') return
      const before = forget(roles, call)
      const blocks: PricedBlock[] = []
      for (let index = 0; index < call; index += 1) {
        const isStub = roles[index] === 'tool' && index < before
        const mark = marked && index === call - 1
        blocks.push({ id: 2 * index + (isStub ? 1 : 0), tokens: isStub ? STUB : (tokens[index] ?? 0), mark })
      }
      cost += cache.price(blocks)
    })
  }
  return cost
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
