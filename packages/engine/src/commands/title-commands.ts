import { textIn } from '@stet/context'
import type { AssistantMessage, Chat } from '@stet/history'
import { ModelError } from '@stet/models'
import { readNewestLeaf, readPathBackwards } from '@stet/store'
import { readFacts } from '../compaction/read-facts.ts'
import type { MakeTitleCommand, RenameCommand } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { readChat } from '../record/read-chat.ts'
import { checkTitle } from '../record/text-limits.ts'
import { nameChat } from '../run/title.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'

/**
 * Names a chat anew by the last exchange that is shown, because a person asked for it (C18): only then does a title give way to
 * another. It is made in the background; what was renamed meanwhile stays as it was renamed.
 */
export async function askForTitle(engine: EngineContext, { key, chatId }: MakeTitleCommand): Promise<void> {
  const command = { key, command: 'make-title', input: [chatId], toAnswer: () => null }
  await engine.commands.once(command, async keep => {
    const { chat } = await readChat(engine.store, chatId)
    await readFacts(engine, chat)
    const answer = await readLastAnswer(engine, chat)
    if (engine.titling.has(chatId)) throw new EngineError('run-active', 'a title for this chat is being made already')
    engine.titling.add(chatId)
    try {
      await engine.store.write([keep(null)])
    } catch (error) {
      engine.titling.delete(chatId)
      throw error
    }
    engine.tasks.own('a title that was asked for', () => carryThrough(engine, answer, chat))
    return null
  })
}

async function readLastAnswer({ store }: EngineContext, { id, tip }: Chat): Promise<AssistantMessage> {
  for await (const { link } of readPathBackwards(store, id, await readNewestLeaf(store, id, tip))) {
    if (link?.role === 'assistant' && textIn(link.parts) !== '') return link
  }
  throw new EngineError('invalid', 'there is no answer yet by which this chat could be named')
}

async function carryThrough(engine: EngineContext, answer: AssistantMessage, chat: Chat): Promise<void> {
  const { hub, titling } = engine
  const { id: chatId } = chat
  try {
    await nameChat(engine, answer, chat)
    hub.publish({ kind: 'title-ended', chatId, trouble: null })
  } catch (error) {
    const trouble = error instanceof ModelError ? error.message : 'The title could not be kept; the log says why.'
    hub.publish({ kind: 'title-ended', chatId, trouble })
    throw error
  } finally {
    titling.delete(chatId)
  }
}

/** A title by the person's hand: no model overwrites it. */
export async function rename(engine: EngineContext, { key, chatId, title }: RenameCommand): Promise<void> {
  const text = checkTitle(title)
  const change = { key, chatId, command: 'rename', input: text }
  await changeChat(engine, { ...change, change: chat => ({ ...chat, title: { text, by: 'person' } }) })
}
