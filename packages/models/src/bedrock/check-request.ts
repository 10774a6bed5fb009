import type { Json } from '@stet/history'
import { type Block, beganWithoutThinking, countMarks, type Message, MOST_MARKS } from '../claude/blocks.ts'
import { isSaid, repeated } from '../mapping/words.ts'
import { jsonField, listField, textField } from '../transport/json-field.ts'
import { type ConverseBody, isCall, shape, TOOL_USE_ID } from './body.ts'
import { TOOL_NAME } from './to-request.ts'

/** Every rule of Converse that a body breaks, in words; none when it would be accepted. */
export function checkRequest(body: ConverseBody): readonly string[] {
  const marks = countMarks(shape, body.system ?? [], body.messages)
  return [
    ...orderBreaches(body.messages),
    ...body.messages.flatMap(contentBreaches),
    ...callBreaches(body.messages),
    ...thinkingBreaches(body),
    ...toolBreaches(body),
    ...(marks > MOST_MARKS ? [`${marks} cache points are more than ${MOST_MARKS}`] : []),
  ]
}

/** The user speaks first, and then both in turn; the system only between what the user says and the answer. */
function orderBreaches(messages: readonly Message[]): readonly string[] {
  const [first] = messages
  if (first === undefined) return ['there is no message']
  return [
    ...(first.role === 'user' ? [] : ['the first message is an answer']),
    ...messages.flatMap(({ role }, index) => {
      const before = messages[index - 1]?.role
      if (role === before) return [`message ${index} is of the same role as the one before it`]
      if (role === 'system' && before !== 'user') return [`message ${index} is the system's, and not after the user's`]
      if (role === 'user' && before === 'system') return [`message ${index} is the user's right after the system's`]
      return []
    }),
  ]
}

function contentBreaches({ role, content }: Message, index: number): readonly string[] {
  const said = content.filter(block => !('cachePoint' in block))
  if (said.length === 0) return [`message ${index} is empty`]
  const last = said.at(-1) ?? {}
  return [
    ...(said.some(isBlank) ? [`a text in message ${index} is blank`] : []),
    ...(role === 'system' && said.some(block => !('text' in block) && !('toolRemoval' in block))
      ? [`message ${index} is the system's, and not text`]
      : []),
    ...(role === 'assistant' && 'reasoningContent' in last ? [`message ${index} ends with reasoning`] : []),
    ...(said.some(block => 'document' in block) && !said.some(block => 'text' in block)
      ? [`message ${index} has a document and no text`]
      : []),
  ]
}

function isBlank(block: Block): boolean {
  return typeof block.text === 'string' && !isSaid(block.text)
}

/** The calls of an answer are answered in the very next message, before anything else in it, each once; nothing else is answered. */
function callBreaches(messages: readonly Message[]): readonly string[] {
  const every = messages.flatMap(callIds)
  return [
    ...repeated(every).map(id => `call ${id} is made twice`),
    ...every.filter(id => !TOOL_USE_ID.test(id)).map(id => `no call may have the id ${JSON.stringify(id)}`),
    ...messages.flatMap((message, index) => {
      const calls = callIds(message)
      const answered = resultIds(messages[index + 1])
      const results = message.role === 'user' ? resultIds(message) : []
      const asked = callIds(messages[index - 1])
      return [
        ...calls.filter(id => !answered.includes(id)).map(id => `call ${id} has no result in the next message`),
        ...results.filter(id => !asked.includes(id)).map(id => `result ${id} has no call in the message before it`),
        ...repeated(results).map(id => `result ${id} comes twice`),
        ...(message.role === 'user' ? resultsBehind(message.content) : []).map(
          id => `result ${id} comes after something else`,
        ),
      ]
    }),
  ]
}

function callIds(message: Message | undefined): readonly string[] {
  return (message?.content ?? []).filter(isCall).map(block => idOf(block.toolUse))
}

function resultIds(message: Message | undefined): readonly string[] {
  return (message?.content ?? []).flatMap(block => ('toolResult' in block ? [idOf(block.toolResult)] : []))
}

function resultsBehind(content: readonly Block[]): readonly string[] {
  const other = content.findIndex(block => !('toolResult' in block))
  if (other === -1) return []
  return content.slice(other).flatMap(block => ('toolResult' in block ? [idOf(block.toolResult)] : []))
}

function idOf(value: Json | undefined): string {
  return textField(value, 'toolUseId') ?? ''
}

function thinkingBreaches({
  additionalModelRequestFields,
  inferenceConfig = {},
  messages,
}: ConverseBody): readonly string[] {
  const thinking = jsonField(additionalModelRequestFields, 'thinking')
  const type = textField(thinking, 'type')
  if (type !== 'enabled' && type !== 'adaptive') return []
  const { temperature, topP, maxTokens } = inferenceConfig
  const budget = jsonField(thinking, 'budget_tokens')
  const isSampled = temperature !== undefined || topP !== undefined
  const isTooMuch = typeof budget === 'number' && maxTokens !== undefined && budget >= maxTokens
  return [
    ...(isSampled ? ['sampling is set while the model thinks'] : []),
    ...(isTooMuch ? [`${budget} tokens of thinking leave none of ${maxTokens}`] : []),
    ...(typeof budget === 'number' && beganWithoutThinking(shape, messages)
      ? ['the current exchange began without thinking']
      : []),
    ...(messages.at(-1)?.role === 'assistant' ? ['a prefill is given while the model thinks'] : []),
  ]
}

function toolBreaches({ toolConfig, messages }: ConverseBody): readonly string[] {
  const names = listField(toolConfig === undefined ? null : { tools: toolConfig.tools }, 'tools').flatMap(tool => {
    const spec = jsonField(tool, 'toolSpec')
    return spec === null ? [] : [textField(spec, 'name') ?? '']
  })
  const isUsed = messages.some(message => callIds(message).length > 0)
  return [
    ...(isUsed && names.length === 0 && toolConfig === undefined ? ['tools were called and none is declared'] : []),
    ...names.filter(name => !TOOL_NAME.pattern.test(name)).map(name => `no tool may be called ${JSON.stringify(name)}`),
    ...repeated(names).map(name => `the tool ${name} is declared twice`),
  ]
}
