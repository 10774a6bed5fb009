import type { ChatView } from '@stet/api/client'
import { useMemo } from 'react'
import { type Checkpoints, readCheckpoints } from './checkpoints.ts'

/** The checkpoints of the shown path; the same value until something about them changes. */
export function useCheckpoints({ path, earlier, chat: { lifts } }: ChatView): Checkpoints {
  return useMemo(() => ({ ...readCheckpoints({ path, earlier, lifts }), again: null }), [path, earlier, lifts])
}
