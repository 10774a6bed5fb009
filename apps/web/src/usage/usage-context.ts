import type { ChatUsage } from '@stet/api/client'
import { createContext } from 'react'

/** What the open chat has spent; null until that is known. */
export const UsageContext = createContext<ChatUsage | null>(null)
