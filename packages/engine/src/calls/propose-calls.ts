import type { FileAuthor } from '@stet/files'
import type { AnswerEnd, Chat, ChatId, NewMessage, ToolCallPart } from '@stet/history'
import { blobId, type Call, type CallState, type SettledState, type ShownCall } from '@stet/store'
import { readInput, type ToolPlace } from '@stet/tools'
import type { OfferedTool, Toolbox } from './toolbox.ts'

/** More than any model reasonably asks for; a safeguard against one in a loop (FP-12). */
export const MOST_CALLS = 32

type Answer = Extract<NewMessage, { role: 'assistant' }>

/**
 * The calls of an answer as rows. A call that cannot run is settled at once with a reason for the model. The user decides about the calls of an
 * answer that is not complete (R7). `since` is the chat when the run started.
 */
export async function proposeCalls(
  toolbox: Pick<Toolbox, 'find' | 'placeOf'>,
  chat: Chat,
  answer: Answer,
  since: Chat = chat,
): Promise<readonly Call[]> {
  const parts = answer.parts.filter(part => part.kind === 'tool-call')
  return Promise.all(
    parts.map(async (part, position): Promise<Call> => {
      const offered = await toolbox.find(chat, part.tool, since)
      const place = offered && toolbox.placeOf(chat, offered, authorOf(answer.chatId, part))
      return {
        id: part.callId,
        chatId: answer.chatId,
        messageId: answer.id,
        position,
        tool: part.tool,
        input: part.input,
        hash: await hashOf({ ...part, policy: offered?.policy ?? 'confirm' }, offered, place),
        policy: offered?.policy ?? 'confirm',
        shown: await shownAs(part, offered, place),
        state: stateOf(part, { position, offered, end: answer.end, at: answer.at }),
      }
    }),
  )
}

/** Who changes a file, when a call does. */
export function authorOf(chatId: ChatId, { tool, callId }: Pick<ToolCallPart, 'tool' | 'callId'>): FileAuthor {
  return { kind: 'tool', tool, chatId, callId }
}

/**
 * The hash of exactly what would run: the tool, the input to the letter, the chat's options of the tool, and what the tool says an approval
 * covers besides, such as a file as it is now (Z-7). A call that runs by itself needs no approval and is bound to nothing else.
 */
export async function hashOf(
  { tool, input, policy }: Pick<Call, 'tool' | 'input' | 'policy'>,
  offered: OfferedTool | null,
  place: ToolPlace | null,
): Promise<string> {
  const options = Object.entries(offered?.options ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const parsed = offered === null || policy !== 'confirm' ? null : parseInput(offered, input)
  const bound =
    place !== null && parsed?.kind === 'parsed' ? ((await offered?.tool.binding?.(parsed.input, place)) ?? null) : null
  const covered = bound === null ? [tool, input, options] : [tool, input, options, bound]
  return blobId(new TextEncoder().encode(JSON.stringify(covered)))
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

/** Drawn only where the user decides: a call that runs by itself is drawn by its result. */
async function shownAs(part: ToolCallPart, offered: OfferedTool | null, place: ToolPlace | null): Promise<ShownCall> {
  if (offered === null || place === null) {
    return { title: part.tool, icon: 'wrench', summary: null, mayBeAlways: false, drawings: [] }
  }
  const { tool, policy } = offered
  const shown = { title: tool.title, icon: tool.icon, mayBeAlways: !tool.alwaysConfirm }
  const parsed = parseInput(offered, part.input)
  if (parsed.kind === 'invalid') return { ...shown, summary: null, drawings: [] }
  const drawings = policy === 'confirm' ? ((await tool.preview?.(parsed.input, place)) ?? []) : []
  return { ...shown, summary: tool.summary(parsed.input), drawings }
}

export function parseInput({ tool }: OfferedTool, text: string): ReturnType<OfferedTool['tool']['parse']> {
  const read = readInput(text)
  return read.kind === 'invalid' ? read : tool.parse(read.input)
}

/** The state of a call that is settled with a sentence for the model. */
export function settledWith(kind: SettledState['kind'], text: string, at: number): SettledState {
  return { kind, at, content: [{ kind: 'text', text }], shown: null, drawings: [] }
}

/** A call that was started and whose end will never be known. `called`: the ids of its chats, which can be continued (T6). */
export function asUnknown(call: Call, at: number, called: readonly string[] = []): Call {
  const chats = called.length === 1 ? `the chat ${called[0]}` : `the chats ${called.join(', ')}`
  const text =
    called.length === 0
      ? 'It was started and then broken off. Whether it did what it was to do is not known: check before you call it again.'
      : `It was started and then broken off. What it did until then is in ${chats}: continue there instead of beginning again.`
  return { ...call, state: settledWith('unknown', text, at) }
}
