import type { MessageId, ModelFacts, Role } from '@stet/history'
import type { CacheState } from './assemble-input.ts'
import type { Fate, LayerName, Note } from './note.ts'

/** What one request sends and why (C17). Its totals are the request's. */
export interface Report {
  /** Everything before the first entry of `messages`, in one; null when that is nothing. */
  readonly earlier: EarlierReport | null
  /** Every message from there on, in order, sent or not. */
  readonly messages: readonly MessageReport[]
  /** The note that opens the messages where the first of them is not the person's. */
  readonly opening: BlockReport | null
  /** The system prompt, the documents, the summary: in the order in which they are sent, and documents that are not. */
  readonly system: readonly BlockReport[]
  readonly tools: readonly BlockReport[]
  readonly budget: BudgetReport
  readonly cache: CacheReport
}

export interface EarlierReport extends Note {
  /** The last message it speaks of. */
  readonly through: MessageId
}

export interface MessageReport extends Note {
  readonly messageId: MessageId
  readonly role: Role
  /** What it is sent as; null when it is not. */
  readonly form: 'native' | 'plain' | null
  /** Of the whole message, the overhead included. */
  readonly tokensBefore: number
  /** Of what is sent; 0 when nothing is. */
  readonly tokensAfter: number
  /** Whether it is inside the cached prefix. */
  readonly cached: boolean
}

export interface BlockReport {
  readonly kind: 'prompt' | 'document' | 'summary' | 'tool' | 'note'
  /** A document's or a tool's name; empty for the others, of which there is one. */
  readonly name: string
  readonly fate: Extract<Fate, 'sent' | 'trimmed' | 'over-budget'>
  readonly layer: LayerName
  readonly because: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly cached: boolean
}

/** The figures of the context meter (C9). */
export interface BudgetReport {
  /** The largest request: the model's window, the person's own cap, or what is assumed where neither is known. */
  readonly maximum: number
  readonly maximumFrom: 'model' | 'person' | 'assumed'
  /** Kept free for the answer. */
  readonly reserved: number
  /** What may be sent: maximum less reserved. */
  readonly budget: number
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
  /** Whether the provider still holds what the previous request left there. */
  readonly state: CacheState['state']
  /** Tokens up to the last cache mark; where caching is automatic, those shared with the previous request. */
  readonly prefixTokens: number
  /** Tokens of the leading blocks that are the same as in the previous request; null when that is not known. */
  readonly sharedTokens: number | null
  /** The first block that differs from the previous request's, where more than an addition at the end does. */
  readonly movedBy: MovedBy | null
}

export interface MovedBy {
  /** `tools`, `system-0` and so on, `opening`, or the id of a message. */
  readonly block: string
  readonly because: string
}
