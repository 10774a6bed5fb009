import type { ChatId } from '@stet/api/client'

export function isChatId(text: string): text is ChatId {
  return text.startsWith('chat_')
}
