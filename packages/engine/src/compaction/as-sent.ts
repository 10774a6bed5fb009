import type { Message, UserMessage } from '@stet/history'

/** A message with what models read in place of what was typed. The same object for the same message: its tokens are counted once. */
export function asSent(message: Message): Message {
  return message.role === 'user' ? userAsSent(message) : message
}

const known = new WeakMap<UserMessage, UserMessage>()

export function userAsSent(message: UserMessage): UserMessage {
  const { sent } = message
  if (sent === undefined) return message
  const before = known.get(message)
  if (before !== undefined) return before
  const parts = message.parts.map(part => (part.kind === 'text' ? { ...part, text: sent } : part))
  const made = { ...message, parts }
  known.set(message, made)
  return made
}
