import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import type { ModelMessage, ToolResultPart } from 'ai'
import type { Transcript, TranscriptMessage } from './load-transcripts.ts'
import { inSteps } from './to-history.ts'

/** The same messages in the shape of the AI SDK, one for one with the record's. */
export function toAiSdk(transcript: Transcript): ModelMessage[] {
  return inSteps(transcript).flatMap(toModelMessages)
}

/** The same messages in the shape of LangChain, which has one for every result; their ids are their places. */
export function toLangChain(transcript: Transcript): BaseMessage[] {
  return transcript.map(toBaseMessage)
}

function toModelMessages(step: readonly TranscriptMessage[]): ModelMessage[] {
  const [first] = step
  switch (first?.role) {
    case undefined:
    case 'system':
      return []
    case 'user':
      return [{ role: 'user', content: first.text }]
    case 'assistant': {
      const text = first.text === '' ? [] : [{ type: 'text' as const, text: first.text }]
      const calls = first.calls.map(call => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.tool,
        input: call.input,
      }))
      return [{ role: 'assistant', content: [...text, ...calls] }]
    }
    case 'tool':
      return [{ role: 'tool', content: step.flatMap(toResultPart) }]
  }
}

function toResultPart(message: TranscriptMessage): ToolResultPart[] {
  if (message.role !== 'tool') return []
  const { callId, tool, text } = message
  return [{ type: 'tool-result', toolCallId: callId, toolName: tool, output: { type: 'text', value: text } }]
}

function toBaseMessage(message: TranscriptMessage, index: number): BaseMessage {
  const id = `${index}`
  switch (message.role) {
    case 'system':
      return new SystemMessage({ id, content: message.text })
    case 'user':
      return new HumanMessage({ id, content: message.text })
    case 'assistant':
      return new AIMessage({
        id,
        content: message.text,
        tool_calls: message.calls.map(call => ({ id: call.id, name: call.tool, args: { input: call.input } })),
      })
    case 'tool':
      return new ToolMessage({ id, content: message.text, tool_call_id: message.callId })
  }
}
