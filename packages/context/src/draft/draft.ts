import type { ActiveCheckpoint, Message, MessageId, PlacedPrompt, RequestMessage, Role } from '@stet/history'
import { asRecorded } from '../content/as-recorded.ts'
import type { Content } from '../content/to-plain.ts'

/**
 * A request being built. What is known of a message is at its index in several lists instead of in one object: a chat can have 100,000
 * messages, and copying a list is much faster than copying every object.
 */
export interface Draft {
  /** The messages under consideration, sent or not. */
  readonly messages: readonly Message[]
  /** The role of each message. A layer that checks it first reads only messages that concern it, and reading them is the main cost. */
  readonly roles: readonly Role[]
  /** Tokens of each message when nothing is taken out of it, without the overhead. */
  readonly counts: readonly number[]
  /** The index of the last user message, where the current cycle begins; -1 without one. */
  readonly current: number
  /**
   * Where the open part begins, of which no layer forgets anything: the last user message, or before it the calls whose results no model
   * has read yet (C4). A user can send a message while a tool runs. -1 without a user message.
   */
  readonly open: number
  /** The active checkpoint; its `coversIndex` is -1 when everything it covers precedes the messages. */
  readonly checkpoint: ActiveCheckpoint | null
  /** What would be sent of each message; null for nothing. */
  readonly contents: readonly (Content | null)[]
  /** The latest decision about each message. */
  readonly notes: readonly Note[]
  /** The messages the user pinned; a pin on one message of a step pins the step. */
  readonly pinned: ReadonlySet<number>
  readonly system: readonly TextBlock[]
  /** Which system prompt applies from where (C21). */
  readonly prompts: readonly PlacedPrompt[]
  /** What is said of a changed system prompt, after the messages that it follows. */
  readonly promptChanges: readonly PromptChange[]
  /** A note that goes first when the first message is not from the user; null when none is needed. */
  readonly opening: TextBlock | null
  readonly tools: readonly DraftBlock[]
  /** Tokens of each content with the overhead, 0 for null. Empty until the budget layer counts them. */
  readonly sizes: readonly number[]
  /** Tokens that would have to be sent when they do not fit; null when they do. */
  readonly overflow: number | null
  readonly cacheMarks: CacheMarks
  /** Set where the provider's cache has a known life, and something is marked or cached by itself (C24). */
  readonly cacheLife: CacheLife | null
  /** Set where forgetting was weighed against the cache with this request (X3). */
  readonly forgetting: ForgettingChoice | null
}

/** What was decided about tool calls that the rule forgets, and why: the expected costs, in US dollars. */
export interface ForgettingChoice {
  readonly isForgotten: boolean
  readonly exchanges: number
  readonly keep: number
  readonly forget: number
}

/** How long the provider is to keep what it caches, and where that was weighed, what each life is expected to cost, in US dollars. */
export interface CacheLife {
  readonly minutes: number
  readonly weighed: { readonly minutes: number; readonly short: number; readonly long: number } | null
}

/** What became of a message (C17). */
export type Fate =
  | 'sent'
  | 'pinned' // sent because the user pinned it
  | 'trimmed' // sent in part
  | 'forgotten' // tool work that the settings no longer send
  | 'summarised'
  | 'behind-checkpoint'
  | 'left-out' // by the user
  | 'never-sent-by-role'
  | 'unreadable'
  | 'unpaired' // calls without results, or results without calls
  | 'empty'
  | 'over-budget'
  | 'not-loaded' // it precedes the loaded part of the path

/** What a layer decided about a message. */
export interface Note {
  readonly fate: Fate
  /** What happened and what to do, for the user, so that it reads after the fate: "Forgotten: tool results are kept for 1 turn". Empty when obvious. */
  readonly because: string
}

/** Something in the request that is not a message. */
export interface DraftBlock {
  readonly kind: 'prompt' | 'document' | 'summary' | 'tool' | 'note'
  /** The name of a document or tool; empty for the other kinds, which occur once. */
  readonly name: string
  readonly fate: Extract<Fate, 'sent' | 'trimmed' | 'over-budget'>
  readonly because: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

export interface TextBlock extends DraftBlock {
  /** Null when nothing of it is sent. */
  readonly text: string | null
}

/** A change of the system prompt that follows a message. */
export interface PromptChange extends TextBlock {
  readonly after: MessageId
}

/** Up to where the provider is asked to cache. */
export interface CacheMarks {
  /** Whether the last system block is marked. */
  readonly system: boolean
  /** Indices of marked messages. */
  readonly messages: readonly number[]
}

/** What is sent of the message at `index`, written out without its cache mark; null for nothing. */
export function contentAt({ messages, contents }: Draft, index: number): RequestMessage | null {
  const content = contents[index] ?? null
  if (content !== 'whole') return content
  const message = messages[index]
  if (message === undefined) throw new Error(`the draft has no message at ${index}`)
  return asRecorded(message)
}
