import type { Json, ToolDeclaration } from '@stet/history'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { isJsonObject } from '../transport/json-field.ts'
import { applySettings } from './apply-settings.ts'
import type { ChatBody } from './body.ts'
import { toMessages } from './to-messages.ts'

export interface MappedRequest {
  readonly body: ChatBody
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

/** A request in the words of Chat Completions. What is sent was decided before: this only says it. */
export function toRequest({ request, facts, settings, files, connection }: MappingInput): MappedRequest {
  const { definition } = connection
  const { options } = definition
  const { fields, serverTools, prefill, notApplied } = applySettings(facts, settings, definition)
  const { messages, notes } = toMessages(request, {
    files,
    replayReasoning: options.replayReasoning,
    marks: facts.caching === 'marks',
  })
  const tools = [...request.tools.map(toTool), ...serverTools]
  const begun =
    prefill === ''
      ? []
      : [{ role: 'assistant', content: prefill, ...(options.prefill === 'prefix' && { prefix: true }) }]
  const body: ChatBody = {
    model: facts.model,
    messages: [...messages, ...begun],
    // Some servers refuse an empty list.
    ...(tools.length > 0 && { tools }),
    ...fields,
    stream: settings.streaming,
    ...(settings.streaming && options.askForUsage && { stream_options: { include_usage: true } }),
  }
  return { body, notApplied, notes }
}

function toTool({ name, description, input }: ToolDeclaration): Json {
  const parameters = isJsonObject(input) ? input : { type: 'object', properties: {} }
  return { type: 'function', function: { name, description, parameters } }
}
