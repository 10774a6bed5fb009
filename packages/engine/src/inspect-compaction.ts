import { type CompactionReport, reportCompaction } from '@stet/context'
import type { AssembleRoom, RequestToAssemble } from './assemble-request.ts'
import { readToPlan } from './compaction/read-to-plan.ts'

/** What compaction would do before a request, as a run would do it. */
export async function inspectCompaction(room: AssembleRoom, request: RequestToAssemble): Promise<CompactionReport> {
  return reportCompaction(await readToPlan(room, request))
}
