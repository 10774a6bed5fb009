import type { Json } from '@stet/history'
import { twice } from '../mapping/twice.ts'
import { isJsonList, jsonField } from '../transport/json-field.ts'
import { type Block, isBlankText, isProviderCall, isProviderResult, isThinking, type Turn } from './block.ts'
import { isMarked, MOST_MARKS } from './limit-marks.ts'
import type { RequestBody } from './request-body.ts'
import { beganWithoutThoughts } from './to-request.ts'

/** Every rule of the Messages API that a request breaks, in words; none when it would be taken. */
export function checkRequest(body: RequestBody): readonly string[] {
  return [
    ...orderBreaches(body.messages),
    ...body.messages.flatMap(contentBreaches),
    ...callBreaches(body.messages),
    ...providerCallBreaches(body.messages),
    ...markBreaches(body),
    ...thinkingBreaches(body),
    ...toolBreaches(body),
  ]
}

/** The person speaks first, and then both in turn. */
function orderBreaches(turns: readonly Turn[]): readonly string[] {
  const [first] = turns
  if (first === undefined) return ['there is no message']
  return [
    ...(first.role === 'user' ? [] : ['the first message is an answer']),
    ...turns.flatMap(({ role }, index) =>
      turns[index - 1]?.role === role ? [`message ${index} is of the same role as the one before it`] : [],
    ),
  ]
}

function contentBreaches({ role, content }: Turn, index: number, turns: readonly Turn[]): readonly string[] {
  if (content.length === 0) return [`message ${index} is empty`]
  const last = content.at(-1)
  const isPrefill = role === 'assistant' && index === turns.length - 1
  return [
    ...(content.some(isBlankText) ? [`a text in message ${index} is blank`] : []),
    ...(last !== undefined && isThinking(last) ? [`message ${index} ends with thinking`] : []),
    ...(isPrefill && last?.type === 'text' && /\s$/.test(String(last.text))
      ? ['the beginning of the answer ends with a blank']
      : []),
    ...content.filter(isFailedWithoutWords).map(block => `the failed result ${block.tool_use_id} is not only text`),
  ]
}

function isFailedWithoutWords({ type, is_error: failed, content }: Block): boolean {
  if (type !== 'tool_result' || failed !== true) return false
  return !isJsonList(content) || content.length === 0 || content.some(piece => jsonField(piece, 'type') !== 'text')
}

/** The calls of an answer are answered in the very next message, before anything else in it, each once; nothing else is answered. */
function callBreaches(turns: readonly Turn[]): readonly string[] {
  const every = turns.flatMap(turn => idsOf(turn, 'tool_use', 'id'))
  return [
    ...twice(every).map(id => `call ${id} is made twice`),
    ...turns.flatMap((turn, index) => {
      const calls = idsOf(turn, 'tool_use', 'id')
      const answered = idsOf(turns[index + 1], 'tool_result', 'tool_use_id')
      const results = idsOf(turn, 'tool_result', 'tool_use_id')
      const asked = idsOf(turns[index - 1], 'tool_use', 'id')
      const other = turn.content.findIndex(block => block.type !== 'tool_result')
      const behind = turn.content.slice(other === -1 ? turn.content.length : other)
      return [
        ...calls.filter(id => !answered.includes(id)).map(id => `call ${id} has no result in the message behind it`),
        ...results.filter(id => !asked.includes(id)).map(id => `result ${id} has no call in the message before it`),
        ...twice(results).map(id => `result ${id} comes twice`),
        ...behind
          .filter(block => block.type === 'tool_result')
          .map(block => `result ${block.tool_use_id} stands behind something else`),
      ]
    }),
  ]
}

/** What the provider's own tools were asked stands beside what they gave, except at the very end, where the provider goes on. */
function providerCallBreaches(turns: readonly Turn[]): readonly string[] {
  return turns.slice(0, -1).flatMap(({ content }) => {
    const given = content.filter(isProviderResult).map(block => block.tool_use_id)
    return content
      .filter(block => isProviderCall(block) && !given.includes(block.id))
      .map(block => `call ${block.id} of a tool of the provider's own has no result beside it`)
  })
}

function markBreaches({ system = [], messages }: RequestBody): readonly string[] {
  const marked = [...system, ...messages.flatMap(turn => turn.content)].filter(isMarked)
  return [
    ...(marked.length > MOST_MARKS ? [`${marked.length} cache marks are more than ${MOST_MARKS}`] : []),
    ...(marked.some(isThinking) ? ['a cache mark stands on thinking'] : []),
  ]
}

function thinkingBreaches(body: RequestBody): readonly string[] {
  const { thinking, max_tokens: most, temperature, top_p: topP, top_k: topK, messages } = body
  if (thinking?.type !== 'enabled' && thinking?.type !== 'adaptive') return []
  const sampled = temperature !== undefined || topP !== undefined || topK !== undefined
  const budget = thinking.type === 'enabled' ? thinking.budget_tokens : null
  return [
    ...(sampled ? ['sampling is set while the model thinks'] : []),
    ...(budget !== null && budget >= most ? [`${budget} tokens of thinking leave none of ${most}`] : []),
    ...(budget !== null && beganWithoutThoughts(messages) ? ['the exchange under way began without thinking'] : []),
    ...(messages.at(-1)?.role === 'assistant' && messages.at(-1)?.content.every(block => block.type === 'text')
      ? ['the beginning of the answer is given while the model thinks']
      : []),
  ]
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/

function toolBreaches({ tools = [] }: RequestBody): readonly string[] {
  const names = tools.map(tool => String(tool.name))
  return [
    ...names.filter(name => !TOOL_NAME.test(name)).map(name => `no tool may be called ${JSON.stringify(name)}`),
    ...twice(names).map(name => `the tool ${name} is declared twice`),
  ]
}

function idsOf(turn: Turn | undefined, type: string, field: string): readonly Json[] {
  return turn?.content.flatMap(block => (block.type === type ? [block[field] ?? null] : [])) ?? []
}
