import { estimateRequest, TITLE_INSTRUCTION, textIn, toTitle, toTitleRequest } from '@stet/context'
import {
  type AnswerSettings,
  type AssistantMessage,
  type Chat,
  type ChatId,
  type ChatTitle,
  defaultAnswerSettings,
  type MessageId,
  type ModelFacts,
  makeId,
  type NewMessage,
  type RequestId,
  type UserMessage,
} from '@stet/history'
import { type Answer, ModelError, type Models } from '@stet/models'
import { type Check, MESSAGES_SHELF, readPathBackwards, readSiblingIds, toMessagePut } from '@stet/store'
import { findFacts } from '../../compaction/read-facts.ts'
import { askRecorded } from '../../ledger/ask-recorded.ts'
import { openRequest, type RecordedRequest, type RequestDeps } from '../../ledger/open-request.ts'
import type { RequestEnd } from '../../ledger/request-end.ts'
import { orderOf } from '../../record/order-of.ts'
import { readChat } from '../../record/read-chat.ts'
import { putInPlace, updateChat } from '../../record/update-chat.ts'

export interface TitleDeps extends RequestDeps {
  readonly models: Pick<Models, 'facts' | 'stream'>
  /** Chats whose title is being made: two answers at once ask for one. */
  readonly titling: Set<ChatId>
}

/**
 * Makes a title once the first answer is saved (C18), after the run's end so that no answer waits for it. If it fails, the next answer tries
 * again.
 */
export async function makeTitle(deps: TitleDeps, answer: AssistantMessage): Promise<void> {
  if (textIn(answer.parts) === '' || deps.titling.has(answer.chatId)) return
  deps.titling.add(answer.chatId)
  try {
    const { chat } = await readChat(deps.store, answer.chatId)
    if (chat.title !== null) return
    const found = await findFacts(deps, chat.settings.model)
    // The user removed it while it answered.
    if (found.facts === null) deps.log.warn('a chat gets no title', { chatId: chat.id, because: found.because })
    else await nameChat(deps, answer, { chat, facts: found.facts })
  } finally {
    deps.titling.delete(answer.chatId)
  }
}

export interface ChatToName {
  readonly chat: Chat
  /** Of its model. */
  readonly facts: ModelFacts
}

/** Asks for a title and replaces the current one, unless that was changed meanwhile. */
export async function nameChat(deps: TitleDeps, answer: AssistantMessage, { chat, facts }: ChatToName): Promise<void> {
  const choice = chat.settings.model
  const instructionId = makeId('msg', deps.randomBytes(20))
  const instruction = chat.settings.wording.titleInstruction.trim() || TITLE_INSTRUCTION
  const request = toTitleRequest({ question: await readQuestion(deps, answer), answer, instructionId, instruction })
  const messageId: MessageId = makeId('msg', deps.randomBytes(20))
  const estimate = estimateRequest(request) ?? 0
  const ledger = {
    chat,
    runId: null,
    messageId,
    below: answer.id,
    purpose: 'title',
    facts,
    report: null,
    estimate,
    base: null,
  } as const
  const recorded = openRequest(deps, ledger)
  const call = { choice, request, settings: titleSettings, purpose: 'title', signal: deps.tasks.closing } as const
  const written = await askRecorded(deps, call, recorded, 'a title')
  if (written === 'aborted') return
  const { usage, rawUsage } = written
  const end = { state: 'done', usage, rawUsage, arrived: textIn(written.parts) } as const
  const text = toTitle(end.arrived)
  if (text === null) {
    await recorded.endAlone(end)
    throw new ModelError('protocol', { message: 'The model wrote no title.' })
  }
  await recorded.close()
  const requestId = recorded.sentId()
  const asides = toAsides(deps, answer, { instruction, instructionId, messageId, requestId, written, facts })
  try {
    await keepTitle(deps, answer, { text, replaces: chat.title, asides, recorded, end })
  } catch (error) {
    await recorded.endAlone(end)
    throw error
  }
}

/** The last user message above an answer; there may be tool results between them. */
async function readQuestion({ store }: TitleDeps, { id, chatId, parentId }: AssistantMessage): Promise<UserMessage> {
  for await (const { link } of readPathBackwards(store, chatId, parentId)) {
    if (link?.role === 'user') return link
  }
  throw new Error(`${id} answers no readable user message`)
}

interface WrittenTitle {
  readonly instruction: string
  readonly instructionId: MessageId
  readonly messageId: MessageId
  readonly requestId: RequestId | null
  readonly written: Answer
  readonly facts: ModelFacts
}

/** The instruction and the title as asides of the answer. */
function toAsides({ clock }: TitleDeps, answer: AssistantMessage, title: WrittenTitle) {
  const { instruction, instructionId, messageId, requestId, written, facts } = title
  const { definition, protocol, model } = facts
  const hung = { chatId: answer.chatId, parentId: answer.id, at: clock(), copiedFrom: null }
  return [
    { ...hung, id: instructionId, role: 'system-title', parts: [{ kind: 'text', text: instruction }] },
    {
      ...hung,
      id: messageId,
      role: 'title',
      parts: [{ kind: 'text', text: textIn(written.parts) }],
      origin: { definition, protocol, model },
      requestId,
      rawUsage: written.rawUsage,
      usage: written.usage,
    },
  ] as const satisfies readonly NewMessage[]
}

/** Fails the write if the answer was deleted meanwhile. */
function exists(id: MessageId): Check {
  return { kind: 'check', shelf: MESSAGES_SHELF, id, expect: 1 }
}

interface KeptTitle {
  readonly replaces: ChatTitle | null
  readonly text: string
  readonly asides: ReturnType<typeof toAsides>
  readonly recorded: RecordedRequest
  readonly end: RequestEnd
}

/** Saves the title unless the user gave one meanwhile; the asides and the spending are saved either way. */
async function keepTitle(
  deps: TitleDeps,
  { id, chatId }: AssistantMessage,
  { text, replaces, asides, recorded, end }: KeptTitle,
): Promise<void> {
  const { store, hub } = deps
  const title: ChatTitle = { text, by: 'model' }
  await deps.chats.hold(chatId, async () => {
    const siblings = await readSiblingIds(store, { chatId, parentId: id })
    const { plan, written } = await updateChat(store, chatId, {
      plan: async row => ({
        row,
        chat: isSame(row.chat.title, replaces) ? { ...row.chat, title } : row.chat,
        ended: await recorded.toEnd(end),
      }),
      operations: ({ row, chat, ended }) => [exists(id), ...asides.map(toMessagePut), ...ended, putInPlace(row, chat)],
    })
    for (const aside of asides) {
      const message = { ...aside, order: orderOf(written, aside.id) }
      hub.publish({ kind: 'message-added', chatId, message, siblings, tip: plan.chat.tip })
    }
    recorded.publishEnded()
    hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
  })
}

function isSame(one: ChatTitle | null, other: ChatTitle | null): boolean {
  return one?.text === other?.text && one?.by === other?.by
}

/** Whatever the chat's settings are, a title needs no search and no reasoning. */
const titleSettings: AnswerSettings = {
  ...defaultAnswerSettings,
  // A model that always reasons spends some of it before the first word.
  outputLimit: 1024,
}
