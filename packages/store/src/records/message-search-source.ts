import type { NewMessage } from '@stet/history'
import type { SearchSource } from '../search.ts'
import { MESSAGES_SHELF, messageCodec } from './messages.ts'

/**
 * What people and models said to each other, and the names of files. Not reasoning, and not what tools returned: listings and
 * pages would bury the conversation that a person looks for.
 */
export const messageSearchSource: SearchSource = {
  shelf: MESSAGES_SHELF,
  toDocument(_id, body) {
    const decoded = messageCodec.decodeBody(body)
    if ('unreadable' in decoded) return null
    const text = spokenText(decoded.record)
    return text === '' ? null : { text, group: decoded.record.chatId }
  },
}

function spokenText(message: NewMessage): string {
  if (message.role !== 'user' && message.role !== 'assistant') return ''
  const said: string[] = []
  for (const part of message.parts) {
    if (part.kind === 'text') said.push(part.text)
    if (part.kind === 'file') said.push(part.name)
  }
  return said.join('\n')
}
