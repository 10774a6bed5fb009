/** A setting that the chosen model cannot take. It is shown, never silently dropped and never sent to fail. */
export interface NotApplied {
  /** The name of the setting, as in `AnswerSettings`: `temperature`, `reasoning.effort`, `webSearch` … or `cache`. */
  readonly setting: string
  /** A sentence for the user. */
  readonly because: string
}
