import type { AssistantPart, Json, Message, ToolCallPart } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'

export const protocols = ['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock'] as const
export type Protocol = (typeof protocols)[number]

/**
 * A generated input as if its model spoke this protocol: what that model wrote, and whatever else was written in it, has native content in
 * its words, and every call an id of its own.
 */
export function speaking(protocol: Protocol, input: AssembleInput): AssembleInput {
  const { definition, protocol: spoken, model } = input.model
  const path = input.path.map((message): Message => {
    if (message.role !== 'assistant') return message
    const { origin } = message
    const isOwn = origin.definition === definition && origin.protocol === spoken && origin.model === model
    if (!isOwn && origin.protocol !== protocol) return message
    const parts = message.parts.map(part => (part.kind === 'tool-call' ? withProviderId(part) : part))
    const native = message.native === null ? null : { protocol, content: nativeContent(protocol, parts) }
    return { ...message, origin: isOwn ? { ...origin, protocol } : origin, parts, native }
  })
  return { ...input, model: { ...input.model, protocol }, path }
}

function withProviderId(part: ToolCallPart): ToolCallPart {
  return { ...part, providerCallId: part.callId.replace('call_', 'provider_') }
}

/** An answer in the words of its provider, as the parts were read from it. */
export function nativeContent(protocol: Protocol, parts: readonly AssistantPart[]): Json {
  switch (protocol) {
    case 'anthropic':
      return parts.flatMap(anthropicBlock)
    case 'openai-chat':
      return chatAnswer(parts)
    case 'openai-responses':
      return parts.flatMap(responsesItem)
    case 'gemini':
      return { role: 'model', parts: parts.flatMap(geminiPart) }
    case 'bedrock':
      return parts.flatMap(bedrockBlock)
  }
}

const SIGNATURE = 'c2lnbmVk'

function isSaid(text: string): boolean {
  return /\S/.test(text)
}

function idOf({ providerCallId, callId }: ToolCallPart): string {
  return providerCallId ?? callId
}

function anthropicBlock(part: AssistantPart): readonly Json[] {
  switch (part.kind) {
    case 'text':
      return isSaid(part.text) ? [{ type: 'text', text: part.text }] : []
    case 'reasoning':
      return [{ type: 'thinking', thinking: part.text, signature: part.signature ?? SIGNATURE }]
    case 'tool-call':
      return [{ type: 'tool_use', id: idOf(part), name: part.tool, input: { text: part.input } }]
    case 'file':
      return [{ type: 'container_upload', file_id: part.blob }]
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

function chatAnswer(parts: readonly AssistantPart[]): Json {
  const said = parts.flatMap(part => (part.kind === 'text' && isSaid(part.text) ? [part.text] : []))
  const thought = parts.flatMap(part => (part.kind === 'reasoning' ? [part.text] : []))
  const calls = parts.filter(part => part.kind === 'tool-call')
  return {
    role: 'assistant',
    content: said.length === 0 ? null : said.join('\n'),
    ...(thought.length === 0 ? {} : { reasoning_content: thought.join('\n') }),
    ...(parts.some(part => part.kind === 'file') ? { audio: { id: 'audio_1' } } : {}),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(part => ({
            id: idOf(part),
            type: 'function',
            function: { name: part.tool, arguments: part.input },
          })),
        }),
  }
}

function responsesItem(part: AssistantPart, index: number): readonly Json[] {
  switch (part.kind) {
    case 'text':
      if (!isSaid(part.text)) return []
      return [{ type: 'message', id: `msg_${index}`, role: 'assistant', content: [outputText(part.text)] }]
    case 'reasoning':
      return [{ type: 'reasoning', id: `rs_${index}`, summary: [], encrypted_content: SIGNATURE }]
    case 'tool-call':
      return [{ type: 'function_call', id: `fc_${index}`, call_id: idOf(part), name: part.tool, arguments: part.input }]
    case 'file':
      return [{ type: 'image_generation_call', id: `ig_${index}`, result: part.blob }]
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

function outputText(text: string): Json {
  return { type: 'output_text', text, annotations: [] }
}

function geminiPart(part: AssistantPart): readonly Json[] {
  switch (part.kind) {
    case 'text':
      return isSaid(part.text) ? [{ text: part.text }] : []
    case 'reasoning':
      return [{ text: part.text, thought: true }]
    // It has no ids for calls: responses are matched by their order.
    case 'tool-call':
      return [{ functionCall: { name: part.tool, args: { text: part.input } }, thoughtSignature: SIGNATURE }]
    case 'file':
      return [{ inlineData: { mimeType: part.mediaType, data: '' } }]
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

function bedrockBlock(part: AssistantPart): readonly Json[] {
  switch (part.kind) {
    case 'text':
      return isSaid(part.text) ? [{ text: part.text }] : []
    case 'reasoning':
      return [{ reasoningContent: { reasoningText: { text: part.text, signature: part.signature ?? SIGNATURE } } }]
    case 'tool-call':
      return [{ toolUse: { toolUseId: idOf(part), name: part.tool, input: { text: part.input } } }]
    case 'file':
      return [{ image: { format: 'png', source: { bytes: '' } } }]
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}
