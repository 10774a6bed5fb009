import { type BudgetReport, type ChatView, contextSize } from '@stet/api/client'
import { formatTokens } from '../formats/format-tokens.ts'

/** How large a chat's context is: what its latest request read and wrote (C16). */
export interface ContextFigure {
  /** Null where no request on the shown path reported its usage yet. */
  readonly size: number | null
  /** Whether anything was answered on the shown path at all. */
  readonly begun: boolean
  /** The largest request; null until that is known. */
  readonly window: Pick<BudgetReport, 'maximum' | 'maximumFrom'> | null
}

export function contextFigure({ path, chat: { lifts } }: Shown, window: ContextFigure['window']): ContextFigure {
  return {
    size: contextSize(path, lifts),
    begun: path.some(message => message.role === 'assistant'),
    window,
  }
}

interface Shown extends Pick<ChatView, 'path'> {
  readonly chat: Pick<ChatView['chat'], 'lifts'>
}

export function contextWords(figure: ContextFigure): string {
  const { size, begun, window } = figure
  if (size === null) return begun ? 'Context size unknown' : 'Nothing sent yet'
  return window === null ? formatTokens(size) : `${formatTokens(size)} of ${formatTokens(window.maximum)}`
}

/** What the figure means. */
export function contextMeaning({ size, begun }: ContextFigure): string {
  if (size !== null) return 'Tokens in and out of this branch’s last request.'
  return begun ? 'Known again after the next answer.' : 'Known after the first answer.'
}

/** Whose window it is. */
export function windowMeaning(from: BudgetReport['maximumFrom']): string {
  switch (from) {
    case 'model':
      return 'the model’s window'
    case 'person':
      return 'your own limit'
    case 'assumed':
      return 'assumed, because the model’s window is unknown'
  }
}
