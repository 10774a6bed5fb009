import {
  answerSettings,
  contextSettings,
  parseSettings,
  type Settings,
  type SettingsOf,
  type ToolChoice,
} from '@stet/history'
import type { ChangeAnswerSettingsCommand, ChangeContextCommand, ChangeToolsCommand } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'

/** How the chat's view is set from its next request on. A run that has started keeps the settings it started with. */
export async function changeContext(engine: EngineContext, command: ChangeContextCommand): Promise<void> {
  const { key, chatId } = command
  const context = checkSettings(contextSettings, command.context)
  await changeChat(engine, {
    key,
    chatId,
    command: 'change-context',
    input: JSON.stringify(context),
    change: chat => ({ ...chat, settings: { ...chat.settings, context } }),
  })
}

/** How the chat's model answers from its next request on. A run that has started keeps the settings it started with. */
export async function changeAnswerSettings(engine: EngineContext, command: ChangeAnswerSettingsCommand): Promise<void> {
  const { key, chatId } = command
  const answer = checkSettings(answerSettings, command.answer)
  await changeChat(engine, {
    key,
    chatId,
    command: 'change-answer-settings',
    input: JSON.stringify(answer),
    change: chat => ({ ...chat, settings: { ...chat.settings, answer } }),
  })
}

/** Settings from outside. The error names every setting that is wrong and what it may be. */
export function checkSettings<Declared extends Settings>(declared: Declared, value: unknown): SettingsOf<Declared> {
  const parsed = parseSettings(declared, value)
  if (parsed.kind === 'parsed') return parsed.settings
  const [first] = parsed.errors
  if (first === undefined) throw new Error('settings were refused without an error')
  throw new EngineError('invalid', parsed.errors.map(({ message }) => message).join('. '), first.setting || null)
}

const MOST_TOOLS = 1000

/** Which tools a chat offers from its next message on; what may run by itself holds from the next call on (R6). */
export async function changeTools(engine: EngineContext, { key, chatId, tools }: ChangeToolsCommand): Promise<void> {
  checkTools(tools)
  await changeChat(engine, {
    key,
    chatId,
    command: 'change-tools',
    input: JSON.stringify(tools),
    change: chat => ({ ...chat, settings: { ...chat.settings, tools } }),
  })
}

function checkTools(tools: readonly ToolChoice[]): void {
  if (tools.length > MOST_TOOLS) {
    throw new EngineError('invalid', `tools: ${tools.length} are more than the ${MOST_TOOLS} a chat can offer`, 'tools')
  }
  const names = new Set(tools.map(({ name }) => name))
  if (names.size < tools.length) throw new EngineError('invalid', 'tools: each can be named once', 'tools')
}
