import { currentMessage } from './compaction/current-message.ts'
import type { Layer } from './layer.ts'
import { attachments } from './layers/attachments.ts'
import { budget } from './layers/budget.ts'
import { cacheMarks } from './layers/cache-marks.ts'
import { checkpoint } from './layers/checkpoint.ts'
import { documents } from './layers/documents.ts'
import { opening } from './layers/opening.ts'
import { origins } from './layers/origins.ts'
import { pairing } from './layers/pairing.ts'
import { personsMarks } from './layers/persons-marks.ts'
import { previousCycles } from './layers/previous-cycles.ts'
import { reasoning } from './layers/reasoning.ts'
import { resultLimits } from './layers/result-limits.ts'
import { specialRoles } from './layers/special-roles.ts'
import { toolMemory } from './layers/tool-memory.ts'

/** Every layer that decides what is sent, in the order in which they decide. */
export const pipeline: readonly Layer[] = [
  specialRoles,
  checkpoint,
  personsMarks,
  toolMemory,
  previousCycles,
  resultLimits,
  reasoning,
  origins,
  pairing,
  attachments,
  opening,
  currentMessage,
  documents,
  budget,
  cacheMarks,
]
