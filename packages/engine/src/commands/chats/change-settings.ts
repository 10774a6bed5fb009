import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import { answerSettings, contextSettings, wordingSettings } from '@stet/history'
import { checkTools } from '../../calls/check-tools.ts'
import type { EngineContext } from '../../engine-context.ts'
import { checkDocuments } from '../../record/read-documents.ts'
import { checkChanges, checkWording } from '../../runtime/check-settings.ts'
import { changeChat } from './change-chat.ts'

/** Changes the context settings from the next request on. A running run keeps the settings it started with. */
export async function changeContext(engine: EngineContext, command: ChatCommand<'changeContext'>): Promise<void> {
  await changeChat(engine, CHAT_COMMANDS.changeContext, command, chat => ({
    ...chat,
    settings: {
      ...chat.settings,
      context: checkChanges(contextSettings, chat.settings.context, command.context),
    },
  }))
}

/** Changes the answer settings from the next request on. A running run keeps the settings it started with. */
export async function changeAnswerSettings(
  engine: EngineContext,
  command: ChatCommand<'changeAnswerSettings'>,
): Promise<void> {
  await changeChat(engine, CHAT_COMMANDS.changeAnswerSettings, command, chat => ({
    ...chat,
    settings: { ...chat.settings, answer: checkChanges(answerSettings, chat.settings.answer, command.answer) },
  }))
}

/** Changes how messages are sent from the next one on, and what is asked for titles and summaries. What was sent stays as it was. */
export async function changeWording(engine: EngineContext, command: ChatCommand<'changeWording'>): Promise<void> {
  await changeChat(engine, CHAT_COMMANDS.changeWording, command, chat => {
    const wording = checkChanges(wordingSettings, chat.settings.wording, command.wording)
    checkWording(wording)
    return { ...chat, settings: { ...chat.settings, wording } }
  })
}

/** Changes the tools a chat offers, from the next message on. Whether a tool runs by itself applies from the next call on (R6). */
export async function changeTools(engine: EngineContext, command: ChatCommand<'changeTools'>): Promise<void> {
  const { tools } = command
  await changeChat(engine, CHAT_COMMANDS.changeTools, command, async before => {
    checkTools(await engine.toolbox.facts(before.workspaceId), tools)
    const chat = { ...before, settings: { ...before.settings, tools } }
    // Other tools change the prefix anyway, so what they add to the system prompt is rendered now. The user's own text is not.
    const { prompt } = before
    return prompt === null ? chat : { ...chat, prompt: { ...prompt, tools: await engine.toolbox.instructions(chat) } }
  })
}

/** Changes the context documents from the next request on (C13). */
export async function changeDocuments(engine: EngineContext, command: ChatCommand<'changeDocuments'>): Promise<void> {
  const { documents } = command
  await changeChat(engine, CHAT_COMMANDS.changeDocuments, command, async chat => {
    await checkDocuments(engine.store, documents)
    return { ...chat, settings: { ...chat.settings, documents } }
  })
}
