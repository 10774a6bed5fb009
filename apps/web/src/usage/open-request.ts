import type { RequestId } from '@stet/api/client'
import { createContext } from 'react'

/** Opens the inspector at a request that was made; null where there is none. */
export const OpenRequestContext = createContext<((requestId: RequestId) => void) | null>(null)
