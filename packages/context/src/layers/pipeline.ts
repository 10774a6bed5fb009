import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Draft, DraftBlock, Note } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'
import { attachments } from './attachments.ts'
import { budget } from './budget.ts'
import { cacheMarks } from './cache-marks.ts'
import { checkpoint } from './checkpoint.ts'
import { currentMessage } from './current-message.ts'
import { documents } from './documents.ts'
import { opening } from './opening.ts'
import { origins } from './origins.ts'
import { pairing } from './pairing.ts'
import { personsMarks } from './persons-marks.ts'
import { previousCycles } from './previous-cycles.ts'
import { reasoning } from './reasoning.ts'
import { resultLimits } from './result-limits.ts'
import { specialRoles } from './special-roles.ts'
import { toolMemory } from './tool-memory.ts'

/** Every layer, in the order in which they decide. This is the only list of them. */
export const pipeline = [
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
] as const satisfies readonly Layer[]

export type LayerName = (typeof pipeline)[number]['name']

/** What a layer decided about a message, and which layer it was. */
export interface LayerNote extends Note {
  readonly layer: LayerName
}

export interface Decided {
  readonly draft: Draft
  /** For each message what the layers decided, in order: every layer that changed what is sent of it, or else the last that let it pass. */
  readonly decisions: readonly (readonly LayerNote[])[]
  readonly madeBy: ReadonlyMap<DraftBlock, LayerName>
}

/** Applies all layers, or those before the one named `end`. */
export function applyLayers(start: Draft, input: AssembleInput, end?: LayerName): Decided {
  let draft = start
  const decisions: (readonly LayerNote[])[] = []
  const madeBy = new Map<DraftBlock, LayerName>()
  for (const layer of pipeline) {
    if (layer.name === end) break
    const before = draft
    draft = layer.apply(before, input)
    if (draft.notes !== before.notes) record(decisions, before.notes, draft.notes, layer.name)
    for (const block of blocksOf(draft)) if (!madeBy.has(block)) madeBy.set(block, layer.name)
  }
  return { draft, decisions, madeBy }
}

function record(
  decisions: (readonly LayerNote[])[],
  before: readonly Note[],
  after: readonly Note[],
  layer: LayerName,
): void {
  // Layers share notes between messages, and a chat has many of them.
  const alone = new Map<Note, readonly LayerNote[]>()
  for (let index = 0; index < after.length; index += 1) {
    const note = after[index]
    if (note === undefined || note === before[index]) continue
    const made = alone.get(note) ?? [{ ...note, layer }]
    alone.set(note, made)
    decisions[index] = joined(decisions[index], made)
  }
}

function joined(before: readonly LayerNote[] | undefined, made: readonly LayerNote[]): readonly LayerNote[] {
  if (before === undefined || before[0]?.fate === 'sent') return made
  return made[0]?.fate === 'sent' ? before : [...before, ...made]
}

function blocksOf({ system, opening: first, tools }: Draft): readonly DraftBlock[] {
  return [...tools, ...system, ...(first === null ? [] : [first])]
}
