import { changeChat } from './change-chat.ts'
import { checkAnswerSettings } from './check-answer-settings.ts'
import type { ChangeAnswerSettingsCommand } from './engine.ts'
import type { EngineRoom } from './engine-room.ts'

/** How the chat's model answers from its next request on. A run that has started keeps the settings it started with. */
export async function changeAnswerSettings(room: EngineRoom, command: ChangeAnswerSettingsCommand): Promise<void> {
  const { key, chatId } = command
  const answer = checkAnswerSettings(command.answer)
  await changeChat(room, {
    key,
    chatId,
    command: 'change-answer-settings',
    input: JSON.stringify(answer),
    change: chat => ({ ...chat, settings: { ...chat.settings, answer } }),
  })
}
