import { type CompactionReport, isCompactionDue, reportCompaction } from '@stet/context'
import { activeCheckpoint, type Path } from '@stet/history'
import { type AssembleRoom, FIRST_LINKS, FURTHER, inputsOf, type RequestToAssemble } from './assemble-request.ts'

/**
 * What compaction would do before a request that was assembled from the same tail, which so reaches far enough to know whether it is due.
 * What it would summarise goes back to the checkpoint or to the start, and is read only where it is.
 */
export async function inspectCompaction(room: AssembleRoom, request: RequestToAssemble): Promise<CompactionReport> {
  const { chat, tail } = request
  const inputFrom = inputsOf(room, request)
  // A lift keeps compaction off below a message that may stand far up the path (H6).
  const first = chat.lifts.length > 0 ? Number.POSITIVE_INFINITY : FIRST_LINKS
  for (let links = first; ; links *= FURTHER) {
    const path = await tail.atLeast(links)
    const input = inputFrom(path)
    if (reachesCheckpoint(path, request) || !isCompactionDue(input)) return reportCompaction(input)
  }
}

function reachesCheckpoint(path: Path, { chat }: RequestToAssemble): boolean {
  return (path[0]?.parentId ?? null) === null || activeCheckpoint(path, chat.lifts) !== null
}
