import { createContext } from 'react'

/** Called when a person has done something whose outcome comes at the end of the conversation: it is then kept in sight. */
export const FollowEnd = createContext<() => void>(() => undefined)
