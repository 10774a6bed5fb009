import { type Assembly, assemble, type TokenCounts } from '@stet/context'
import type { Chat, ModelFacts, Path, UserMessage } from '@stet/history'
import { readPath } from '@stet/store'
import type { EngineRoom } from './engine-room.ts'

export interface RequestToAssemble {
  /** With the settings and marks that hold for this request. */
  readonly chat: Chat
  readonly facts: ModelFacts
  /** From the root to the message to be answered, or to what that will hang on. */
  readonly path: Path
  /** The message to be answered, where it does not stand in the record yet. */
  readonly next: UserMessage | null
}

/** What the model is shown, as context decides. A run, the check before it and the inspector all ask here. */
export function assembleRequest(
  { tokens }: Pick<EngineRoom, 'tokens'>,
  { chat, facts, path, next }: RequestToAssemble,
): Assembly {
  const { id, lifts, marks, settings } = chat
  const counts = tokens.of(id, settings.model)
  return assemble({
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
}

// Every letter typed makes another message to look at: remembered by their ids, they would fill the memory.
function countingAnew(counts: TokenCounts, next: UserMessage): TokenCounts {
  const ofNext = next.parts.reduce((total, part) => total + counts.part(part), 0)
  return { ...counts, message: message => (message === next ? ofNext : counts.message(message)) }
}

/** All of the path that ends in a message. */
export function readWholePath(
  { store }: Pick<EngineRoom, 'store'>,
  chat: Chat,
  leaf: UserMessage['parentId'],
): Promise<Path> {
  return readPath(store, chat.id, leaf, { limit: Number.POSITIVE_INFINITY })
}
