import { createContext } from 'react'

/** What an error of an answer can offer, in its chat. */
export interface WaysOut {
  readonly chooseModel: () => void
  readonly inspect: () => void
  /** Null while nothing can be summarised. */
  readonly summarise: (() => void) | null
}

/** Null where there is nothing to lead to. */
export const WaysOutContext = createContext<WaysOut | null>(null)
