import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import type { ChatId, PromptValues } from '@stet/history'
import { readPromptValues, renderPrompt } from '../../compaction/render-prompt.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readChat } from '../../record/read-chat.ts'
import { checkPrompt } from '../../runtime/check-settings.ts'
import { changeChat } from './change-chat.ts'

/** Changes the system prompt from the next message on, and renders it. A running run keeps the one it started with. */
export async function changeSystemPrompt(
  engine: EngineContext,
  command: ChatCommand<'changeSystemPrompt'>,
): Promise<void> {
  const { text: systemPrompt } = command
  checkPrompt(systemPrompt)
  await changeChat(engine, CHAT_COMMANDS.changeSystemPrompt, command, async before => {
    const chat = { ...before, settings: { ...before.settings, systemPrompt } }
    return { ...chat, prompt: await renderPrompt(engine, chat) }
  })
}

/** Renders the system prompt and what the tools add to it again, as of now (W2). */
export async function refreshPrompt(engine: EngineContext, command: ChatCommand<'refreshPrompt'>): Promise<void> {
  await changeChat(engine, CHAT_COMMANDS.refreshPrompt, command, async chat => ({
    ...chat,
    prompt: await renderPrompt(engine, chat),
  }))
}

/** What the variables of a system prompt mean in a chat, as of now. */
export async function promptValuesOf(engine: EngineContext, chatId: ChatId): Promise<PromptValues> {
  return readPromptValues(engine, (await readChat(engine.store, chatId)).chat)
}
