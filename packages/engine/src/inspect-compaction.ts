import { type CompactionReport, reportCompaction } from '@stet/context'
import type { RequestToAssemble } from './assemble-request.ts'
import { readToPlan } from './compaction/read-to-plan.ts'
import type { EngineRoom } from './engine-room.ts'

/** What compaction would do before a request, as a run would do it. */
export async function inspectCompaction(
  room: Pick<EngineRoom, 'tokens' | 'toolbox'>,
  request: RequestToAssemble,
): Promise<CompactionReport> {
  return reportCompaction(await readToPlan(room, request))
}
