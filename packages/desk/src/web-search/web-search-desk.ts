import type { RunsOf, WEB_SEARCH_COMMANDS, WebSearchForm } from '@stet/commands'
import type { Store, WebSearchRecord } from '@stet/store'
import type { SearchServiceFacts, Tool, WebHit } from '@stet/tools'
import type { Sealer } from '../providers/providers-deps.ts'

/** The search service of the tool `web_search`: which it is, and the tool itself (T8). */
export interface WebSearchDesk extends RunsOf<typeof WEB_SEARCH_COMMANDS, WebSearchAnswers> {
  setting(): Promise<WebSearchSetting>
  /** Searches once with what is filled in, and the saved key where none is given. */
  test(form: WebSearchForm): Promise<WebSearchTest>
  /** As it can be offered now. */
  tool(): Promise<Tool>
}

export interface WebSearchSetting {
  readonly services: readonly SearchServiceFacts[]
  /** Null while none is set up. */
  readonly saved: WebSearchRecord | null
  /** Why what is saved cannot be used, as a sentence; null where it can. */
  readonly trouble: string | null
}

export type WebSearchTest =
  | { readonly ok: true; readonly hits: readonly WebHit[] }
  /** `because` says what is wrong and what to do, as a sentence. */
  | { readonly ok: false; readonly because: string }

export interface WebSearchAnswers {
  readonly changeWebSearch: WebSearchSetting
  readonly removeWebSearch: WebSearchSetting
}

export interface WebSearchDeps {
  readonly store: Store
  readonly clock: () => number
  readonly sealer: Sealer
  readonly fetch: typeof globalThis.fetch
  /** For a service on this computer, where that differs. */
  readonly localFetch?: typeof globalThis.fetch
}
