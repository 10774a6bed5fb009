import type { CachePointBlock, Tool } from '@aws-sdk/client-bedrock-runtime'
import type { AnswerSettings, ModelFacts, ModelRequest, SystemBlock } from '@stet/history'
import { type Block, beganWithoutThinking, endMessages, limitMarks, type Message } from '../claude/blocks.ts'
import { createCallIds, plainId } from '../mapping/call-ids.ts'
import { createToolNames, type NameRule, type ToolNames, toParameters } from '../mapping/tools.ts'
import { isSaid } from '../mapping/words.ts'
import type { NotApplied } from '../not-applied.ts'
import type { MappingInput } from '../provider.ts'
import { exactBody } from '../sdk-types.ts'
import { textField } from '../transport/json-field.ts'
import { type AppliedSettings, applySettings, dialectOf } from './apply-settings.ts'
import { type ConverseBody, isCall, shape, TOOL_USE_ID } from './body.ts'
import { toMessages } from './to-messages.ts'

export interface MappedRequest {
  readonly body: ConverseBody
  /** The beginning that was given to the answer: the model continues after it and does not repeat it. */
  readonly prefill: string
  /** The tools' own names, by their names on the wire. */
  readonly toolNames: ToolNames['originals']
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

export const TOOL_NAME: NameRule = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, longest: 64 }

/** What context decided to send, as Converse takes it. */
export function toRequest({ request, facts, settings, files }: Omit<MappingInput, 'connection'>): MappedRequest {
  const notes: string[] = []
  const mark = markOf(facts, request)
  const names = createToolNames(request.tools, TOOL_NAME)
  const mapping = {
    protocol: 'bedrock' as const,
    takes: facts.takes,
    dialect: dialectOf(facts),
    files,
    ids: createCallIds({ accepts: own => TOOL_USE_ID.test(own), make: plainId }),
    names,
    documents: new Set<string>(),
    notes,
  }
  const messages = toMessages(request.messages, mapping, mark)
  const applied = applyWithin(messages, facts, settings)
  const ended = endMessages(shape, messages, applied)
  notes.push(...ended.notes)
  const system = toSystem(request.system, mark)
  const tools = toTools(request, messages, facts, names, applied.webSearch, notes)
  const { inferenceConfig, additional } = applied
  const { body, dropped } = limitMarks(
    shape,
    exactBody<ConverseBody>()({
      messages: ended.messages,
      ...(system.length > 0 && { system }),
      ...(Object.keys(inferenceConfig).length > 0 && { inferenceConfig }),
      ...(tools.length > 0 && { toolConfig: { tools } }),
      ...(Object.keys(additional).length > 0 && { additionalModelRequestFields: additional }),
    }),
  )
  if (dropped > 0) notes.push(`${dropped} cache marks were left out: Bedrock takes at most four`)
  return { body, prefill: ended.prefill, toolNames: names.originals, notApplied: applied.notApplied, notes }
}

/** An exchange that began without thinking, under another model or before reasoning was switched on, is finished without. */
function applyWithin(messages: readonly Message[], facts: ModelFacts, settings: AnswerSettings): AppliedSettings {
  const applied = applySettings(facts, settings)
  const isBudgeted = textField(applied.additional.thinking, 'type') === 'enabled'
  if (!isBudgeted || !beganWithoutThinking(shape, messages)) return applied
  const off = applySettings(facts, { ...settings, reasoning: { ...settings.reasoning, on: false } })
  const because = 'The current exchange began without reasoning, and Claude wants it finished without.'
  return { ...off, notApplied: [...off.notApplied, { setting: 'reasoning.on', because }] }
}

/** A block of its own, after what is cached. Bedrock keeps that for five minutes unless it is asked for an hour (C24). */
function markOf({ caching }: ModelFacts, { cacheMinutes }: ModelRequest): Block | null {
  if (caching !== 'marks') return null
  const cachePoint = { type: 'default', ...(cacheMinutes === 60 && { ttl: '1h' }) } satisfies CachePointBlock
  return { cachePoint }
}

function toSystem(system: readonly SystemBlock[], mark: Block | null): readonly Block[] {
  return system
    .filter(({ text }) => isSaid(text))
    .flatMap(({ text, cacheMark }) => (mark !== null && cacheMark ? [{ text }, mark] : [{ text }]))
}

/** Calls in the messages without a declared tool are refused: when no tools are offered, the called ones are declared. */
function toTools(
  request: ModelRequest,
  messages: readonly Message[],
  facts: ModelFacts,
  names: ToolNames,
  webSearch: boolean,
  notes: string[],
): readonly Block[] {
  const offered = facts.takes.tools ? request.tools : []
  if (offered.length < request.tools.length) notes.push('the tools were left out: this model takes none')
  const declared = offered.map(tool => toTool(names.toWire(tool.name), tool.description, toParameters(tool.input)))
  const tools = webSearch ? [...declared, { systemTool: { name: 'nova_grounding' } }] : declared
  if (tools.length > 0) return tools
  const called = messages
    .flatMap(({ content }) => content)
    .flatMap(block => (isCall(block) ? [textField(block.toolUse, 'name') ?? ''] : []))
  if (called.length === 0) return []
  const named = [...new Set(called)]
  notes.push(`no tools are offered; ${named.length} that were called before are declared, since Bedrock requires it`)
  return named.map(name => toTool(name, 'It is no longer there.', { type: 'object' }))
}

function toTool(name: string, description: string, json: Block): Block {
  const toolSpec = { name, ...(isSaid(description) && { description }), inputSchema: { json } }
  return { ['toolSpec' satisfies keyof Tool.ToolSpecMember]: toolSpec }
}
