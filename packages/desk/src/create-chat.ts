import { type Commands, defaultContextSettings } from '@stet/engine'
import {
  type Chat,
  type ChatId,
  type ChatSettings,
  defaultAnswerSettings,
  isId,
  type Json,
  type ModelFacts,
  makeId,
} from '@stet/history'
import { toChatPut } from '@stet/store'
import { findDefaultModel } from './default-model.ts'
import { defaultWorkspace } from './default-workspace.ts'
import type { DeskDeps } from './desk-deps.ts'

/** An empty chat in the default workspace: the same one when the same command comes again. */
export async function createChat(deps: DeskDeps, commands: Commands, key: string): Promise<ChatId> {
  const { store, events, clock, randomBytes } = deps
  return commands.once({ key, command: 'create-chat', input: null, toAnswer: toChatId }, async keep => {
    const { workspace } = await defaultWorkspace(deps)
    const { model } = await findDefaultModel(deps, workspace)
    const at = clock()
    const chat: Chat = {
      id: makeId('chat', randomBytes(20)),
      workspaceId: workspace.id,
      place: 'open',
      createdAt: at,
      activeAt: at,
      title: null,
      settings: settingsFor(model),
      tip: null,
      recentTips: [],
      marks: [],
      lifts: [],
      forkedFrom: null,
      calledBy: null,
      roots: [],
    }
    await store.write([toChatPut(chat, { expect: 0, order: 'next' }), keep(chat.id)])
    events.publish({ kind: 'chat-changed', chatId: chat.id, chat })
    return chat.id
  })
}

/** What a new chat starts from. */
function settingsFor(facts: ModelFacts): ChatSettings {
  const { definition, model } = facts
  return {
    model: { definition, model },
    systemPrompt: '',
    context: defaultContextSettings(facts),
    answer: defaultAnswerSettings,
    tools: [],
  }
}

function toChatId(answer: Json): ChatId {
  if (typeof answer === 'string' && isId('chat', answer)) return answer
  throw new Error('the stored answer of a new chat cannot be read')
}
