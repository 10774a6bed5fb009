import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { type Chat, type FilePart, type MessageId, type ModelFacts, makeId, type NewMessage } from '@stet/history'
import {
  type Put,
  readNewestLeaf,
  readSiblingIds,
  toMessagePut,
  toRunPut,
  toWaitingPut,
  WAITING_SHELF,
} from '@stet/store'
import { formatSent } from '../../compaction/format-sent.ts'
import { readFacts } from '../../compaction/read-facts.ts'
import { promptForNext } from '../../compaction/render-prompt.ts'
import type { EngineContext } from '../../engine-context.ts'
import { publishAdded } from '../../events/publish-added.ts'
import { createPathTail, withUnwritten } from '../../record/path-tail.ts'
import { readChat } from '../../record/read-chat.ts'
import { readFiles, toAttachmentGone } from '../../record/read-files.ts'
import { toUserParts } from '../../record/to-user-parts.ts'
import { putActive, updateChat } from '../../record/update-chat.ts'
import { type LiveRun, runAbove } from '../../run/live/live-runs.ts'
import { recordFirst } from '../../run/record-first.ts'
import { assembleFirst } from '../../run/request/assemble-first.ts'
import { checkParent } from '../../run/request/check-parent.ts'
import { prepareBelow, prepareNext, tipAfterSending } from '../../run/request/prepare-next.ts'
import { newRun, startRun } from '../../run/start-run.ts'
import { EngineError } from '../../runtime/engine-error.ts'

/** A safeguard against a client in a loop (FH-10). */
const MOST_WAITING = 100

interface MessageToSend extends ChatCommand<'send'> {
  readonly files: readonly FilePart[]
}

type Sent = ChatAnswer<'send'>
type Keep = (answer: Sent) => Put

/**
 * Sends a message: at once, or, below a running run, at the end of that run's step (R10). Stopping first is part of the command, so that a
 * repetition stops and sends once.
 */
export async function send(engine: EngineContext, command: ChatCommand<'send'>): Promise<Sent> {
  const { chatId, parentId, stopFirst = false } = command
  return engine.commands.once(CHAT_COMMANDS.send, command, async keep => {
    const below = stopFirst ? await stopAbove(engine, command) : parentId
    return engine.chats.hold(chatId, async () => {
      const run = runAbove(engine.live, chatId, below)
      const files = await readFiles(engine.store, command.attachments)
      const message = { ...command, parentId: below, files }
      try {
        return await (run === null ? sendNow(engine, message, keep) : sendLater(engine, message, run, keep))
      } catch (error) {
        throw toAttachmentGone(error)
      }
    })
  })
}

/** Stops the run that a message belongs to, and returns the last message of that run. */
async function stopAbove(
  { live }: EngineContext,
  { chatId, parentId }: ChatCommand<'send'>,
): Promise<MessageId | null> {
  const run = runAbove(live, chatId, parentId)
  if (run === null) return parentId
  run.cut('stopped')
  await run.ended
  return run.draft.draft().messageId
}

