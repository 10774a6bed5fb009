import type { CallId, MessageId, ModelFacts, ModelRequest, Path, ToolDeclaration } from '@stet/history'
import { withSummary } from '../compaction/with-summary.ts'
import { fingerprint } from '../content/fingerprint.ts'
import { isBlank } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { defaultContextSettings, parseContextSettings } from '../settings.ts'
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

/** What is known of the model; everything else is as usual for the vendor of that shape. */
export type ModelOptions = Partial<ModelFacts> & Pick<ModelFacts, 'model'>

/**
 * The conversation with a summary in place of everything through a message, as `planCompaction` names it. Nothing is removed: the ids of a
 * conversation stay the same as it grows, so the summary can be added to it again for every request.
 */
export function addSummary<C extends Conversation>(conversation: C, coversThrough: MessageId, text: string): C {
  const index = conversation.path.findIndex(({ id }) => id === coversThrough)
  if (index === -1) throw new Error(`the conversation has no message ${coversThrough} for a summary to cover`)
  if (isBlank(text)) throw new Error('a summary must have a text')
  const id: MessageId = `msg_${fingerprint(`${coversThrough} ${text}`)}`
  return { ...conversation, path: withSummary(conversation.path, index, { id, text }) }
}

/** An input that can be assembled: what is not given is as a new chat has it, with estimated tokens. */
export function inputOf(
  { system, path, tools, model }: Conversation,
  given: Partial<AssembleInput> = {},
): AssembleInput {
  const settings = given.settings ?? defaultContextSettings(model)
  const parsed = parseContextSettings(settings)
  if (parsed.kind === 'invalid') throw new TypeError(parsed.errors.map(({ message }) => message).join('; '))
  return {
    path,
    lifts: [],
    marks: [],
    settings,
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

/** Refuses what holds no list of messages, by its place: callers in JavaScript have no types. */
export function checkMessages(body: unknown): void {
  if (typeof body !== 'object' || body === null)
    throw new TypeError(`the body must be an object; it is ${nameOf(body)}`)
  const messages: unknown = Reflect.get(body, 'messages')
  if (!Array.isArray(messages)) throw new TypeError(`messages must be a list; it is ${nameOf(messages)}`)
  for (const [index, message] of messages.entries()) {
    if (typeof message !== 'object' || message === null) {
      throw new TypeError(`messages[${index}] must be an object; it is ${nameOf(message)}`)
    }
    const { role, content } = message
    if (typeof role !== 'string') throw new TypeError(`messages[${index}].role must be a string; it is ${nameOf(role)}`)
    if (content === undefined || content === null || typeof content === 'string') continue
    if (!Array.isArray(content)) {
      throw new TypeError(`messages[${index}].content must be a string or a list; it is ${nameOf(content)}`)
    }
    const wrong = content.findIndex(block => typeof block !== 'object' || block === null)
    if (wrong !== -1) throw new TypeError(`messages[${index}].content[${wrong}] must be an object`)
  }
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return Array.isArray(value) ? 'a list' : `of the type ${typeof value}`
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
