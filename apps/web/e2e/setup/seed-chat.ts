import { type AssistantPart, type CallId, type ChatId, type MessageId, makeId, type NewMessage } from '@stet/history'
import { toMessagePut } from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'

/** What a chat is to hold, line by line. */
export type Line =
  | { readonly said: string; readonly at?: number }
  /** Each call names its tool. */
  | { readonly answered: string; readonly thought?: string; readonly calls?: readonly string[]; readonly at?: number }
  /** Parts as they are, also those that the demo never makes. */
  | { readonly parts: readonly AssistantPart[] }
  /** The results of the calls of the answer before, in their order. */
  | { readonly results: readonly string[] }
  /** Replaces everything before it. */
  | { readonly summary: string }

const OWNER = 'owner'
const origin = { definition: 'demo', protocol: 'demo', model: 'demo' }

interface Call {
  readonly callId: CallId
  readonly tool: string
}

/** Writes a conversation into the data folder of a server that does not run: the demo calls nothing that a chat offers, so it cannot make this one. */
export async function seedChat(data: string, chatId: ChatId, lines: readonly Line[]): Promise<readonly MessageId[]> {
  const messages = toMessages(chatId, lines)
  const database = await openSqliteDatabase({ folder: data, search: [] })
  await database.openStore(OWNER).write(messages.map(toMessagePut))
  await database.close()
  return messages.map(({ id }) => id)
}

function toMessages(chatId: ChatId, lines: readonly Line[]): readonly NewMessage[] {
  let parentId: MessageId | null = null
  let calls: readonly Call[] = []
  const messages: NewMessage[] = []
  for (const line of lines) {
    const at = 'at' in line && line.at !== undefined ? line.at : Date.now()
    const place: Place = { id: makeId('msg', bytes()), chatId, parentId, at, copiedFrom: null }
    if ('answered' in line) calls = (line.calls ?? []).map(tool => ({ callId: makeId('call', bytes()), tool }))
    messages.push({ ...place, ...contentOf(line, calls, parentId) })
    if (!('summary' in line)) parentId = place.id
  }
  return messages
}

type Content = NewMessage extends infer Each ? (Each extends NewMessage ? Omit<Each, keyof Place> : never) : never
type Place = Pick<NewMessage, 'id' | 'chatId' | 'parentId' | 'at' | 'copiedFrom'>

function contentOf(line: Line, calls: readonly Call[], parentId: MessageId | null): Content {
  if ('said' in line) return { role: 'user', parts: [{ kind: 'text', text: line.said }] }
  if ('parts' in line) return toAnswer(line.parts)
  if ('answered' in line) return answerOf(line, calls)
  if ('results' in line) {
    const parts = calls.map(({ callId, tool }, index) => ({
      kind: 'tool-result' as const,
      callId,
      tool,
      outcome: 'done' as const,
      content: [{ kind: 'text' as const, text: line.results[index] ?? '' }],
    }))
    return { role: 'tool-results', parts }
  }
  if (parentId === null) throw new Error('a summary needs a message before it')
  const parts = [{ kind: 'text' as const, text: line.summary }]
  return { role: 'summary', parts, coversThrough: parentId, form: 'prose', request: null }
}

function answerOf({ answered, thought }: Extract<Line, { answered: string }>, calls: readonly Call[]): Content {
  const parts: AssistantPart[] = []
  if (thought !== undefined) parts.push({ kind: 'reasoning', text: thought, signature: null })
  if (answered !== '') parts.push({ kind: 'text', text: answered })
  for (const { callId, tool } of calls) {
    parts.push({ kind: 'tool-call', callId, tool, input: '{"path": "notes.md"}', providerCallId: callId })
  }
  return toAnswer(parts)
}

function toAnswer(parts: readonly AssistantPart[]): Content {
  return {
    role: 'assistant',
    parts,
    runId: null,
    end: 'complete',
    native: { protocol: origin.protocol, content: JSON.parse(JSON.stringify(parts)) },
    durationMs: 1200,
    origin,
    requestId: null,
    rawUsage: null,
    usage: { input: 900, cacheRead: 0, cacheWrite: 0, output: 120, reasoning: 0, webSearches: 0 },
  }
}

function bytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(20))
}
