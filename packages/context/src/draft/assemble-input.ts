import type { ContextSettings, Lift, Mark, MessageId, ModelFacts, Path, ToolDeclaration } from '@stet/history'
import type { TokenCounts } from '../tokens/token-counts.ts'

export interface AssembleInput {
  /**
   * From the root to the message to be answered, or the last part of that. A part is long enough when the report's `earlier` is not
   * `not-loaded`: then the request is that of the whole path.
   */
  readonly path: Path
  readonly lifts: readonly Lift[]
  readonly marks: readonly Mark[]
  readonly settings: ContextSettings
  /** The model that will read the request. */
  readonly model: ModelFacts
  readonly system: string
  readonly documents: readonly ContextDocument[]
  /** In a stable order: a tool that moves invalidates every cache behind it. */
  readonly tools: readonly ToolDeclaration[]
  readonly tokens: TokenCounts
  /** The last request on this path; null when there was none or it was not kept. */
  readonly previous: PreviousRequest | null
  readonly cache: CacheState
  /** The chat's limit for an answer, which the model's window must hold too; null without one. */
  readonly outputLimit: number | null
  /** Whether cache marks stay where the previous request had them: so for titles and summaries (C14). */
  readonly freezeMarks: boolean
  /**
   * Whether answers before the current message go from their parts: so after the provider refused to read them as it wrote them itself. What
   * follows the current message goes as ever, since calls and reasoning of a step under way are only taken back as they were.
   */
  readonly plainReplay?: boolean
}

/** Text that is in the system prompt between markers, cut to what the messages leave (C13). */
export interface ContextDocument {
  readonly id: string
  readonly name: string
  readonly text: string
}

export interface CacheState {
  readonly state: 'warm' | 'cold' | 'unknown'
}

/** What is kept of a request to know what the next one shares with it. `manifestOf` makes it. */
export interface PreviousRequest {
  /** Tools, system blocks and messages, in the order in which a provider reads them. */
  readonly blocks: readonly RequestBlock[]
  /** The messages that bore a cache mark. */
  readonly marks: readonly MessageId[]
}

export interface RequestBlock {
  /** `tools`, `system-0` and so on, `opening`, or the id of the message. */
  readonly name: string
  /** The same for the same bytes, cache marks aside. */
  readonly fingerprint: string
}
