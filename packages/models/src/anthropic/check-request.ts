import type { Json } from '@stet/history'
import { type Block, beganWithoutThinking, countMarks, type Message, MOST_MARKS } from '../claude/blocks.ts'
import { repeated } from '../mapping/words.ts'
import { isJsonList, jsonField } from '../transport/json-field.ts'
import { isBlankText, isProviderCall, isProviderResult, isThinking, type RequestBody, shape } from './body.ts'
import { TOOL_NAME } from './to-request.ts'

/** Every rule of the Messages API that a request breaks, in words; none when it would be accepted. */
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

/** The user speaks first, and then both in turn. */
function orderBreaches(turns: readonly Message[]): readonly string[] {
  const [first] = turns
  if (first === undefined) return ['there is no message']
  return [
    ...(first.role === 'user' ? [] : ['the first message is an answer']),
    ...turns.flatMap(({ role }, index) =>
      turns[index - 1]?.role === role ? [`message ${index} is of the same role as the one before it`] : [],
    ),
    ...turns.flatMap(({ role }, index) =>
      role === 'system' && turns[index - 1]?.role !== 'user'
        ? [`message ${index} is the system's after an answer`]
        : [],
    ),
    ...turns.flatMap(({ role }, index) =>
      role === 'user' && turns[index - 1]?.role === 'system'
        ? [`message ${index} is the user's right after the system's`]
        : [],
    ),
  ]
}

function contentBreaches(
  { role, content, output_config: config }: Message,
  index: number,
  turns: readonly Message[],
): readonly string[] {
  if (content.length === 0) return config === undefined ? [`message ${index} is empty`] : []
  const last = content.at(-1)
  const isPrefill = role === 'assistant' && index === turns.length - 1
  return [
    ...(role === 'system' ? content.filter(block => !isOfSystem(block)).map(() => `message ${index} is not text`) : []),
    ...(content.some(isBlankText) ? [`a text in message ${index} is blank`] : []),
    ...(last !== undefined && isThinking(last) ? [`message ${index} ends with thinking`] : []),
    ...(isPrefill && last?.type === 'text' && /\s$/.test(String(last.text)) ? ['the prefill ends with a blank'] : []),
    ...content.filter(isFailedWithoutWords).map(block => `the failed result ${block.tool_use_id} is not only text`),
  ]
}

/** What the system may say in mid-chat. */
function isOfSystem({ type }: Block): boolean {
  return type === 'text' || type === 'tool_addition' || type === 'tool_removal'
}

function isFailedWithoutWords({ type, is_error: failed, content }: Block): boolean {
  if (type !== 'tool_result' || failed !== true) return false
  return !isJsonList(content) || content.length === 0 || content.some(piece => jsonField(piece, 'type') !== 'text')
}

/** The calls of an answer are answered in the very next message, before anything else in it, each once; nothing else is answered. */
function callBreaches(turns: readonly Message[]): readonly string[] {
  const every = turns.flatMap(turn => idsOf(turn, 'tool_use', 'id'))
  return [
    ...repeated(every).map(id => `call ${id} is made twice`),
    ...turns.flatMap((turn, index) => {
      const calls = idsOf(turn, 'tool_use', 'id')
      const answered = idsOf(turns[index + 1], 'tool_result', 'tool_use_id')
      const results = idsOf(turn, 'tool_result', 'tool_use_id')
      const asked = idsOf(turns[index - 1], 'tool_use', 'id')
      const other = turn.content.findIndex(block => block.type !== 'tool_result')
      const behind = turn.content.slice(other === -1 ? turn.content.length : other)
      return [
        ...calls.filter(id => !answered.includes(id)).map(id => `call ${id} has no result in the next message`),
        ...results.filter(id => !asked.includes(id)).map(id => `result ${id} has no call in the message before it`),
        ...repeated(results).map(id => `result ${id} comes twice`),
        ...behind
          .filter(block => block.type === 'tool_result')
          .map(block => `result ${block.tool_use_id} comes after something else`),
      ]
    }),
  ]
}

/**
 * A call of the provider's own has its result in the same or a later answer, and a result its call before it. At the very end a call may still wait:
 * the provider continues by itself, or after the results of the client's calls beside it.
 */
function providerCallBreaches(turns: readonly Message[]): readonly string[] {
  const answered = new Set(
    turns.flatMap(({ content }) => content.filter(isProviderResult)).map(block => block.tool_use_id),
  )
  const called = new Set<Json | undefined>()
  const last = turns.findLastIndex(({ role }) => role === 'assistant')
  const isOpen = turns.slice(last + 1).every(({ content }) => content.every(shape.isResult))
  return turns.flatMap(({ content }, index) => {
    const mayWait = index === last && isOpen
    return content.flatMap(block => {
      if (isProviderCall(block)) {
        called.add(block.id)
        return answered.has(block.id) || mayWait ? [] : [`call ${block.id} of the provider's own tools has no result`]
      }
      const isOrphan = isProviderResult(block) && !called.has(block.tool_use_id)
      return isOrphan ? [`result ${block.tool_use_id} of the provider's own tools has no call before it`] : []
    })
  })
}

function markBreaches({ system = [], messages }: RequestBody): readonly string[] {
  const marks = countMarks(shape, system, messages)
  const isOnThinking = messages.some(({ content }) => content.some(block => shape.isMarked(block) && isThinking(block)))
  return [
    ...(marks > MOST_MARKS ? [`${marks} cache marks are more than ${MOST_MARKS}`] : []),
    ...(isOnThinking ? ['a cache mark is set on thinking'] : []),
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
    ...(budget !== null && beganWithoutThinking(shape, messages)
      ? ['the current exchange began without thinking']
      : []),
    ...(messages.at(-1)?.role === 'assistant' && messages.at(-1)?.content.every(block => block.type === 'text')
      ? ['a prefill is given while the model thinks']
      : []),
  ]
}

function toolBreaches({ tools = [] }: RequestBody): readonly string[] {
  const names = tools.map(tool => String(tool.name))
  return [
    ...names.filter(name => !TOOL_NAME.pattern.test(name)).map(name => `no tool may be called ${JSON.stringify(name)}`),
    ...repeated(names).map(name => `the tool ${name} is declared twice`),
  ]
}

function idsOf(turn: Message | undefined, type: string, field: string): readonly Json[] {
  return turn?.content.flatMap(block => (block.type === type ? [block[field] ?? null] : [])) ?? []
}
