import type { ModelFacts, ToolDeclaration } from '@stet/history'
import { findKnown } from '../facts/find-known.ts'
import { besideOwnFetch } from '../mapping/own-fetch.ts'
import { createToolNames, type NameRule, type ToolNames, toParameters } from '../mapping/tools.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { exactBody } from '../sdk-types.ts'
import type { JsonObject } from '../transport/json-field.ts'
import { type AppliedSettings, applySettings } from './apply-settings.ts'
import type { ChatBody, FunctionTool } from './body.ts'
import { toMessages } from './to-messages.ts'

export interface MappedRequest {
  readonly body: ChatBody
  /** The tools' own names, by their names on the wire. */
  readonly toolNames: ToolNames['originals']
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

export const TOOL_NAME: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, longest: 64 }

/** What context decided to send, as Chat Completions takes it. */
export function toRequest({ request, facts, settings, files, connection }: MappingInput): MappedRequest {
  const { definition } = connection
  const { options } = definition
  const { serverTools, prefill, ...applied } = applySettings(facts, settings, definition)
  const hasTools = request.tools.length + serverTools.length > 0
  const { fields, notApplied } = hasTools ? withoutEffort(facts.model, applied) : applied
  const names = createToolNames(request.tools, TOOL_NAME)
  const { messages, notes } = toMessages(request, {
    takes: facts.takes,
    files,
    names,
    replayReasoning: options.replayReasoning,
    mark: markOf(facts),
  })
  const fetches = serverTools.some(({ type }) => type === 'openrouter:web_fetch')
  const offered = fetches ? besideOwnFetch(request.tools) : request.tools
  const tools = [...offered.map(tool => toTool(tool, names)), ...serverTools]
  const begun =
    prefill === ''
      ? []
      : [{ role: 'assistant', content: prefill, ...(options.prefill === 'prefix' && { prefix: true }) }]
  const body = exactBody<ChatBody>()({
    model: facts.model,
    messages: [...messages, ...begun],
    // Some servers refuse an empty list.
    ...(tools.length > 0 && { tools }),
    ...fields,
    stream: settings.streaming,
    ...(settings.streaming && options.askForUsage && { stream_options: { include_usage: true } }),
  })
  return { body, toolNames: names.originals, notApplied, notes }
}

/** What a piece bears up to which the provider caches: routers take the words of Anthropic, OpenAI has its own (C24). */
function markOf({ caching, takesMarks }: ModelFacts): JsonObject | null {
  if (caching === 'marks') return { cache_control: { type: 'ephemeral' } }
  return takesMarks === true ? { prompt_cache_breakpoint: { mode: 'explicit' } } : null
}

/** Newer models of OpenAI refuse an effort beside tools over this protocol. */
function withoutEffort(
  model: string,
  applied: Pick<AppliedSettings, 'fields' | 'notApplied'>,
): Pick<AppliedSettings, 'fields' | 'notApplied'> {
  const { reasoning_effort: effort, ...fields } = applied.fields
  if (effort === undefined || findKnown('openai-chat', model)?.refusesEffortWithTools !== true) return applied
  const because = 'This model takes no effort beside tools over Chat Completions; the Responses API takes both.'
  return { fields, notApplied: [...applied.notApplied, { setting: 'reasoning.effort', because }] }
}

function toTool({ name, description, input }: ToolDeclaration, names: ToolNames): FunctionTool {
  return { type: 'function', function: { name: names.toWire(name), description, parameters: toParameters(input) } }
}
