import type { MessageId } from '@stet/api/client'
import { createContext } from 'react'
import type { MarginNote } from './margin.ts'

/** The data and the actions of the margin. */
export interface Margin {
  readonly noteOn: (messageId: MessageId) => MarginNote | null
  /** Loads the note on a message that is looked at. */
  readonly want: (messageId: MessageId) => void
  /** The user's own mark on a message. */
  readonly markOn: (messageId: MessageId) => 'pinned' | 'left-out' | null
}

export const MarginContext = createContext<Margin>({ noteOn: () => null, want: () => undefined, markOn: () => null })
