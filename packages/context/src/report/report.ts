import type { MessageId, ModelFacts, Role } from '@stet/history'
import type { CacheState } from '../draft/assemble-input.ts'
import type { Budget } from '../draft/budget-of.ts'
import type { CacheLife, DraftBlock, ForgettingChoice } from '../draft/draft.ts'
import type { LayerCounts, LayerName, LayerNote } from '../layers/pipeline.ts'

/** What one request sends and why (C17). Its totals are the request's. */
export interface Report {
  /** What each layer took out, in the order in which they decide; layers that took nothing out are not listed. */
  readonly layers: readonly LayerCounts[]
  /** Everything up to its `through` that `messages` does not list, as one entry; null for nothing. */
  readonly earlier: EarlierReport | null
  /** Every message after that, in order, sent or not. Pinned ones from further up precede them. */
  readonly messages: readonly MessageReport[]
  /** The note before the messages when the first of them is not from the user. */
  readonly opening: BlockReport | null
  /** The system prompt, the documents and the summary in the order in which they are sent, and documents that are not sent. */
  readonly system: readonly BlockReport[]
  readonly tools: readonly BlockReport[]
  readonly budget: BudgetReport
  readonly cache: CacheReport
  /** Whether forgetting was postponed to save money, with both sums (X3); null where that was not weighed for this request. */
  readonly forgetting: ForgettingChoice | null
}

export interface EarlierReport extends LayerNote {
  /** Its last message. */
  readonly through: MessageId
}

/** The fate of one message, the layer that decided it, and why. */
export interface MessageReport extends LayerNote {
  readonly messageId: MessageId
  readonly role: Role
  /** Every layer that changed what is sent of it, in order, when more than one did; otherwise empty. */
  readonly decisions: readonly LayerNote[]
  /** The form it is sent in; null when it is not sent. */
  readonly form: 'native' | 'plain' | null
  /** Tokens of the whole message, with the overhead. */
  readonly tokensBefore: number
  /** Tokens of what is sent; 0 for nothing. */
  readonly tokensAfter: number
  /** Whether it is inside the cached prefix. */
  readonly cached: boolean
}

export interface BlockReport extends DraftBlock {
  readonly layer: LayerName
  readonly cached: boolean
}

/** The figures of the context meter (C9). */
export interface BudgetReport extends Budget {
  readonly used: UsedTokens
}

export interface UsedTokens {
  readonly prompt: number
  readonly documents: number
  readonly summary: number
  readonly tools: number
  readonly messages: number
  readonly total: number
}

export interface CacheReport {
  readonly caching: ModelFacts['caching']
  /** Whether the provider's cache still has the previous request. */
  readonly state: CacheState['state']
  /** Tokens up to the last cache mark; where caching is automatic, those shared with the previous request. */
  readonly prefixTokens: number
  /** Tokens of the leading blocks that are the same as in the previous request; null when unknown. */
  readonly sharedTokens: number | null
  /** The first block that differs from the previous request; null when blocks were only added at the end. */
  readonly movedBy: MovedBy | null
  /** Set where it is cached by itself and marked as well: then everything that is not read from the cache is written there (C24). */
  readonly takesMarks?: boolean
  /** Set where what could be cached is shorter than what the model caches at all: from how many tokens on it does (C24). */
  readonly leastCached?: number
  /** How long the provider is to keep it; null where that is not known. */
  readonly life: CacheLife | null
}

export interface MovedBy {
  /** `tools`, `system-0` and so on, `opening`, or the id of a message. */
  readonly block: string
  readonly because: string
}
