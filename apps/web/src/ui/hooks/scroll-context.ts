import { createContext } from 'react'

/** Called when the user has done something whose outcome comes at the end of the conversation: it is then kept in sight. */
export const FollowEnd = createContext<() => void>(() => undefined)

/** Called before something opens by hand: what was clicked must stay under the pointer, also at the end of a conversation. */
export const HoldPosition = createContext<() => void>(() => undefined)
