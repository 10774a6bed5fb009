import type {
  CacheControlEphemeral,
  TextBlockParam,
  Tool,
  WebFetchTool20250910,
} from '@anthropic-ai/sdk/resources/messages'
import type { AnswerSettings, ModelFacts, ModelRequest, SystemBlock, ToolDeclaration } from '@stet/history'
import { type Block, beganWithoutThinking, endMessages, limitMarks, type Message } from '../claude/blocks.ts'
import { toTool, WEB_SEARCH } from '../claude/to-tool.ts'
import { besideOwnFetch } from '../mapping/own-fetch.ts'
import { createToolNames, type NameRule, type ToolNames } from '../mapping/tools.ts'
import { isSaid } from '../mapping/words.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { exactBody } from '../sdk-types.ts'
import { EFFORTS } from '../settings/plan-reasoning.ts'
import { routeOf } from './address.ts'
import { type AppliedSettings, applySettings, diagnosis, ownControls } from './apply-settings.ts'
import { type RequestBody, shape } from './body.ts'
import { type BlockOrigins, toMessages } from './to-messages.ts'

export interface MappedRequest {
  readonly body: RequestBody
  /** The beginning that was given to the answer: the model continues after it and does not repeat it. */
  readonly prefill: string
  /** The tools' own names, by their names on the wire. */
  readonly toolNames: ToolNames['originals']
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
  /** The messages of the record that the blocks of the body are from. */
  readonly origins: BlockOrigins
  /** Beta features that the body uses. */
  readonly betas: readonly string[]
}

export const TOOL_NAME: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,128}$/, longest: 128 }

/** What context decided to send, as Anthropic takes it. */
export function toRequest({ request, facts, settings: asked, files, connection }: MappingInput): MappedRequest {
  const settings = withEffort(asked, request.efforts?.[0]?.effort)
  const mark = markOf(facts, request)
  const names = createToolNames(allTools(request), TOOL_NAME, ownNames(request, settings))
  const { messages, origins, notes } = toMessages({
    messages: request.messages,
    takes: facts.takes,
    files,
    names,
    mark,
    effortOf: effort => {
      const { kind } = routeOf(connection.definition)
      return applySettings(facts, withEffort(asked, effort), kind).fields.output_config?.effort
    },
  })
  const applied = applyWithin(messages, facts, settings, routeOf(connection.definition).kind)
  const own = ownControls(request, applied.fields, { facts, definition: connection.definition })
  const diagnosed = diagnosis(request, { facts, definition: connection.definition })
  const system = toSystem(request.system, mark)
  const tools = toTools(request, messages, facts, names, applied)
  const ended = isPaused(messages) ? { messages, prefill: '', notes: [] } : endMessages(shape, messages, applied)
  const { body, dropped } = limitMarks(
    shape,
    exactBody<RequestBody>()({
      model: facts.model,
      ...applied.fields,
      ...own.fields,
      ...(system.length > 0 && { system }),
      messages: ended.messages,
      ...tools.fields,
      stream: settings.streaming,
      // Last: it differs from request to request, and what is compared of two bodies is their beginning.
      ...diagnosed.fields,
    }),
  )
  const tooMany = dropped === 0 ? [] : [`${dropped} cache marks were left out: Anthropic takes at most four`]
  return {
    body,
    prefill: ended.prefill,
    toolNames: names.originals,
    notApplied: applied.notApplied,
    notes: [...notes, ...applied.notes, ...own.notes, ...ended.notes, ...tools.notes, ...tooMany],
    betas: [...own.betas, ...diagnosed.betas, ...appendedBetas(request)],
    origins,
  }
}

/** The settings with the effort that applies from the beginning: later ones follow messages (C21). */
function withEffort(settings: AnswerSettings, asked: string | undefined): AnswerSettings {
  const effort = EFFORTS.find(each => each === asked)
  return effort === undefined ? settings : { ...settings, reasoning: { ...settings.reasoning, effort } }
}

function appendedBetas(request: ModelRequest): readonly string[] {
  const changesEffort = request.messages.some(message => 'effortAfter' in message)
  return [...(changesTools(request) ? TOOL_CHANGES : []), ...(changesEffort ? [EFFORT_CHANGES] : [])]
}

const EFFORT_CHANGES = 'mid-conversation-output-config-2026-07-01'

/** For a message that changes the tools, and for one that holds a whole declaration. */
const TOOL_CHANGES = ['mid-conversation-tool-changes-2026-07-01', 'inline-tools-2026-09-15']

function addedTools({ messages }: ModelRequest): readonly ToolDeclaration[] {
  return messages.flatMap(message =>
    message.form === 'native' || message.role === 'assistant' ? [] : (message.toolsAfter ?? []),
  )
}

