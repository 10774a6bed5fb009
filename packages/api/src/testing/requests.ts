import { defaultAnswerSettings } from '@stet/engine'
import { CALL_ID, CHAT_ID, COMPACTION_ID, CONTEXT, FORM, MESSAGE_ID, PROVIDER_ID } from './fakes.ts'

/** Every command, with a body that it takes. */
export const COMMANDS = [
  { method: 'POST', path: '/api/chats', body: {} },
  { method: 'PATCH', path: `/api/chats/${CHAT_ID}`, body: { title: 'Mosses' } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages`, body: { text: 'Hello', parentId: null } },
  { method: 'DELETE', path: `/api/chats/${CHAT_ID}/waiting/${MESSAGE_ID}`, body: {} },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/calls/${CALL_ID}/approve`, body: { hash: 'ab12', always: false } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/calls/${CALL_ID}/deny`, body: { reason: 'Not now' } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}/run-pending`, body: {} },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}/reject-pending`, body: {} },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}/continue`, body: {} },
  {
    method: 'PUT',
    path: `/api/chats/${CHAT_ID}/tools`,
    body: { tools: [{ name: 'write_todo', policy: null, options: { deep: true } }] },
  },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/roots`, body: { path: '/srv/app' } },
  { method: 'DELETE', path: `/api/chats/${CHAT_ID}/roots`, body: { path: '/srv/app' } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/title`, body: {} },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/stop`, body: { runId: null } },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/context`, body: CONTEXT },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/marks/${MESSAGE_ID}`, body: { mark: 'pinned' } },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/tip`, body: { messageId: MESSAGE_ID } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}/retry`, body: {} },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}/fork`, body: {} },
  { method: 'DELETE', path: `/api/chats/${CHAT_ID}/messages/${MESSAGE_ID}`, body: {} },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/clear`, body: {} },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/lifts/${MESSAGE_ID}`, body: { act: 'lift' } },
  { method: 'POST', path: `/api/chats/${CHAT_ID}/summaries`, body: { form: 'snapshot', again: MESSAGE_ID } },
  { method: 'DELETE', path: `/api/chats/${CHAT_ID}/summaries/${COMPACTION_ID}`, body: {} },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/model`, body: { definition: 'demo', model: 'demo' } },
  { method: 'PUT', path: `/api/chats/${CHAT_ID}/answer`, body: defaultAnswerSettings },
  { method: 'PUT', path: '/api/workspace/model', body: { model: null } },
  { method: 'POST', path: '/api/providers', body: FORM },
  { method: 'PUT', path: `/api/providers/${PROVIDER_ID}`, body: FORM },
  { method: 'PUT', path: `/api/providers/${PROVIDER_ID}/overrides`, body: { model: 'm', override: null } },
  { method: 'DELETE', path: `/api/providers/${PROVIDER_ID}`, body: {} },
]
/** Commands, and what carries a body although it changes nothing. */
export const REQUESTS = [
  ...COMMANDS,
  { method: 'POST', path: `/api/chats/${CHAT_ID}/inspection`, body: { context: CONTEXT, text: 'Hello' } },
  { method: 'POST', path: '/api/providers/test', body: { form: FORM, model: null } },
  { method: 'POST', path: `/api/providers/${PROVIDER_ID}/test`, body: { form: null } },
  { method: 'POST', path: `/api/providers/${PROVIDER_ID}/models`, body: {} },
  { method: 'POST', path: '/api/local-servers', body: {} },
  { method: 'POST', path: '/api/prices', body: {} },
]
