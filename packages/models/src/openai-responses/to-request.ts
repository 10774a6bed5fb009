import type { ModelFacts, ModelRequest, RequestMessage, ToolDeclaration } from '@stet/history'
import type { Definition } from '../definition.ts'
import { findKnown } from '../facts/find-known.ts'
import { createToolNames, type NameRule, type ToolNames } from '../mapping/tools.ts'
import { isSaid } from '../mapping/words.ts'
import type { NotApplied } from '../not-applied.ts'
import { isOwnAddress } from '../openai-chat/address.ts'
import type { MappingInput } from '../provider.ts'
import { exactBody } from '../sdk-types.ts'
import { applySettings } from './apply-settings.ts'
import type { ResponsesBody, SettingFields } from './body.ts'
import { toInput, toTool } from './to-messages.ts'

export interface MappedRequest {
  readonly body: ResponsesBody
  /** The tools' own names, by their names on the wire. */
  readonly toolNames: ToolNames['originals']
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

export const TOOL_NAME: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, longest: 64 }

/**
 * What context decided to send, as the Responses API takes it, without state on its side (`store: false`). The system text goes as
 * `instructions`: it comes before everything else, as a developer message would, and servers that imitate the API know it too.
 */
export function toRequest({ request, facts, settings, files, connection }: MappingInput): MappedRequest {
  const { fields, notApplied } = applySettings(facts, settings, connection.definition)
  const later = request.messages.filter(isFollowed)
  const names = createToolNames([...request.tools, ...later.flatMap(addedAfter)], TOOL_NAME)
  const { items, notes } = toInput(request, {
    takes: facts.takes,
    files,
    names,
    marks: facts.takesMarks === true,
    search: fields.tools !== undefined,
  })
  const instructions = request.system.flatMap(({ text }) => (isSaid(text) ? [text] : [])).join('\n\n')
  // The web search comes last: switching it on leaves the tools before it where they were.
  const own = later.some(({ webSearchAfter }) => webSearchAfter) ? [] : (fields.tools ?? [])
  const tools = [...request.tools.map(tool => toTool(tool, names)), ...own]
  const key = cacheKeyOf(request)
  const reasoning = withContext(fields.reasoning, request, { facts, definition: connection.definition })
  const body = exactBody<ResponsesBody>()({
    model: facts.model,
    ...(instructions !== '' && { instructions }),
    input: items,
    ...withoutTools(fields),
    ...(reasoning !== undefined && { reasoning }),
    ...(tools.length > 0 && { tools }),
    ...(key !== null && { prompt_cache_key: key }),
    store: false,
    stream: settings.streaming,
    // Last: it differs from request to request, and what is compared of two bodies is their beginning.
    ...diagnosis(request, { facts, definition: connection.definition }),
  })
  return { body, toolNames: names.originals, notApplied, notes }
}

type Followed = Extract<RequestMessage, { role: 'user' | 'tool-results' }>

function isFollowed(message: RequestMessage): message is Followed {
  return message.role !== 'assistant'
}

function addedAfter({ toolsAfter = [] }: Followed): readonly ToolDeclaration[] {
  return toolsAfter
}

/** The provider's own tools are declared with the others. */
function withoutTools({ tools: _own, ...fields }: SettingFields): Omit<SettingFields, 'tools'> {
  return fields
}

/** Which earlier reasoning the model reads (C6). Servers that imitate the API may refuse the field. */
function withContext(
  reasoning: ResponsesBody['reasoning'],
  { earlierReasoning }: ModelRequest,
  { facts, definition }: { readonly facts: ModelFacts; readonly definition: Pick<Definition, 'baseUrl' | 'name'> },
): ResponsesBody['reasoning'] {
  if (earlierReasoning === undefined || facts.reasoning === 'none' || !isOwnAddress(definition)) return reasoning
  return { ...reasoning, context: earlierReasoning === 'keep' ? 'all_turns' : 'current_turn' }
}

/** Asks OpenAI itself why its cache did not hold what the request before had (C24). Older models refuse the field. */
function diagnosis(
  { comparedWith }: ModelRequest,
  { facts, definition }: { readonly facts: ModelFacts; readonly definition: Pick<Definition, 'baseUrl' | 'name'> },
): Pick<ResponsesBody, 'prompt_cache_options'> {
  const explains = findKnown('openai-responses', facts.model)?.explainsCache === true && isOwnAddress(definition)
  return comparedWith !== undefined && explains
    ? { prompt_cache_options: { comparison_response_id: comparedWith } }
    : {}
}

/** Requests of one chat begin with the same message until a cut moves, which ends the cached prefix too. */
function cacheKeyOf({ messages }: ModelRequest): string | null {
  return messages.find(({ messageId }) => messageId !== null)?.messageId ?? null
}
