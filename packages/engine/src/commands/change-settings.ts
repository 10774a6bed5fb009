import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import type { ToolChoice } from '@stet/history'
import type { ToolFacts } from '../calls/toolbox.ts'
import type { EngineContext } from '../engine-context.ts'
import { checkSettings } from '../runtime/check-settings.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'

/** Changes the context settings from the next request on. A running run keeps the settings it started with. */
export async function changeContext(engine: EngineContext, command: ChatCommand<'changeContext'>): Promise<void> {
  const { context } = command
  await changeChat(engine, CHAT_COMMANDS.changeContext, command, chat => ({
    ...chat,
    settings: { ...chat.settings, context },
  }))
}

/** Changes the answer settings from the next request on. A running run keeps the settings it started with. */
export async function changeAnswerSettings(
  engine: EngineContext,
  command: ChatCommand<'changeAnswerSettings'>,
): Promise<void> {
  const { answer } = command
  await changeChat(engine, CHAT_COMMANDS.changeAnswerSettings, command, chat => ({
    ...chat,
    settings: { ...chat.settings, answer },
  }))
}

/** Changes the tools a chat offers, from the next message on. Whether a tool runs by itself applies from the next call on (R6). */
export async function changeTools(engine: EngineContext, command: ChatCommand<'changeTools'>): Promise<void> {
  const { tools } = command
  const names = new Set(tools.map(({ name }) => name))
  if (names.size < tools.length) throw new EngineError('invalid', 'tools: each can be named once', 'tools')
  await changeChat(engine, CHAT_COMMANDS.changeTools, command, async before => {
    const known = await engine.toolbox.facts(before.workspaceId)
    for (const choice of tools) checkOptions(known, choice)
    const chat = { ...before, settings: { ...before.settings, tools } }
    // Other tools change the prefix anyway: what they add to the system prompt is rendered now, the user's own text is left as it is.
    const { prompt } = before
    return prompt === null ? chat : { ...chat, prompt: { ...prompt, tools: await engine.toolbox.instructions(chat) } }
  })
}

/** An option that the tool no longer has may be sent back: a page saves all tools of a chat together. */
function checkOptions(tools: readonly ToolFacts[], choice: ToolChoice): void {
  const declared = tools.find(({ name }) => name === choice.name)?.options ?? {}
  for (const [name, value] of Object.entries(choice.options)) {
    const option = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (option !== undefined) checkSettings({ [name]: option }, { [name]: value })
  }
}
