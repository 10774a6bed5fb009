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
}
