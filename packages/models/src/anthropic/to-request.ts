import type { AnswerSettings, ModelFacts, ModelRequest, SystemBlock, ToolDeclaration } from '@stet/history'
import { isSaid } from '../mapping/is-said.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { isJsonObject } from '../transport/json-field.ts'
import { routeOf } from './address.ts'
import { type AppliedSettings, applySettings } from './apply-settings.ts'
import { type Block, isThinking, type Turn } from './block.ts'
import { endTurns } from './end-turns.ts'
import { limitMarks } from './limit-marks.ts'
import type { RequestBody } from './request-body.ts'
import { CACHE_MARK, toTurns } from './to-turns.ts'

export interface MappedRequest {
  readonly body: RequestBody
  /** The beginning that was put into the answer's mouth: the model goes on behind it and does not repeat it. */
  readonly prefill: string
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

/** What context decided to send, in Anthropic's words. */
export function toRequest({ request, facts, settings, files, connection }: MappingInput): MappedRequest {
  const marks = facts.caching === 'marks'
  const { turns, notes } = toTurns({ messages: request.messages, files, marks })
  const applied = applyWithin(turns, facts, settings, routeOf(connection.definition).kind)
  const system = toSystem(request.system, marks)
  const tools = toTools(request, turns, facts, applied.webSearch)
  const ended = endTurns(turns, applied)
  const { body, dropped } = limitMarks<RequestBody>({
    model: facts.model,
    ...applied.fields,
    ...(system.length === 0 ? {} : { system }),
    messages: ended.turns,
    ...tools.fields,
    stream: settings.streaming,
  })
  const tooMany = dropped === 0 ? [] : [`${dropped} cache marks were left out: Anthropic takes at most four`]
  return {
    body,
    prefill: ended.prefill,
    notApplied: applied.notApplied,
    notes: [...notes, ...applied.notes, ...ended.notes, ...tools.notes, ...tooMany],
  }
}

/**
 * With a budget of thinking, Anthropic wants every answer of the exchange under way to begin with its thoughts. An exchange that began
 * without, under another model or before the person switched reasoning on, is finished without.
 */
function applyWithin(
  turns: readonly Turn[],
  facts: ModelFacts,
  settings: AnswerSettings,
  route: 'direct' | 'bedrock',
): AppliedSettings {
  const applied = applySettings(facts, settings, route)
  if (applied.fields.thinking?.type !== 'enabled' || !beganWithoutThoughts(turns)) return applied
  const off = applySettings(facts, { ...settings, reasoning: { ...settings.reasoning, on: false } }, route)
  const because = 'The exchange under way began without reasoning, and Anthropic wants it finished without.'
  return { ...off, notApplied: [...off.notApplied, { setting: 'reasoning.on', because }] }
}

export function beganWithoutThoughts(turns: readonly Turn[]): boolean {
  const [before, last] = turns.slice(-2)
  if (before?.role !== 'assistant' || last?.content[0]?.type !== 'tool_result') return false
  const [first] = before.content
  return first !== undefined && !isThinking(first)
}

function toSystem(system: readonly SystemBlock[], marks: boolean): readonly Block[] {
  return system
    .filter(({ text }) => isSaid(text))
    .map(({ text, cacheMark }) => ({
      type: 'text',
      text,
      ...(marks && cacheMark ? { cache_control: CACHE_MARK } : {}),
    }))
}

const WEB_SEARCH: Block = { type: 'web_search_20250305', name: 'web_search' }

interface ToolFields {
  readonly fields: Pick<RequestBody, 'tools' | 'tool_choice'>
  readonly notes: readonly string[]
}

/** Calls in the messages without a declared tool are refused: when no tools are offered, those that were called are named and not allowed. */
function toTools(request: ModelRequest, turns: readonly Turn[], facts: ModelFacts, webSearch: boolean): ToolFields {
  const declared = facts.takes.tools ? request.tools.map(toTool) : []
  const tools = webSearch ? [...declared, WEB_SEARCH] : declared
  if (tools.length > 0) return { fields: { tools }, notes: [] }
  const blocks = turns.flatMap(turn => turn.content)
  const called = blocks.flatMap(({ type, name }) => (type === 'tool_use' && typeof name === 'string' ? [name] : []))
  if (called.length === 0) return { fields: {}, notes: [] }
  const named = [...new Set(called)].map(name => ({ name, input_schema: { type: 'object' } }))
  const note = `no tools are offered; ${named.length} that were called before are named, since Anthropic refuses their calls otherwise`
  return { fields: { tools: named, tool_choice: { type: 'none' } }, notes: [note] }
}

function toTool({ name, description, input }: ToolDeclaration): Block {
  const schema = isJsonObject(input) ? input : {}
  return {
    name,
    ...(isSaid(description) ? { description } : {}),
    input_schema: schema.type === 'object' ? schema : { ...schema, type: 'object' },
  }
}
