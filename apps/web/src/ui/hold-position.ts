import { createContext } from 'react'

/** Called before something opens by hand: what was clicked must stay under the pointer, also at the end of a conversation. */
export const HoldPosition = createContext<() => void>(() => undefined)
