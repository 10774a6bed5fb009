import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A message of a recorded conversation, in the one shape that all figures are computed from. */
export type TranscriptMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly TranscriptCall[] }
  | { readonly role: 'tool'; readonly text: string; readonly callId: string; readonly tool: string }

export interface TranscriptCall {
  readonly id: string
  readonly tool: string
  readonly input: string
  /** The call as JSON in its provider's shape, ids included: what a request carries of it. */
  readonly wire: string
}

/** It begins with its system prompt. */
export type Transcript = readonly TranscriptMessage[]

export interface Transcripts {
  /** A hundred customer-service chats. */
  readonly airline: readonly Transcript[]
  /** One long session of a coding agent. */
  readonly coding: Transcript
}

interface OpenAiMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
  readonly name?: string
}

type PiPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'toolCall'; readonly id: string; readonly name: string; readonly arguments: unknown }

interface PiMessage {
  readonly role: 'user' | 'assistant' | 'toolResult'
  readonly content: readonly PiPart[]
  readonly toolCallId?: string
  readonly toolName?: string
}

const folder = join(import.meta.dirname, '../../../shared/data/transcripts')

/** The recorded conversations beside the project, or null where they are missing: they are not in the repository. */
export function loadTranscripts(): Transcripts | null {
  const airline = join(folder, 'tau-airline-100.json')
  const coding = join(folder, 'coding-session.jsonl')
  if (!existsSync(airline) || !existsSync(coding)) return null
  const chats: readonly { readonly messages: readonly OpenAiMessage[] }[] = JSON.parse(readFileSync(airline, 'utf8'))
  return {
    airline: chats.map(({ messages }) => messages.map(fromOpenAi)),
    coding: [
      { role: 'system', text: codingSystemPrompt },
      ...readFileSync(coding, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .flatMap(line => fromPiLine(JSON.parse(line))),
    ],
  }
}

/** The session does not hold its system prompt: a stand-in of about a thousand tokens. */
const codingSystemPrompt = `You are a coding agent. ${'Read before you write, and say what you changed. '.repeat(90)}`

/** The messages of several chats as one, under the system prompt of the first. */
export function concatenate(chats: readonly Transcript[]): Transcript {
  return chats.flatMap((chat, index) => (index === 0 ? chat : chat.filter(message => message.role !== 'system')))
}

function fromOpenAi(message: OpenAiMessage): TranscriptMessage {
  const text = message.content ?? ''
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, text }
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(call => ({
        id: call.id,
        tool: call.function.name,
        input: call.function.arguments,
        wire: JSON.stringify(call),
      }))
      return { role: 'assistant', text, calls }
    }
    case 'tool':
      return { role: 'tool', text, callId: message.tool_call_id ?? '', tool: message.name ?? '' }
  }
}

// Answers that were broken off before their first word hold nothing; no provider takes them back.
function fromPiLine(line: { readonly type: string; readonly message?: PiMessage }): readonly TranscriptMessage[] {
  const { message } = line
  if (message === undefined || message.content.length === 0) return []
  const text = message.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n')
  switch (message.role) {
    case 'user':
      return [{ role: 'user', text }]
    case 'assistant': {
      const calls = message.content.flatMap(part => (part.type === 'toolCall' ? [fromPiCall(part)] : []))
      return [{ role: 'assistant', text, calls }]
    }
    case 'toolResult':
      return [{ role: 'tool', text, callId: message.toolCallId ?? '', tool: message.toolName ?? '' }]
  }
}

function fromPiCall(part: Extract<PiPart, { readonly type: 'toolCall' }>): TranscriptCall {
  return { id: part.id, tool: part.name, input: JSON.stringify(part.arguments), wire: JSON.stringify(part) }
}