function changesTools({ messages }: ModelRequest): boolean {
  return messages.some(message => 'toolsAfter' in message || 'toolsRemoved' in message || 'webSearchAfter' in message)
}

function allTools(request: ModelRequest): readonly ToolDeclaration[] {
  return [...request.tools, ...addedTools(request)]
}

/** An answer that ends otherwise than with text waits for its provider, which continues by itself (`pause_turn`). */
function isPaused(messages: readonly Message[]): boolean {
  const last = messages.at(-1)
  return last?.role === 'assistant' && last.content.at(-1)?.type !== 'text'
}

/** An exchange that began without thinking, under another model or before reasoning was switched on, is finished without. */
function applyWithin(
  messages: readonly Message[],
  facts: ModelFacts,
  settings: AnswerSettings,
  route: 'direct' | 'bedrock',
): AppliedSettings {
  const applied = applySettings(facts, settings, route)
  if (applied.fields.thinking?.type !== 'enabled' || !beganWithoutThinking(shape, messages)) return applied
  const off = applySettings(facts, { ...settings, reasoning: { ...settings.reasoning, on: false } }, route)
  const because = 'The current exchange began without reasoning, and Anthropic wants it finished without.'
  return { ...off, notApplied: [...off.notApplied, { setting: 'reasoning.on', because }] }
}

/** Anthropic keeps what is marked for five minutes unless it is asked for an hour (C24). */
function markOf({ caching }: ModelFacts, { cacheMinutes }: ModelRequest): Block | null {
  if (caching !== 'marks') return null
  return { type: 'ephemeral', ...(cacheMinutes === 60 && { ttl: '1h' }) } satisfies CacheControlEphemeral
}

function toSystem(system: readonly SystemBlock[], mark: Block | null): readonly Block[] {
  return system
    .filter(({ text }) => isSaid(text))
    .map(({ text, cacheMark }) => ({
      ...({ type: 'text', text } satisfies TextBlockParam),
      ...(mark !== null && cacheMark && { cache_control: mark }),
    }))
}

/** A page is input of this request and of all that follow: it may be about as long as one that Stet fetches. */
const WEB_FETCH = {
  type: 'web_fetch_20250910',
  name: 'web_fetch',
  citations: { enabled: true },
  max_content_tokens: 25_000,
} satisfies WebFetchTool20250910

/** The names that tools of ours cannot have. */
function ownNames(
  request: ModelRequest,
  { webSearch, webFetch }: Pick<AnswerSettings, 'webSearch' | 'webFetch'>,
): readonly string[] {
  const searches = webSearch || searchChanges(request).length > 0
  return [...(searches ? [WEB_SEARCH.name] : []), ...(webFetch ? [WEB_FETCH.name] : [])]
}

/** Whether web search is offered or withdrawn after messages, in their order (C21). */
function searchChanges({ messages }: ModelRequest): readonly boolean[] {
  return messages.flatMap(message =>
    message.form === 'native' || message.role === 'assistant' ? [] : (message.webSearchAfter ?? []),
  )
}

interface ToolFields {
  readonly fields: Pick<RequestBody, 'tools' | 'tool_choice'>
  readonly notes: readonly string[]
}

/** Calls in the messages without a declared tool are refused: when no tools are offered, the called ones are declared and not allowed. */
function toTools(
  request: ModelRequest,
  messages: readonly Message[],
  facts: ModelFacts,
  names: ToolNames,
  { webSearch, webFetch }: Pick<AppliedSettings, 'webSearch' | 'webFetch'>,
): ToolFields {
  const offered = facts.takes.tools ? request.tools : []
  const [isAddedLater] = searchChanges(request)
  // What a message changes first was otherwise before.
  const searches = isAddedLater === undefined ? webSearch : !isAddedLater
  const declared = (webFetch ? besideOwnFetch(offered) : offered).map(tool => toTool(tool, names))
  const all = [...declared, ...(searches ? [WEB_SEARCH] : []), ...(webFetch ? [WEB_FETCH] : [])]
  if (all.length > 0) return { fields: { tools: all }, notes: [] }
  const blocks = messages.flatMap(({ content }) => content)
  if (blocks.some(({ type }) => type === 'tool_addition')) return { fields: {}, notes: [] }
  const called = blocks.flatMap(({ type, name }) => (type === 'tool_use' && typeof name === 'string' ? [name] : []))
  if (called.length === 0) return { fields: {}, notes: [] }
  const named = [...new Set(called)].map(name => ({ name, input_schema: { type: 'object' } }) satisfies Tool)
  const note = `no tools are offered; ${named.length} that were called before are declared, since Anthropic refuses their calls otherwise`
  return { fields: { tools: named, tool_choice: { type: 'none' } }, notes: [note] }
}
