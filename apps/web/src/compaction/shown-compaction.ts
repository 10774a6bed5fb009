import type { ChatView, Compaction } from '@stet/api/client'

/** The newest one that concerns the shown path; others are made on branches that are not shown. */
export function shownCompaction({
  compactions,
  path,
  earlier,
}: Pick<ChatView, 'compactions' | 'path' | 'earlier'>): Compaction | null {
  // What is above the part of the path that is held may be what it hangs on.
  const isHere = ({ coversThrough }: Compaction) => earlier || path.some(({ id }) => id === coversThrough)
  return compactions.findLast(isHere) ?? null
}
