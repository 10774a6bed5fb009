import { textIn } from '@stet/context'
import type { AssistantMessage, Chat } from '@stet/history'
import { ModelError } from '@stet/models'
import { readNewestLeaf, readPathBackwards } from '@stet/store'
import type { MakeTitleCommand } from './engine.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'
import { readChat } from './read-chat.ts'
import { readFacts } from './read-facts.ts'
import { nameChat } from './title.ts'

/**
 * Names a chat anew by the last exchange that is shown, because a person asked for it (C18): only then does a title give way to
 * another. It is made in the background; what was renamed meanwhile stays as it was renamed.
 */
export async function askForTitle(room: EngineRoom, { key, chatId }: MakeTitleCommand): Promise<void> {
  const command = { key, command: 'make-title', input: [chatId], toAnswer: () => null }
  await room.commands.once(command, async keep => {
    const { chat } = await readChat(room.store, chatId)
    await readFacts(room, chat)
    const answer = await readLastAnswer(room, chat)
    if (room.titling.has(chatId)) throw new EngineError('run-active', 'a title for this chat is being made already')
    room.titling.add(chatId)
    try {
      await room.store.write([keep(null)])
    } catch (error) {
      room.titling.delete(chatId)
      throw error
    }
    room.tasks.own('a title that was asked for', () => carryThrough(room, answer, chat))
    return null
  })
}

async function readLastAnswer({ store }: EngineRoom, { id, tip }: Chat): Promise<AssistantMessage> {
  for await (const { link } of readPathBackwards(store, id, await readNewestLeaf(store, id, tip))) {
    if (link?.role === 'assistant' && textIn(link.parts) !== '') return link
  }
  throw new EngineError('invalid', 'there is no answer yet by which this chat could be named')
}

async function carryThrough(room: EngineRoom, answer: AssistantMessage, chat: Chat): Promise<void> {
  const { hub, titling } = room
  const { id: chatId } = chat
  try {
    await nameChat(room, answer, chat)
    hub.publish({ kind: 'title-ended', chatId, trouble: null })
  } catch (error) {
    const trouble = error instanceof ModelError ? error.message : 'The title could not be kept; the log says why.'
    hub.publish({ kind: 'title-ended', chatId, trouble })
    throw error
  } finally {
    titling.delete(chatId)
  }
}
