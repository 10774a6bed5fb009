import type { AssistantPart, CallId, Json, Message, MessageId, ModelFacts } from '@stet/history'
import type { Transcript, TranscriptMessage } from './load-transcripts.ts'

/** The model that wrote every answer of a replayed transcript, and reads the next request. */
export const replayModel: ModelFacts = {
  definition: 'replay',
  protocol: 'replay',
  model: 'replay',
  name: 'Replay',
  contextWindow: null,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'none',
  caching: 'marks',
}

const { definition, protocol, model } = replayModel
const chatId = 'chat_replay'

/** A transcript as the record holds it: its system prompt aside, and the results of one step in one message. */
export function toHistory(transcript: Transcript): readonly Message[] {
  const history: Message[] = []
  const callIds = createCallIds()
  for (const group of inSteps(transcript)) {
    const [first] = group
    if (first === undefined || first.role === 'system') continue
    const stored = {
      id: messageId(history.length),
      chatId,
      parentId: history.at(-1)?.id ?? null,
      order: history.length + 1,
      at: 0,
      copiedFrom: null,
    } as const
    switch (first.role) {
      case 'user':
        history.push({ ...stored, role: 'user', parts: [{ kind: 'text', text: first.text }] })
        break
      case 'assistant':
        history.push({ ...stored, role: 'assistant', ...answerOf(first, callIds) })
        break
      case 'tool':
        history.push({ ...stored, role: 'tool-results', parts: resultsOf(group, callIds) })
        break
    }
  }
  return history
}

/** Results behind each other belong to one step. */
export function inSteps(transcript: Transcript): readonly (readonly TranscriptMessage[])[] {
  const groups: TranscriptMessage[][] = []
  for (const message of transcript) {
    const last = groups.at(-1)
    if (message.role === 'tool' && last?.[0]?.role === 'tool') last.push(message)
    else groups.push([message])
  }
  return groups
}

function answerOf({ text, calls }: Extract<TranscriptMessage, { role: 'assistant' }>, callIds: CallIds) {
  const parts: AssistantPart[] = text === '' ? [] : [{ kind: 'text', text }]
  const content: Json[] = text === '' ? [] : [{ type: 'text', text }]
  for (const { id, tool, input } of calls) {
    parts.push({ kind: 'tool-call', callId: callIds.open(id), tool, input, providerCallId: id })
    content.push({ type: 'call', id, tool, input })
  }
  return {
    parts,
    origin: { definition, protocol, model },
    requestId: null,
    rawUsage: null,
    usage: null,
    runId: null,
    end: 'complete',
    native: { protocol, content },
    durationMs: null,
  } as const
}

function resultsOf(group: readonly TranscriptMessage[], callIds: CallIds) {
  return group.flatMap(message =>
    message.role === 'tool'
      ? [
          {
            kind: 'tool-result',
            callId: callIds.of(message.callId),
            tool: message.tool,
            outcome: 'done',
            content: [{ kind: 'text', text: message.text }],
          } as const,
        ]
      : [],
  )
}

/** A transcript that is repeated makes the same call again; in the record every call has an id of its own. */
interface CallIds {
  open(providerId: string): CallId
  of(providerId: string): CallId
}

function createCallIds(): CallIds {
  const latest = new Map<string, CallId>()
  let count = 0
  return {
    open(providerId) {
      const callId: CallId = `call_${toKey(count)}`
      count += 1
      latest.set(providerId, callId)
      return callId
    },
    of: providerId => latest.get(providerId) ?? `call_${toKey(count)}`,
  }
}

export function messageId(index: number): MessageId {
  return `msg_${toKey(index)}`
}

/** As long as the ids of the record, which is what looking one up costs. */
function toKey(index: number): string {
  return index.toString(32).padStart(32, '0')
}
