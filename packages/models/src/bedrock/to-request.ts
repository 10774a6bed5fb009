import type { AnswerSettings, ModelFacts, ModelRequest, SystemBlock, ToolDeclaration } from '@stet/history'
import { createCallIds } from '../mapping/call-ids.ts'
import { isSaid } from '../mapping/is-said.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { isJsonObject, textField } from '../transport/json-field.ts'
import { type AppliedSettings, applySettings } from './apply-settings.ts'
import { type Block, CACHE_POINT, type ConverseBody, type ConverseMessage, TOOL_USE_ID } from './body.ts'
import { dialectOf } from './dialect-of.ts'
import { createDocumentNames } from './document-names.ts'
import { endMessages } from './end-messages.ts'
import { limitMarks } from './limit-marks.ts'
import { isCall, toMessages } from './to-messages.ts'

export interface MappedRequest {
  readonly body: ConverseBody
  /** The beginning that was put into the answer's mouth: the model goes on behind it and does not repeat it. */
  readonly prefill: string
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

/** The view of a chat in the words of Converse. */
export function toRequest({ request, facts, settings, files }: Omit<MappingInput, 'connection'>): MappedRequest {
  const notes: string[] = []
  const dialect = dialectOf(facts)
  const marks = facts.caching === 'marks'
  const mapping = {
    facts,
    dialect,
    files,
    ids: createCallIds(own => TOOL_USE_ID.test(own)),
    names: createDocumentNames(),
    notes,
  }
  const messages = toMessages(request.messages, mapping, marks)
  const applied = applyWithin(messages, facts, settings)
  const ended = endMessages(messages, applied)
  notes.push(...ended.notes)
  const system = toSystem(request.system, marks)
  const tools = toTools(request, messages, facts, applied.webSearch, notes)
  const { inferenceConfig, additional } = applied
  const { body, dropped } = limitMarks({
    messages: ended.messages,
    ...(system.length > 0 && { system }),
    ...(Object.keys(inferenceConfig).length > 0 && { inferenceConfig }),
    ...(tools.length > 0 && { toolConfig: { tools } }),
    ...(Object.keys(additional).length > 0 && { additionalModelRequestFields: additional }),
  })
  if (dropped > 0) notes.push(`${dropped} cache marks were left out: Bedrock takes at most four`)
  return { body, prefill: ended.prefill, notApplied: applied.notApplied, notes }
}

/**
 * With a budget of thinking, Claude wants every answer of the exchange under way to begin with its thoughts. An exchange that began without,
 * under another model or before the person switched reasoning on, is finished without.
 */
function applyWithin(
  messages: readonly ConverseMessage[],
  facts: ModelFacts,
  settings: AnswerSettings,
): AppliedSettings {
  const applied = applySettings(facts, settings)
  const isBudgeted = textField(applied.additional.thinking, 'type') === 'enabled'
  if (!isBudgeted || !beganWithoutThoughts(messages)) return applied
  const off = applySettings(facts, { ...settings, reasoning: { ...settings.reasoning, on: false } })
  const because = 'The exchange under way began without reasoning, and Claude wants it finished without.'
  return { ...off, notApplied: [...off.notApplied, { setting: 'reasoning.on', because }] }
}

export function beganWithoutThoughts(messages: readonly ConverseMessage[]): boolean {
  const [before, last] = messages.slice(-2)
  const first = before?.content[0]
  const isOpen = last?.content[0] !== undefined && 'toolResult' in last.content[0]
  return isOpen && first !== undefined && before?.role === 'assistant' && !('reasoningContent' in first)
}

function toSystem(system: readonly SystemBlock[], marks: boolean): readonly Block[] {
  return system
    .filter(({ text }) => isSaid(text))
    .flatMap(({ text, cacheMark }) => (marks && cacheMark ? [{ text }, CACHE_POINT] : [{ text }]))
}

/** Calls in the messages without a declared tool are refused: when no tools are offered, those that were called are named. */
function toTools(
  request: ModelRequest,
  messages: readonly ConverseMessage[],
  facts: ModelFacts,
  webSearch: boolean,
  notes: string[],
): readonly Block[] {
  const offered = facts.takes.tools ? request.tools.map(toTool) : []
  if (offered.length < request.tools.length) notes.push('the tools were left out: this model takes none')
  const tools = webSearch ? [...offered, { systemTool: { name: 'nova_grounding' } }] : offered
  if (tools.length > 0) return tools
  const called = messages
    .flatMap(({ content }) => content)
    .flatMap(block => (isCall(block) ? [textField(block.toolUse, 'name') ?? ''] : []))
  if (called.length === 0) return []
  const named = [...new Set(called)]
  notes.push(`no tools are offered; ${named.length} that were called before are named, since Bedrock wants them to be`)
  return named.map(name => toTool({ name, description: 'It is no longer there.', input: { type: 'object' } }))
}

function toTool({ name, description, input }: ToolDeclaration): Block {
  const schema = isJsonObject(input) ? input : {}
  return {
    toolSpec: {
      name,
      ...(isSaid(description) && { description }),
      inputSchema: { json: schema.type === 'object' ? schema : { ...schema, type: 'object' } },
    },
  }
}
