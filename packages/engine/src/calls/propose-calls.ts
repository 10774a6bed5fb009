import type { AnswerEnd, Chat, NewMessage, ToolCallPart } from '@stet/history'
import { blobId, type Call, type CallState, type SettledState, type ShownCall } from '@stet/store'
import { readInput } from '@stet/tools'
import type { OfferedTool, Toolbox } from './toolbox.ts'

/** More than any model reasonably asks for; a safeguard against one in a loop (FP-12). */
export const MOST_CALLS = 32

type Answer = Extract<NewMessage, { role: 'assistant' }>

/**
 * The calls of an answer as rows. A call that cannot run is settled at once with a reason for the model. The user decides about the calls of an
 * answer that is not complete (R7).
 */
export async function proposeCalls(
  toolbox: Pick<Toolbox, 'find'>,
  chat: Chat,
  answer: Answer,
): Promise<readonly Call[]> {
  const parts = answer.parts.filter(part => part.kind === 'tool-call')
  return Promise.all(
    parts.map(async (part, position): Promise<Call> => {
      const offered = toolbox.find(chat, part.tool)
      return {
        id: part.callId,
        chatId: answer.chatId,
        messageId: answer.id,
        position,
        tool: part.tool,
        input: part.input,
        hash: await hashOf(part, offered),
        policy: offered?.policy ?? 'confirm',
        shown: shownAs(part, offered),
        state: stateOf(part, { position, offered, end: answer.end, at: answer.at }),
      }
    }),
  )
}

/** The hash of exactly what would run: the tool, the input to the letter, and the chat's options of the tool (Z-7). */
export function hashOf(
  { tool, input }: Pick<Call, 'tool' | 'input'>,
  offered: Pick<OfferedTool, 'options'> | null,
): Promise<string> {
  const options = Object.entries(offered?.options ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return blobId(new TextEncoder().encode(JSON.stringify([tool, input, options])))
}

interface Judged {
  readonly position: number
  readonly offered: OfferedTool | null
  readonly end: AnswerEnd
  readonly at: number
}

function stateOf(part: ToolCallPart, { position, offered, end, at }: Judged): CallState {
  if (end !== 'complete') return { kind: 'proposed' }
  if (position >= MOST_CALLS) {
    return settledWith(
      'failed',
      `Not run: only the first ${MOST_CALLS} calls of one answer are run. Call it again if it is needed.`,
      at,
    )
  }
  if (offered === null) return settledWith('failed', `There is no tool ${part.tool} in this chat.`, at)
  if (offered.policy === 'deny')
    return settledWith('denied', `The user does not allow the tool ${part.tool} in this chat.`, at)
  const parsed = parseInput(offered, part.input)
  return parsed.kind === 'invalid' ? settledWith('failed', parsed.because, at) : { kind: 'proposed' }
}

function shownAs(part: ToolCallPart, offered: OfferedTool | null): ShownCall {
  if (offered === null) return { title: part.tool, icon: 'wrench', summary: null, mayBeAlways: false }
  const { tool } = offered
  const parsed = parseInput(offered, part.input)
  const summary = parsed.kind === 'parsed' ? tool.summary(parsed.input) : null
  return { title: tool.title, icon: tool.icon, summary, mayBeAlways: !tool.alwaysConfirm }
}

export function parseInput({ tool }: OfferedTool, text: string): ReturnType<OfferedTool['tool']['parse']> {
  const read = readInput(text)
  return read.kind === 'invalid' ? read : tool.parse(read.input)
}

/** The state of a call that is settled with a sentence for the model. */
export function settledWith(kind: SettledState['kind'], text: string, at: number): SettledState {
  return { kind, at, content: [{ kind: 'text', text }], shown: null }
}

/** A call that was started and whose end will never be known. */
export function asUnknown(call: Call, at: number): Call {
  const text =
    'It was started and then broken off. Whether it did what it was to do is not known: check before you call it again.'
  return { ...call, state: settledWith('unknown', text, at) }
}
