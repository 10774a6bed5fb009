import { type Assembly, assemble, type TokenCounts } from '@stet/context'
import type { Chat, ModelFacts, UserMessage } from '@stet/history'
import type { EngineRoom } from './engine-room.ts'
import type { PathTail } from './path-tail.ts'

const FIRST_LINKS = 200
const FURTHER = 4

export interface RequestToAssemble {
  /** With the settings and marks that hold for this request. */
  readonly chat: Chat
  readonly facts: ModelFacts
  /** Of the path to the message to be answered, or to what that will hang on. */
  readonly tail: PathTail
  /** The message to be answered, where it does not stand in the record yet. */
  readonly next: UserMessage | null
}

/**
 * What the model is shown, as context decides. A run, the check before it and the inspector all ask here. Of a long chat no more is
 * read than the request can depend on.
 */
export async function assembleRequest(
  { tokens }: Pick<EngineRoom, 'tokens'>,
  { chat, facts, tail, next }: RequestToAssemble,
): Promise<Assembly> {
  const { id, lifts, marks, settings } = chat
  const counts = tokens.of(id, settings.model)
  // A pin brings a message back from behind a checkpoint, and only reading that far tells whether it is on this path.
  const first = marks.some(({ kind }) => kind === 'pinned') ? Number.POSITIVE_INFINITY : FIRST_LINKS
  for (let links = first; ; links *= FURTHER) {
    const path = await tail.atLeast(links)
    const assembly = assemble({
      path: next === null ? path : [...path, next],
      lifts,
      marks,
      settings: settings.context,
      model: facts,
      system: settings.systemPrompt,
      documents: [],
      tools: [],
      tokens: next === null ? counts : countingAnew(counts, next),
      previous: null,
      cache: { state: 'unknown' },
      outputLimit: null,
      freezeMarks: false,
    })
    if (assembly.report.earlier?.fate !== 'not-loaded') return assembly
  }
}

// Every letter typed makes another message to look at: remembered by their ids, they would fill the memory.
function countingAnew(counts: TokenCounts, next: UserMessage): TokenCounts {
  const ofNext = next.parts.reduce((total, part) => total + counts.part(part), 0)
  return { ...counts, message: message => (message === next ? ofNext : counts.message(message)) }
}
