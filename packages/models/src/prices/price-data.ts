/** Prices and windows of the models of many vendors, as a maintained data set lists them. */
export interface PriceData {
  /** When it was fetched, in milliseconds since the epoch; null for the data that came with Stet. */
  readonly asOf: number | null
  readonly vendors: readonly Vendor[]
  /** How many of its models could not be read: they have no price here. */
  readonly leftOut: number
}

export interface Vendor {
  readonly id: string
  /** Matches the beginning of the base URLs under which the vendor is reached. */
  readonly address: RegExp
  readonly models: readonly ListedModel[]
  /** Vendors whose models it resells under the same names. */
  readonly resells: readonly string[]
}

export interface ListedModel {
  readonly id: string
  readonly match: NameMatch
  readonly contextWindow: number | null
  /** The last one that holds at the time is in force; the first one holds when no other does. */
  readonly prices: readonly DatedPrices[]
}

export type NameMatch =
  | { readonly kind: 'any' | 'all'; readonly of: readonly NameMatch[] }
  | { readonly kind: 'equals' | 'starts-with' | 'ends-with' | 'contains'; readonly text: string }
  | { readonly kind: 'pattern'; readonly pattern: RegExp }

export interface DatedPrices {
  readonly when: When
  readonly prices: Readonly<Record<string, ListedPrice>>
}

export type When =
  | { readonly kind: 'always' }
  | { readonly kind: 'since'; readonly at: number }
  /** Seconds since midnight, UTC; `to` may lie before `from`. */
  | { readonly kind: 'daily'; readonly from: number; readonly to: number }

/** One price, and what replaces it above so many input tokens. */
export interface ListedPrice {
  readonly base: number
  readonly tiers: readonly { readonly above: number; readonly price: number }[]
}
