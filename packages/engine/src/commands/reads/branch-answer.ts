import { addUsage, type ChatId, type Message, type MessageId, noUsage } from '@stet/history'
import { fromMessageRow, MESSAGES_SHELF } from '@stet/store'
import type { BranchAnswer } from '../../engine.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readSpending } from '../../ledger/message-spending.ts'
import { readChat } from '../../record/read-chat.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { linksBelow } from '../../view/outline-line.ts'

/** The length up to which the page shows an answer whole. */
const MOST_BYTES = 200_000
const MOST_QUESTION_BYTES = 20_000
/** A run with more steps is compared by the first ones, and its last answer. */
const MOST_LINKS = 200

export async function readBranchAnswer(
  engine: EngineContext,
  chatId: ChatId,
  messageId: MessageId,
): Promise<BranchAnswer> {
  const { chat } = await readChat(engine.store, chatId)
  const outline = await engine.outlines.of(chatId)
  const first = outline.links.get(messageId)
  if (first === undefined) throw new EngineError('message-not-found', `there is no message ${messageId} in this chat`)
  const below = linksBelow(outline, first, chat)
  const asked = below.findIndex(({ role }) => role === 'user')
  const isQuestion = asked !== -1 && below.slice(0, asked).every(({ role }) => role === 'env-changed')
  const next = below.findIndex(({ role }, at) => role === 'user' && at > (isQuestion ? asked : -1))
  const cycle = below.slice(0, next === -1 ? below.length : next)
  const ids = cycle.length <= MOST_LINKS ? cycle : [...cycle.slice(0, MOST_LINKS - 1), ...cycle.slice(-1)]
  const rows = await engine.store.getMany(
    MESSAGES_SHELF,
    ids.map(({ id }) => id),
  )
  const messages = rows.flatMap(row => (row === null ? [] : [fromMessageRow(row)]))
  const answers = messages.filter(message => message.role === 'assistant')
  const last = answers.at(-1)
  const texts = answers.map(textOf).filter(text => text !== '')
  const [text, isCut] = cut(texts.join('\n\n'), MOST_BYTES)
  const question = messages.find(message => message.role === 'user')
  const spending = [...(await readSpending(engine, answers)).values()]
  return {
    first: first.id,
    siblings: (outline.children.get(first.parentId) ?? []).map(({ id }) => id),
    question: isQuestion && question !== undefined ? cut(textOf(question), MOST_QUESTION_BYTES)[0] : null,
    text,
    isCut,
    calls: answers.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool-call')).length,
    model: last === undefined ? null : { definition: last.origin.definition, model: last.origin.model },
    at: last?.at ?? first.at,
    end: last?.end ?? null,
    durationMs: answers.some(({ durationMs }) => durationMs !== null)
      ? answers.reduce((total, { durationMs }) => total + (durationMs ?? 0), 0)
      : null,
    usage: spending.reduce((total, { usage }) => addUsage(total, usage), noUsage),
    cost: {
      usd: spending.reduce((total, { cost }) => total + cost.usd, 0),
      reliable: spending.every(({ cost }) => cost.reliable),
    },
  }
}

function textOf(message: Extract<Message, { role: 'user' | 'assistant' }>): string {
  return message.parts
    .flatMap(part => (part.kind === 'text' ? [part.text] : part.kind === 'file' ? [`[${part.name}]`] : []))
    .join('\n\n')
}

/** The beginning of a text that takes at most so many bytes, and whether something is missing. */
function cut(text: string, bytes: number): readonly [text: string, isCut: boolean] {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return [text.slice(0, read), read < text.length]
}
