import type { CallId, ModelFacts, ModelRequest, Path, ToolDeclaration } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { defaultContextSettings } from '../settings.ts'
import { createTokenCounts } from '../tokens/token-counts.ts'

/**
 * Messages of another shape as the record holds them. Their ids are made from place and content: a conversation that grows keeps them, and
 * one that was changed does not.
 */
export interface Conversation {
  readonly system: string
  readonly path: Path
  readonly tools: readonly ToolDeclaration[]
  /** The model that reads the next request, and counts as the one that wrote every answer. */
  readonly model: ModelFacts
}

/** What is known of the model; whatever is not given is as the vendor of that shape has it. */
export type ModelOptions = Partial<ModelFacts> & Pick<ModelFacts, 'model'>

/** An input that can be assembled: what is not given is as a new chat has it, with estimated tokens. */
export function inputOf(
  { system, path, tools, model }: Conversation,
  given: Partial<AssembleInput> = {},
): AssembleInput {
  return {
    path,
    lifts: [],
    marks: [],
    settings: defaultContextSettings(model),
    model,
    system,
    documents: [],
    tools,
    tokens: given.tokens ?? createTokenCounts(),
    previous: null,
    cache: { state: 'unknown' },
    outputLimit: null,
    freezeMarks: false,
    ...given,
  }
}

/** The id by which a request names a call: the provider's own in a native answer, the record's in one made from its parts. */
export type CallIds = (callId: CallId) => string

export function callIdsOf({ messages }: ModelRequest): CallIds {
  const ids = new Map<CallId, string>()
  for (const message of messages) {
    if (message.form !== 'native') continue
    for (const { callId, providerCallId } of message.calls) if (providerCallId !== null) ids.set(callId, providerCallId)
  }
  return callId => ids.get(callId) ?? callId
}