/** Writes the messages that must precede it, the user message, the run, the chat's new tip and the command's key in one write. */
async function sendNow(
  engine: EngineContext,
  { chatId, parentId, text, files }: MessageToSend,
  keep: Keep,
): Promise<Sent> {
  const { store, hub } = engine
  const at = engine.clock()
  const id: MessageId = makeId('msg', engine.randomBytes(20))
  const { plan, written } = await updateChat(store, chatId, {
    async plan(row) {
      const rendered = { ...row.chat, prompt: await promptForNext(engine, row.chat) }
      const facts = await readFacts(engine, row.chat)
      await checkParent(engine, chatId, parentId)
      const says = text.trim() !== '' || files.length > 0
      const above = says
        ? await prepareNext(engine, { chat: rendered, parentId, at })
        : await prepareBelow(engine, { chatId, parentId, at })
      const message = !says
        ? null
        : await toMessage(
            engine,
            { chat: rendered, facts, below: parentId, above: above.messages },
            { id, chatId, parentId: above.last, at, parts: toUserParts(text, files) },
          )
      const messages = message === null ? above.messages : [...above.messages, message]
      const last = messages.at(-1)
      if (last === undefined) throw new EngineError('invalid', 'a message needs some text', 'text')
      const assembled = await assembleFirst(engine, { chat: rendered, facts, below: parentId, next: messages })
      const siblings = await readSiblingIds(store, { chatId, parentId })
      const tip = await tipAfterSending(store, row.chat, { id: last.id, parentId })
      const run = newRun(engine, { chatId, below: last.id, at })
      const sent: Sent = { messageId: last.id, runId: run.id, answerId: run.messageId, waits: false }
      const chat = { ...rendered, ...tip, activeAt: at }
      const recorded = await recordFirst(engine, { chat, facts, run, assembled })
      return { row, chat, facts, assembled, siblings, above, message, messages, run, sent, recorded }
    },
    operations: ({ row, chat, above, message, run, sent, recorded }) => [
      ...above.operations,
      ...(message === null ? [] : [toMessagePut(message)]),
      toRunPut(run, { expect: 0, order: 'next' }),
      putActive(row, chat),
      ...(recorded === null ? [] : [recorded.put]),
      keep(sent),
    ],
  })
  const { above, messages, siblings, chat, run, sent, recorded } = plan
  recorded?.saved(written)
  if (above.calls.length > 0 && parentId !== null) {
    hub.publish({ kind: 'calls-changed', chatId, messageId: parentId, calls: above.calls })
  }
  publishAdded(hub, messages, { written, tip: chat.tip, siblings })
  hub.publish({ kind: 'chat-changed', chatId, chat })
  startRun(engine, run, written, { ...plan, first: recorded?.first ?? null })
  return sent
}

async function sendLater(
  engine: EngineContext,
  { chatId, text, files }: MessageToSend,
  { runId, draft }: LiveRun,
  keep: Keep,
): Promise<Sent> {
  if (text.trim() === '' && files.length === 0) throw new EngineError('invalid', 'a message needs some text', 'text')
  const { chat } = await readChat(engine.store, chatId)
  const { rows } = await engine.store.list(WAITING_SHELF, { by: { parent: chatId }, limit: MOST_WAITING })
  if (rows.length === MOST_WAITING) throw new EngineError('run-active', `${MOST_WAITING} messages are waiting already`)
  const id: MessageId = makeId('msg', engine.randomBytes(20))
  const facts = await readFacts(engine, chat)
  const leaf = await readNewestLeaf(engine.store, chatId, chat.tip)
  const at = engine.clock()
  const message = { id, chatId, parentId: leaf, at, parts: toUserParts(text, files) }
  const { sent: asRead } = await toMessage(engine, { chat, facts, below: leaf, above: [] }, message)
  const below = draft.draft().messageId
  const waiting = { id, chatId, runId, below, at, text, files, ...(asRead === undefined ? {} : { sent: asRead }) }
  const sent: Sent = { messageId: id, runId, answerId: waiting.below, waits: true }
  await engine.store.write([toWaitingPut(waiting), keep(sent)])
  engine.hub.publish({ kind: 'message-waits', chatId, message: waiting })
  return sent
}

type NewUserMessage = Extract<NewMessage, { role: 'user' }>

interface Place {
  readonly chat: Chat
  readonly facts: ModelFacts
  /** The last saved message above it, and those that will be written in between. */
  readonly below: MessageId | null
  readonly above: readonly NewMessage[]
}

/** A user message, with what models read in place of what was typed where the chat's format says so (W1). */
async function toMessage(
  engine: EngineContext,
  { chat, facts, below, above }: Place,
  given: Pick<NewUserMessage, 'id' | 'chatId' | 'parentId' | 'at' | 'parts'>,
): Promise<NewUserMessage> {
  const message: NewUserMessage = { ...given, copiedFrom: null, role: 'user' }
  const tail = withUnwritten(createPathTail(engine.store, chat.id, below, engine.messages.of(chat.id)), above)
  const next = { ...message, order: Number.MAX_SAFE_INTEGER }
  const sent = await formatSent(engine, { chat, facts, tail, next })
  return sent === undefined ? message : { ...message, sent }
}
