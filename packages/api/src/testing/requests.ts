import { CHAT_ID, CONTEXT, MESSAGE_ID } from './fakes.ts'

/** Every command, with a body that it takes. */
export const COMMANDS = [
  { method: 'POST', path: '/api/chats', body: {} },
  { method: 'PATCH', path: `/api/chats/${CHAT_ID}`, body: { title: 'Mosses' } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages`, body: { text: 'Hello', parentId: null } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/stop`, body: { runId: null } },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/context`, body: CONTEXT },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/marks/${MESSAGE_ID}`, body: { mark: 'pinned' } },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/tip`, body: { messageId: MESSAGE_ID } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}/retry`, body: {} },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}/fork`, body: {} },
  { method: 'DELETE', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}`, body: {} },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/clear`, body: {} },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/lifts/${MESSAGE_ID}`, body: { act: 'lift' } },
]
/** Commands, and what carries a body although it changes nothing. */
export const REQUESTS = [
  ...COMMANDS,
  { method: 'POST', path: `/api/chats/${CHAT_ID}/inspection`, body: { context: CONTEXT, text: 'Hello' } },
]
