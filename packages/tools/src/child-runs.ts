import type { ChatId } from '@stet/history'
import type { ToolProgress } from './tool-progress.ts'

/** Lets a tool have a model work in a chat of its own (T6). That chat is not in any list, and goes with the message that called. */
export interface ChildRuns {
  /** Runs it to its end, over what a person has to approve in it; stopping the calling run stops it. */
  run(child: ChildRun): AsyncGenerator<ToolProgress, ChildEnd>
}

export interface ChildRun {
  /** What it is asked. */
  readonly text: string
  /** None, without. */
  readonly systemPrompt?: string
  /** Which of the calling chat's tools it may use, by name, set as they are there; none, without. Never the calling tool itself. */
  readonly tools?: readonly string[]
}

export type ChildEnd =
  | {
      readonly kind: 'ended'
      readonly chatId: ChatId
      /** The last that it said; empty when it said nothing. */
      readonly text: string
      readonly end: 'complete' | 'failed' | 'stopped' | 'max-steps' | 'interrupted'
    }
  /** It was not begun; `because` is a sentence that the model reads. */
  | { readonly kind: 'refused'; readonly because: string }
