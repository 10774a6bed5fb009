import type { Commands } from '@stet/engine'
import { type Chat, type ChatId, isId, type Json, makeId } from '@stet/history'
import { toChatPut } from '@stet/store'
import { defaultWorkspace } from './default-workspace.ts'
import type { DeskParts } from './desk-parts.ts'

/** An empty chat in the default workspace: the same one when the same command comes again. */
export async function createChat(parts: DeskParts, commands: Commands, key: string): Promise<ChatId> {
  const { store, events, clock, randomBytes, defaultSettings } = parts
  return commands.once({ key, command: 'create-chat', input: null, toAnswer: toChatId }, async keep => {
    const workspace = await defaultWorkspace(parts)
    const at = clock()
    const chat: Chat = {
      id: makeId('chat', randomBytes(20)),
      workspaceId: workspace.id,
      place: 'open',
      createdAt: at,
      activeAt: at,
      title: null,
      settings: defaultSettings,
      tip: null,
      recentTips: [],
      marks: [],
      lifts: [],
      forkedFrom: null,
    }
    await store.write([toChatPut(chat, { expect: 0, order: 'next' }), keep(chat.id)])
    events.publish({ kind: 'chat-changed', chatId: chat.id, chat })
    return chat.id
  })
}

function toChatId(answer: Json): ChatId {
  if (typeof answer === 'string' && isId('chat', answer)) return answer
  throw new Error('the stored answer of a new chat cannot be read')
}
