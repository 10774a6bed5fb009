import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import { textIn } from '@stet/context'
import type { AssistantMessage, Chat } from '@stet/history'
import { ModelError } from '@stet/models'
import { readNewestLeaf, readPathBackwards } from '@stet/store'
import { readFacts } from '../../compaction/read-facts.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readChat } from '../../record/read-chat.ts'
import { type ChatToName, nameChat } from '../../run/answer/title.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'

/**
 * Makes a new title from the last shown exchange, at the user's request (C18): only then is a title replaced. It is made in the background; a
 * title that the user gives meanwhile stays.
 */
export async function makeTitle(engine: EngineContext, command: ChatCommand<'makeTitle'>): Promise<void> {
  const { chatId } = command
  await engine.commands.once(CHAT_COMMANDS.makeTitle, command, async keep => {
    const { chat } = await readChat(engine.store, chatId)
    const facts = await readFacts(engine, chat)
    const answer = await readLastAnswer(engine, chat)
    if (engine.titling.has(chatId)) throw new EngineError('run-active', 'a title for this chat is being made already')
    engine.titling.add(chatId)
    try {
      await engine.store.write([keep(null)])
    } catch (error) {
      engine.titling.delete(chatId)
      throw error
    }
    engine.tasks.own('a title that was asked for', () => carryThrough(engine, answer, { chat, facts }))
    return null
  })
}

async function readLastAnswer({ store }: EngineContext, { id, tip }: Chat): Promise<AssistantMessage> {
  for await (const { link } of readPathBackwards(store, id, await readNewestLeaf(store, id, tip))) {
    if (link?.role === 'assistant' && textIn(link.parts) !== '') return link
  }
  throw new EngineError('invalid', 'this chat has no answer yet to make a title from')
}

async function carryThrough(engine: EngineContext, answer: AssistantMessage, named: ChatToName): Promise<void> {
  const { hub, titling } = engine
  const { id: chatId } = named.chat
  try {
    await nameChat(engine, answer, named)
    hub.publish({ kind: 'title-ended', chatId, trouble: null })
  } catch (error) {
    const trouble = error instanceof ModelError ? error.message : 'The title could not be kept; the log says why.'
    hub.publish({ kind: 'title-ended', chatId, trouble })
    throw error
  } finally {
    titling.delete(chatId)
  }
}

/** Sets the user's own title, which no model overwrites. */
export async function rename(engine: EngineContext, command: ChatCommand<'rename'>): Promise<void> {
  const { title: text } = command
  if (text.trim() === '') throw new EngineError('invalid', 'a title needs some text', 'title')
  await changeChat(engine, CHAT_COMMANDS.rename, command, chat => ({ ...chat, title: { text, by: 'person' } }))
}
