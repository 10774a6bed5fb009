import type {
  ContextSettings,
  Lift,
  Mark,
  MessageId,
  ModelFacts,
  Origin,
  Path,
  PlacedEffort,
  PlacedPrompt,
  ToolDeclaration,
} from '@stet/history'
import type { TokenCounts } from '../tokens/token-counts.ts'

export interface AssembleInput {
  /**
   * From the root to the message to be answered, or the last part of that. A part is long enough when the report's `earlier` is not
   * `not-loaded`: then the request is that of the whole path.
   */
  readonly path: Path
  /**
   * How many of the first messages of the path are pinned ones from further up, with the rest of their steps. What is between them and the
   * other messages is not loaded: a checkpoint must cover it.
   */
  readonly fromAbove?: number
  readonly lifts: readonly Lift[]
  readonly marks: readonly Mark[]
  readonly settings: ContextSettings
  /** The model that will read the request. */
  readonly model: ModelFacts
  /** Other origins whose native content it reads too: another version of the same model, the same model through another definition (C7). */
  readonly reads?: readonly Origin[]
  readonly system: string
  readonly documents: readonly ContextDocument[]
  /** In a stable order: a tool that moves invalidates every cache behind it. */
  readonly tools: readonly ToolDeclaration[]
  /** Tools that an earlier request declared and that are offered no longer, as far as their declarations are known (C21). */
  readonly withdrawn?: readonly ToolDeclaration[]
  /** Whether the provider's own web search is declared beside them. */
  readonly webSearch?: boolean
  /** Whether its own fetch of web pages is. */
  readonly webFetch?: boolean
  /** How much effort the model is asked for; absent where that is not said, or cannot follow a message (C21). */
  readonly effort?: string
  readonly tokens: TokenCounts
  /** The last request on this path; null when there was none or it was not kept. */
  readonly previous: PreviousRequest | null
  readonly cache: CacheState
  /** What was sent before each answer with reasoning was written (`bindingOf`), for a model that binds it (C20); an answer not listed is unknown. */
  readonly bindings?: ReadonlyMap<MessageId, string>
  /** What forgetting and compaction are weighed with (X3); absent where neither is asked for, or a price is not known. */
  readonly economy?: Economy
  /** What the life of the cache is weighed with (C24); absent where only one is offered, or a price is not known. */
  readonly pace?: Pace
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

/** Prices of the model, and how long the chat is. */
export interface Economy {
  /** US dollars for a million tokens of input. */
  readonly inputPrice: number
  /** What a token costs that is read from the cache, and one that is written there, as shares of that. */
  readonly read: number
  readonly write: number
  /** How many requests the chat has sent: from that is expected how many follow. */
  readonly sentRequests: number
  /** What a summary costs; absent where its model has no known price. */
  readonly summary?: SummaryShares
}

/** What a summary costs for each token that it replaces, and for each that it has, as shares of the input price of the chat's model. */
export interface SummaryShares {
  readonly input: number
  readonly output: number
}

/** How fast a chat continues, and the prices of the model. */
export interface Pace {
  /** Milliseconds between its last requests, and since the last of them. */
  readonly gaps: readonly number[]
  /** US dollars for a million tokens of input. */
  readonly inputPrice: number
  /** What a token costs that is read from the cache, or written there for the usual time or the longer one, as shares of that. */
  readonly read: number
  readonly write: number
  readonly writeLong: number
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
  /** Which tools it declared, and where; absent in requests that were stored before this was. */
  readonly tools?: readonly PlacedTools[]
  /** Which system prompt applied from where; absent where none could follow a message, and in requests that were stored before this was. */
  readonly prompts?: readonly PlacedPrompt[]
  /** Which effort applied from where; absent where none was asked for, or none could follow a message. */
  readonly efforts?: readonly PlacedEffort[]
  /** The provider's own id of the answer; absent where it has none, or another model answered. */
  readonly responseId?: string
  /** For how many minutes the provider was to keep it; absent where that was not known. */
  readonly cacheMinutes?: number
}

/** Tools by their names. `after` is the message that they follow; null for those that precede everything. */
export interface PlacedTools {
  readonly after: MessageId | null
  readonly names: readonly string[]
  /** Those that are offered no longer from there on. */
  readonly removed?: readonly string[] | undefined
  /** Whether the provider's own web search is offered from there on; absent where that does not change, and in rows of earlier versions. */
  readonly webSearch?: boolean | undefined
}

export interface RequestBlock {
  /** `tools`, `system-0` and so on, `opening`, or the id of the message. */
  readonly name: string
  /** The same for the same bytes, cache marks aside. */
  readonly fingerprint: string
}
