/** Which model answers, by the definition that reaches it. */
export interface ModelChoice {
  readonly definition: string
  readonly model: string
}

/** What is known about a model. Null means unknown, which is shown as such and never guessed. */
export interface ModelFacts {
  readonly definition: string
  readonly protocol: string
  readonly model: string
  readonly name: string
  readonly contextWindow: number | null
  /** True where the window is an assumption, since the server decides when it loads the model. */
  readonly uncertainWindow?: boolean
  readonly outputLimit: number | null
  readonly takes: { readonly images: boolean; readonly files: boolean; readonly tools: boolean }
  readonly reasoning: 'none' | 'budget' | 'effort' | 'level' | 'switch'
  /** Whether prompt caching needs marks in the request, happens by itself, or does not exist (C14). */
  readonly caching: 'marks' | 'automatic' | 'none'
  /** False where earlier reasoning is not sent back: so on Chat Completions unless its definition says otherwise (C7). */
  readonly replayReasoning?: boolean
  /** Whether it makes images: `only` where it answers no chats (T9). */
  readonly makesImages?: 'only' | 'too' | undefined
  /** Whether it takes its reasoning back only after exactly what it was written after (C20). */
  readonly bindsReasoning?: boolean
  /** Whether a tool can be declared after a message, so that what precedes it stays as it was (C21). */
  readonly appendsTools?: boolean
  /** Whether one that is declared can be withdrawn in the same way. */
  readonly withdrawsTools?: boolean
  /** Whether the system can say something after a message of the user (C21). */
  readonly appendsSystem?: boolean
  /** Whether another effort can be asked for after a message of the user (C21). */
  readonly appendsEffort?: boolean
  /** Whether it caches by itself and takes marks as well: what is written to its cache is charged then (C24). */
  readonly takesMarks?: boolean
  /** How long its cache keeps what is not read again, in minutes, and how long it can be asked to; absent where that is not known (C24). */
  readonly cacheLife?: { readonly minutes: number; readonly longMinutes?: number }
  /** The fewest tokens that its cache keeps; absent where that is not known (C24). */
  readonly leastCached?: number
}
