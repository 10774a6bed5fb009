import type { MessageId } from './id.ts'

/** What a provider said about a request besides its answer and its usage. */
export interface ProviderRemarks {
  /** Its own id of the answer, to which a later request can refer. */
  readonly responseId: string | null
  /** Answers whose reasoning its model did not read, with the provider's reason (C20). */
  readonly dropped: readonly { readonly messageId: MessageId | null; readonly reason: string }[]
  /** Why its cache did not hold what the request before had, in its own words (C24); null where it did, or said nothing. */
  readonly cacheMiss: { readonly reason: string; readonly tokens: number | null } | null
}
