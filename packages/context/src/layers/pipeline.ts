import type { Message } from '@stet/history'
import { answerPartsIn, type Content, resultsIn } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Draft, DraftBlock, Note } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'
import { sizeOf } from '../draft/size-of.ts'
import { runSteps, type Steps } from '../draft/steps.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'
import type { TokenCounts } from '../tokens/token-counts.ts'
import { attachments } from './attachments.ts'
import { binding } from './binding.ts'
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
  binding,
  cacheMarks,
] as const satisfies readonly Layer[]

export type LayerName = (typeof pipeline)[number]['name']

/** A layer by the name that the user reads. One of another version is known by its own. */
export function layerLabel(name: string): string {
  return pipeline.find(layer => layer.name === name)?.label ?? name
}

/** What a layer decided about a message, and which layer it was. */
export interface LayerNote extends Note {
  readonly layer: LayerName
}

/** What one layer took out of the messages of a request. */
export interface LayerCounts {
  readonly layer: LayerName
  readonly label: string
  /** Messages that it kept from being sent. */
  readonly messages: number
  /** Messages that it shortened. */
  readonly shortened: number
  readonly calls: number
  readonly results: number
  readonly tokens: number
}

export interface Decided {
  readonly draft: Draft
  /** For each message what the layers decided, in order: every layer that changed what is sent of it, or else the last that let it pass. */
  readonly decisions: readonly (readonly LayerNote[])[]
  readonly madeBy: ReadonlyMap<DraftBlock, LayerName>
  /** Of the layers that took something out, in order. */
  readonly counts: readonly LayerCounts[]
}

/** Applies all layers, or those before the one named `end`. */
export function applyLayers(start: Draft, input: AssembleInput, end?: LayerName): Decided {
  return runSteps(applyInSteps(start, input, end))
}

/** The same, a step for each layer. */
export function* applyInSteps(start: Draft, input: AssembleInput, end?: LayerName): Steps<Decided> {
  let draft = start
  const decisions: (readonly LayerNote[])[] = []
  const madeBy = new Map<DraftBlock, LayerName>()
  const counts: LayerCounts[] = []
  for (const layer of pipeline) {
    if (layer.name === end) break
    yield
    const before = draft
    draft = layer.apply(before, input)
    if (draft.notes !== before.notes) record(decisions, before.notes, draft.notes, layer.name)
    if (draft.contents !== before.contents && before.contents.length > 0) {
      const taken = takenOut(before, draft, input, layer)
      if (taken.messages + taken.shortened > 0) counts.push(taken)
    }
    for (const block of blocksOf(draft)) if (!madeBy.has(block)) madeBy.set(block, layer.name)
  }
  return { draft, decisions, madeBy, counts }
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

function takenOut(before: Draft, after: Draft, { tokens }: AssembleInput, { name, label }: Named): LayerCounts {
  const taken = { layer: name, label, messages: 0, shortened: 0, calls: 0, results: 0, tokens: 0 }
  for (let index = 0; index < after.contents.length; index += 1) {
    const [had, has] = [before.contents[index] ?? null, after.contents[index] ?? null]
    const message = after.messages[index]
    if (had === has || had === null || message === undefined) continue
    const saved = sizeAt(after, index, had, tokens) - sizeAt(after, index, has, tokens)
    const [calls, results] = [
      callsIn(message, had) - callsIn(message, has),
      resultCount(message, had) - resultCount(message, has),
    ]
    if (has === null) taken.messages += 1
    else if (saved > 0 || calls > 0 || results > 0) taken.shortened += 1
    taken.calls += calls
    taken.results += results
    taken.tokens += saved
  }
  return taken
}

/** Most contents are whole, and the count of a whole message is at hand. */
function sizeAt({ messages, counts }: Draft, index: number, content: Content | null, tokens: TokenCounts): number {
  if (content === 'whole') return (counts[index] ?? 0) + MESSAGE_OVERHEAD
  const message = messages[index]
  return message === undefined ? 0 : sizeOf(message, content, tokens)
}

type Named = (typeof pipeline)[number]

function callsIn(message: Message, content: Content | null): number {
  if (content === null || message.role !== 'assistant') return 0
  let calls = 0
  for (const { kind } of answerPartsIn(message, content)) if (kind === 'tool-call') calls += 1
  return calls
}

function resultCount(message: Message, content: Content | null): number {
  return content === null || message.role !== 'tool-results' ? 0 : resultsIn(message, content).length
}

function blocksOf({ system, promptChanges, opening: first, tools }: Draft): readonly DraftBlock[] {
  return [...tools, ...system, ...promptChanges, ...(first === null ? [] : [first])]
}
