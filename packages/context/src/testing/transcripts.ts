import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssistantPart, CallId, Message, MessageId } from '@stet/history'

/** A recorded conversation of the real world, as the record would hold it. */
export interface Replay {
  readonly name: string
  readonly system: string
  readonly path: readonly Message[]
}

interface Call {
  readonly id: string
  readonly tool: string
  readonly input: string
}

type Recorded = { readonly role: 'system'; readonly text: string } | Said

/** One message, whatever it was written in. */
type Said =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly Call[] }
  | { readonly role: 'tool'; readonly text: string; readonly callId: string; readonly tool: string }

const folder = join(import.meta.dirname, '../../../../../shared/data/transcripts')

/** The transcripts beside the project; null where they are not, since they are no part of it. */
export function loadReplays(): readonly Replay[] | null {
  const airline = join(folder, 'tau-airline-100.json')
  const coding = join(folder, 'coding-session.jsonl')
  if (!existsSync(airline) || !existsSync(coding)) return null
  const chats: readonly { readonly messages: readonly OpenAiMessage[] }[] = JSON.parse(readFileSync(airline, 'utf8'))
  const lines = readFileSync(coding, 'utf8').split('\n')
  const session = lines.filter(line => line !== '').flatMap(line => fromSessionLine(JSON.parse(line)))
  return [
    ...chats.map(({ messages }, index) => toReplay(`airline chat ${index + 1}`, messages.map(fromOpenAi))),
    toReplay('the coding session', session),
  ]
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

function fromOpenAi({
  role,
  content,
  tool_calls: calls = [],
  tool_call_id: callId = '',
  name = '',
}: OpenAiMessage): Recorded {
  const text = content ?? ''
  switch (role) {
    case 'system':
    case 'user':
      return { role, text }
    case 'assistant':
      return {
        role,
        text,
        calls: calls.map(call => ({ id: call.id, tool: call.function.name, input: call.function.arguments })),
      }
    case 'tool':
      return { role, text, callId, tool: name }
  }
}

interface SessionLine {
  readonly message?: {
    readonly role: 'user' | 'assistant' | 'toolResult'
    readonly content: readonly SessionPart[]
    readonly toolCallId?: string
    readonly toolName?: string
  }
}

type SessionPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'toolCall'; readonly id: string; readonly name: string; readonly arguments: unknown }

function fromSessionLine({ message }: SessionLine): readonly Recorded[] {
  if (message === undefined) return []
  const text = message.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n')
  switch (message.role) {
    case 'user':
      return [{ role: 'user', text }]
    case 'assistant': {
      const calls = message.content.flatMap(part =>
        part.type === 'toolCall' ? [{ id: part.id, tool: part.name, input: JSON.stringify(part.arguments) }] : [],
      )
      return [{ role: 'assistant', text, calls }]
    }
    case 'toolResult':
      return [{ role: 'tool', text, callId: message.toolCallId ?? '', tool: message.toolName ?? '' }]
  }
}

function toReplay(name: string, recorded: readonly Recorded[]): Replay {
  const path: Message[] = []
  for (const each of recorded) {
    const last = path.at(-1)
    if (each.role === 'tool' && last?.role === 'tool-results') {
      path[path.length - 1] = { ...last, parts: [...last.parts, resultOf(each)] }
    } else if (each.role !== 'system') {
      path.push(toMessage(each, path.length, last?.id ?? null))
    }
  }
  return { name, system: recorded.flatMap(each => (each.role === 'system' ? [each.text] : [])).join('\n'), path }
}

function toMessage(each: Said, index: number, parentId: MessageId | null): Message {
  const id: MessageId = `msg_${index}`
  const stored = { id, chatId: 'chat_replay', parentId, order: index + 1, at: 0, copiedFrom: null } as const
  switch (each.role) {
    case 'user':
      return { ...stored, role: 'user', parts: [{ kind: 'text', text: each.text }] }
    case 'tool':
      return { ...stored, role: 'tool-results', parts: [resultOf(each)] }
    case 'assistant': {
      const said: readonly AssistantPart[] = each.text === '' ? [] : [{ kind: 'text', text: each.text }]
      const calls = each.calls.map(call => ({
        kind: 'tool-call' as const,
        callId: callIdOf(call.id),
        tool: call.tool,
        input: call.input,
        providerCallId: call.id,
      }))
      return {
        ...stored,
        role: 'assistant',
        parts: [...said, ...calls],
        origin: { definition: 'demo', protocol: 'demo', model: 'demo' },
        requestId: null,
        rawUsage: null,
        usage: null,
        runId: null,
        end: 'complete',
        native: { protocol: 'demo', content: [each.text] },
        durationMs: null,
      }
    }
  }
}

function resultOf({ text, callId, tool }: Extract<Said, { role: 'tool' }>) {
  const content = [{ kind: 'text' as const, text }]
  return { kind: 'tool-result' as const, callId: callIdOf(callId), tool, outcome: 'done' as const, content }
}

function callIdOf(id: string): CallId {
  return `call_${id}`
}
