import type { Json, NativeCall, NativeContent, RequestMessage } from '@stet/history'
import { isJsonList, isJsonObject, textField } from '../transport/json-field.ts'
import { type Block, CACHE_POINT, type ConverseMessage } from './body.ts'
import { fromAssistant, fromResult, fromUser, type Mapping } from './to-blocks.ts'

/** Messages as Converse takes them: both roles in turn, with results as the person's. */
export function toMessages(
  messages: readonly RequestMessage[],
  mapping: Mapping,
  marks: boolean,
): readonly ConverseMessage[] {
  const turns: { readonly role: ConverseMessage['role']; readonly content: Block[] }[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const blocks = toBlocks(message, mapping)
    if (blocks.length === 0) {
      mapping.notes.push(`${message.messageId ?? 'a note'} says nothing and was left out`)
      continue
    }
    const content = marks && message.cacheMark ? [...blocks, CACHE_POINT] : blocks
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  return turns
}

function toBlocks(message: RequestMessage, mapping: Mapping): readonly Block[] {
  if (message.form === 'native') return fromNative(message.native, message.calls, mapping)
  switch (message.role) {
    case 'user':
      return fromUser(message.parts, mapping)
    case 'assistant':
      return message.parts.flatMap(part => fromAssistant(part, mapping))
    case 'tool-results':
      return message.parts.map(part => fromResult(part, mapping))
  }
}

/** As it came, except for an id that Bedrock would refuse to see again. */
function fromNative(
  { protocol, content }: NativeContent,
  calls: readonly NativeCall[],
  mapping: Mapping,
): readonly Block[] {
  if (protocol !== 'bedrock') throw new Error(`an answer in the words of ${protocol} cannot be replayed to Bedrock`)
  let call = -1
  return (isJsonList(content) ? content : []).filter(isJsonObject).map(block => {
    if (!isCall(block)) return block
    call += 1
    const own = textField(block.toolUse, 'toolUseId')
    const named = calls[call]
    if (named === undefined) return block
    const toolUseId = mapping.ids.name(named.callId, own)
    if (toolUseId === own) return block
    mapping.notes.push(`a call was given the id ${toolUseId}, since its own is not taken twice or at all`)
    return { ...block, toolUse: { ...(isJsonObject(block.toolUse) ? block.toolUse : {}), toolUseId } }
  })
}

/** Whether a block is a call that somebody here answers, not one of the provider's own tools. */
export function isCall(block: Json): block is Block {
  if (!isJsonObject(block) || block.toolUse === undefined) return false
  return textField(block.toolUse, 'type') !== 'server_tool_use'
}
