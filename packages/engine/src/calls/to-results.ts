import {
  type AssistantMessage,
  type MessageId,
  makeId,
  type NewMessage,
  type ToolResultPart,
  toolCallsOf,
} from '@stet/history'
import { blobId, type Call } from '@stet/store'
import { isSettled } from '../record/is-settled.ts'

type NewResults = Extract<NewMessage, { role: 'tool-results' }>

/** The results of all calls of an answer as one message, in order, each call once. */
export function toResults(
  answer: AssistantMessage,
  calls: readonly Call[],
  { id, at }: { readonly id: MessageId; readonly at: number },
): NewResults {
  const byId = new Map(calls.map(call => [call.id, call]))
  const parts = toolCallsOf(answer).map(({ callId, tool }): ToolResultPart => {
    const state = byId.get(callId)?.state
    // A call whose row is lost needs a result too: no provider accepts the request otherwise.
    if (state === undefined) return lost(callId, tool)
    if (!isSettled(state)) throw new Error(`the call ${callId} is not settled but ${state.kind}`)
    return { kind: 'tool-result', callId, tool, outcome: state.kind, content: state.content }
  })
  return { id, chatId: answer.chatId, parentId: answer.id, at, copiedFrom: null, role: 'tool-results', parts }
}

function lost(callId: Call['id'], tool: string): ToolResultPart {
  const text = 'What became of this call cannot be read any more.'
  return { kind: 'tool-result', callId, tool, outcome: 'unknown', content: [{ kind: 'text', text }] }
}

/** The results of one answer have an id derived from it, so that they can only be written once. */
export async function resultsIdOf(answerId: MessageId): Promise<MessageId> {
  const hash = await blobId(new TextEncoder().encode(`results of ${answerId}`))
  const bytes = Array.from({ length: 20 }, (_, index) => Number.parseInt(hash.slice(2 * index, 2 * index + 2), 16))
  return makeId('msg', Uint8Array.from(bytes))
}
