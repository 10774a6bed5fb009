/** Which model answers, by the definition that reaches it. */
export interface ModelChoice {
  readonly definition: string
  readonly model: string
}
