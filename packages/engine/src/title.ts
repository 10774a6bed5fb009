import { TITLE_INSTRUCTION, textIn, toTitle, toTitleRequest } from '@stet/context'
import {
  type AssistantMessage,
  type ChatTitle,
  type MessageId,
  type ModelFacts,
  makeId,
  type NewMessage,
  type UserMessage,
} from '@stet/history'
import { type Answer, type ModelCall, ModelError } from '@stet/models'
import { readPathBackwards, readSiblingIds, toMessagePut } from '@stet/store'
import type { EngineRoom } from './engine-room.ts'
import { orderOf } from './order-of.ts'
import { readChat } from './read-chat.ts'
import { titleSettings } from './title-settings.ts'
import { untilAborted } from './until-aborted.ts'
import { putInPlace, updateChat } from './update-chat.ts'

/**
 * Names a chat once its first answer stands (C18). It comes after the run's end, so that no answer waits for it. A chat whose title
 * fails goes on without one, and the next answer tries again.
 */
export async function makeTitle(room: EngineRoom, answer: AssistantMessage): Promise<void> {
  if (textIn(answer.parts) === '' || room.titling.has(answer.chatId)) return
  room.titling.add(answer.chatId)
  try {
    const { chat } = await readChat(room.store, answer.chatId)
    if (chat.title === null) await nameChat(room, answer, { choice: chat.settings.model, replaces: null })
  } finally {
    room.titling.delete(answer.chatId)
  }
}

interface Naming {
  readonly choice: ModelCall['choice']
  /** The title in whose place it comes: another one, given meanwhile, stays. */
  readonly replaces: ChatTitle | null
}

/** Asks for a title and keeps it. */
export async function nameChat(
  room: EngineRoom,
  answer: AssistantMessage,
  { choice, replaces }: Naming,
): Promise<void> {
  const { closing } = room.tasks
  const facts = await room.models.facts(choice)
  if (facts === null) throw new Error(`no model ${choice.model} is set up under ${choice.definition}`)
  const instructionId = makeId('msg', room.randomBytes(20))
  const request = toTitleRequest({ question: await readQuestion(room, answer), answer, instructionId })
  const written = await ask(room, { choice, request, settings: titleSettings, purpose: 'title', signal: closing })
  if (written === 'aborted') return
  const text = toTitle(textIn(written.parts))
  if (text === null) throw new ModelError('protocol', { message: 'The model wrote no title.' })
  await keepTitle(room, answer, { text, replaces }, toAsides(room, answer, { instructionId, written, facts }))
}

/** The last message of a person above an answer: between them may stand what tools gave. */
async function readQuestion({ store }: EngineRoom, { id, chatId, parentId }: AssistantMessage): Promise<UserMessage> {
  for await (const { link } of readPathBackwards(store, chatId, parentId)) {
    if (link?.role === 'user') return link
  }
  throw new Error(`${id} answers no message of a person that can be read`)
}

async function ask({ models, log }: EngineRoom, call: ModelCall): Promise<Answer | 'aborted'> {
  const late = (error: unknown) => log.warn('the stream of a title failed while it was closed', { error })
  for await (const event of untilAborted(models.stream(call), call.signal, late)) {
    if (event.kind === 'answer-finished') return event.answer
  }
  if (call.signal.aborted) return 'aborted'
  throw new ModelError('protocol', { message: 'The title broke off before its end.' })
}

interface WrittenTitle {
  readonly instructionId: MessageId
  readonly written: Answer
  readonly facts: ModelFacts
}

/** What was asked and what was answered, as facts that hang on the answer: a message sent meanwhile hangs on the answer too. */
function toAsides({ clock, randomBytes }: EngineRoom, answer: AssistantMessage, title: WrittenTitle) {
  const { instructionId, written, facts } = title
  const { definition, protocol, model } = facts
  const hung = { chatId: answer.chatId, parentId: answer.id, at: clock(), copiedFrom: null }
  return [
    { ...hung, id: instructionId, role: 'system-title', parts: [{ kind: 'text', text: TITLE_INSTRUCTION }] },
    {
      ...hung,
      id: makeId('msg', randomBytes(20)),
      role: 'title',
      parts: [{ kind: 'text', text: textIn(written.parts) }],
      origin: { definition, protocol, model },
      requestId: null,
      rawUsage: written.rawUsage,
      usage: written.usage,
    },
  ] as const satisfies readonly NewMessage[]
}

/** A title that the person gave meanwhile stays; what was asked and spent stands all the same. */
async function keepTitle(
  room: EngineRoom,
  answer: AssistantMessage,
  { text, replaces }: Pick<Naming, 'replaces'> & { readonly text: string },
  asides: ReturnType<typeof toAsides>,
): Promise<void> {
  const { store, hub } = room
  const { chatId } = answer
  const title: ChatTitle = { text, by: 'model' }
  await room.chats.hold(chatId, async () => {
    const siblings = await readSiblingIds(store, { chatId, parentId: answer.id })
    const { plan, written } = await updateChat(store, chatId, {
      plan: row => ({ row, chat: isSame(row.chat.title, replaces) ? { ...row.chat, title } : row.chat }),
      operations: ({ row, chat }) => [...asides.map(toMessagePut), putInPlace(row, chat)],
    })
    for (const aside of asides) {
      const message = { ...aside, order: orderOf(written, aside.id) }
      hub.publish({ kind: 'message-added', chatId, message, siblings, tip: plan.chat.tip })
    }
    hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
  })
}

function isSame(one: ChatTitle | null, other: ChatTitle | null): boolean {
  return one?.text === other?.text && one?.by === other?.by
}
