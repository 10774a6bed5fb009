import type { Chat } from '@stet/api/client'

export function chatTitle(chat: Pick<Chat, 'title'>): string {
  return chat.title?.text.trim() || 'New chat'
}
