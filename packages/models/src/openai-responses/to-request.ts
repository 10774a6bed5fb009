import type { Json, ModelRequest, ToolDeclaration } from '@stet/history'
import type { FunctionTool, ResponseCreateParams } from 'openai/resources/responses/responses'
import { isSaid } from '../mapping/is-said.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { isJsonObject } from '../transport/json-field.ts'
import { applySettings } from './apply-settings.ts'
import { toInput } from './to-input.ts'

/** The parameters of a request, except that its input may hold items that the SDK does not know yet: native answers go as they came. */
export type ResponsesBody = Omit<ResponseCreateParams, 'input' | 'stream'> & {
  readonly input: readonly Json[]
  readonly stream: boolean
}

export interface MappedRequest {
  readonly body: ResponsesBody
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

/**
 * A request in the words of the Responses API, without state on its side (`store: false`). The system text goes as `instructions`:
 * it stands before everything else, as a developer message would, and servers that only imitate the API know it too.
 */
export function toRequest({ request, facts, settings, files, connection }: MappingInput): MappedRequest {
  const { fields, notApplied } = applySettings(facts, settings, connection.definition)
  const { items, notes } = toInput(request, files)
  const instructions = request.system.flatMap(({ text }) => (isSaid(text) ? [text] : [])).join('\n\n')
  // The web search comes last: switching it on leaves the tools before it where they were.
  const tools = [...request.tools.map(toTool), ...(fields.tools ?? [])]
  const key = cacheKeyOf(request)
  const body: ResponsesBody = {
    model: facts.model,
    ...(instructions !== '' && { instructions }),
    input: items,
    ...fields,
    ...(tools.length > 0 && { tools }),
    ...(key !== null && { prompt_cache_key: key }),
    store: false,
    stream: settings.streaming,
  }
  return { body, notApplied, notes }
}

/** Not strict: schemas of tools are whatever their makers wrote, and strict ones are refused unless they list every field. */
function toTool({ name, description, input }: ToolDeclaration): FunctionTool {
  return { type: 'function', name, description, parameters: isJsonObject(input) ? { ...input } : {}, strict: false }
}

/** Requests of one chat begin with the same message until a cut moves, which ends the cached prefix too. */
function cacheKeyOf({ messages }: ModelRequest): string | null {
  return messages.find(({ messageId }) => messageId !== null)?.messageId ?? null
}
