import type {
  MemoryTool20250818,
  TextBlockParam,
  Tool,
  WebSearchTool20250305,
} from '@anthropic-ai/sdk/resources/messages'
import type { AnswerSettings, Json, ModelFacts, ModelRequest, SystemBlock } from '@stet/history'
import { type Block, beganWithoutThinking, endMessages, limitMarks, type Message } from '../claude/blocks.ts'
import { createToolNames, type NameRule, type ToolNames, toParameters } from '../mapping/tools.ts'
import { isSaid } from '../mapping/words.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { exactBody } from '../sdk-types.ts'
import { routeOf } from './address.ts'
import { type AppliedSettings, applySettings } from './apply-settings.ts'
import { type RequestBody, shape } from './body.ts'
import { CACHE_MARK, toMessages } from './to-messages.ts'

export interface MappedRequest {
  readonly body: RequestBody
  /** The beginning that was given to the answer: the model continues after it and does not repeat it. */
  readonly prefill: string
  /** The tools' own names, by their names on the wire. */
  readonly toolNames: ToolNames['originals']
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

export const TOOL_NAME: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,128}$/, longest: 128 }

/** What context decided to send, as Anthropic takes it. */
export function toRequest({ request, facts, settings, files, connection }: MappingInput): MappedRequest {
  const marks = facts.caching === 'marks'
  const names = createToolNames(request.tools, TOOL_NAME)
  const { messages, notes } = toMessages({ messages: request.messages, takes: facts.takes, files, names, marks })
  const applied = applyWithin(messages, facts, settings, routeOf(connection.definition).kind)
  const system = toSystem(request.system, marks)
  const tools = toTools(request, messages, facts, names, applied.webSearch)
  const ended = isPaused(messages) ? { messages, prefill: '', notes: [] } : endMessages(shape, messages, applied)
  const { body, dropped } = limitMarks(
    shape,
    exactBody<RequestBody>()({
      model: facts.model,
      ...applied.fields,
      ...(system.length > 0 && { system }),
      messages: ended.messages,
      ...tools.fields,
      stream: settings.streaming,
    }),
  )
  const tooMany = dropped === 0 ? [] : [`${dropped} cache marks were left out: Anthropic takes at most four`]
  return {
    body,
    prefill: ended.prefill,
    toolNames: names.originals,
    notApplied: applied.notApplied,
    notes: [...notes, ...applied.notes, ...ended.notes, ...tools.notes, ...tooMany],
  }
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

function toSystem(system: readonly SystemBlock[], marks: boolean): readonly Block[] {
  return system
    .filter(({ text }) => isSaid(text))
    .map(({ text, cacheMark }) => ({
      ...({ type: 'text', text } satisfies TextBlockParam),
      ...(marks && cacheMark && { cache_control: CACHE_MARK }),
    }))
}

const WEB_SEARCH = { type: 'web_search_20250305', name: 'web_search' } satisfies WebSearchTool20250305

const MEMORY = { type: 'memory_20250818', name: 'memory' } satisfies MemoryTool20250818

/** A tool that Anthropic declares itself: the model was trained with it. */
function isMemory(native: Json | undefined): boolean {
  return JSON.stringify(native) === JSON.stringify(MEMORY)
}

interface ToolFields {
  readonly fields: Pick<RequestBody, 'tools' | 'tool_choice'>
  readonly notes: readonly string[]
}

/** Calls in the messages without a declared tool are refused: when no tools are offered, the called ones are declared and not allowed. */
function toTools(
  { tools }: ModelRequest,
  messages: readonly Message[],
  facts: ModelFacts,
  names: ToolNames,
  webSearch: boolean,
): ToolFields {
  const offered = facts.takes.tools ? tools : []
  const declared = offered.map(({ name, description, input, native }) =>
    isMemory(native?.anthropic)
      ? MEMORY
      : {
          name: names.toWire(name),
          ...(isSaid(description) && { description }),
          input_schema: { ...toParameters(input), type: 'object' as const } satisfies Tool['input_schema'],
        },
  )
  const all = webSearch ? [...declared, WEB_SEARCH] : declared
  if (all.length > 0) return { fields: { tools: all }, notes: [] }
  const blocks = messages.flatMap(({ content }) => content)
  const called = blocks.flatMap(({ type, name }) => (type === 'tool_use' && typeof name === 'string' ? [name] : []))
  if (called.length === 0) return { fields: {}, notes: [] }
  const named = [...new Set(called)].map(name => ({ name, input_schema: { type: 'object' } }) satisfies Tool)
  const note = `no tools are offered; ${named.length} that were called before are declared, since Anthropic refuses their calls otherwise`
  return { fields: { tools: named, tool_choice: { type: 'none' } }, notes: [note] }
}
