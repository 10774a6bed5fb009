import type { ModelOverride } from '@stet/history'

/** Every price is declared in history, and is one of these: another one would not compile. */
export type PriceName = Same<keyof Prices, keyof NonNullable<ModelOverride['prices']>>
type Same<One, Other extends One & ([One] extends [Other] ? unknown : never)> = Other

/** Prices of one model, in US dollars a million tokens. Null is not known, which makes a cost unreliable when it is needed (U3). */
export interface Prices {
  readonly input: number | null
  readonly output: number | null
  readonly cacheRead: number | null
  /** Writes that live five minutes, or whatever the provider's usual time is. */
  readonly cacheWrite: number | null
  /** Writes that live an hour. */
  readonly cacheWriteLong: number | null
  /** US dollars for each web search. */
  readonly webSearch: number | null
  /** US dollars for each request, in addition to its tokens; undefined where none are charged. */
  readonly request?: number
  /** Tokens of sound in a request; undefined where no rate is known. */
  readonly audioInput?: number
  /** Tokens of images, sent and made; null where they cost what other tokens cost. */
  readonly imageInput: number | null
  readonly imageOutput: number | null
}

/** The prices in force for a model and where they are from: a snapshot of it goes with every request (U1). */
export interface PriceList {
  readonly prices: Prices
  /** Above so many input tokens of one request, these prices hold for all of it; rising. */
  readonly tiers: readonly { readonly above: number; readonly prices: Prices }[]
  readonly from: 'person' | 'provider' | 'data' | 'local'
  /** How the model was found in the data: by its exact name or by a prefix of it. */
  readonly match: 'exact' | 'prefix'
  /** When the data was last brought up to date, in milliseconds since the epoch; null when that is not known. */
  readonly asOf: number | null
}
