import { type AnyCommand, type AnyRead, COMMANDS, fillPath, idNames, READS } from '@stet/commands'
import { BLOB_ID, FILE_ID } from './fake-files.ts'
import { MCP_SERVER } from './fake-mcp.ts'
import {
  CALL_ID,
  CHAT_ID,
  COMPACTION_ID,
  MESSAGE_ID,
  PROMPT_ID,
  PROVIDER_ID,
  READ_ANSWERS,
  REQUEST_ID,
  RUN_ID,
  SHOWN_ANSWERS,
  WORKSPACE_ID,
} from './fakes.ts'

export const IDS: Readonly<Record<string, string>> = {
  chatId: CHAT_ID,
  messageId: MESSAGE_ID,
  checkpointId: MESSAGE_ID,
  callId: CALL_ID,
  runId: RUN_ID,
  compactionId: COMPACTION_ID,
  requestId: REQUEST_ID,
  providerId: PROVIDER_ID,
  promptId: PROMPT_ID,
  workspaceId: WORKSPACE_ID,
  fileId: FILE_ID,
  mcpServerId: MCP_SERVER.id,
}

/** The ids that a path names, as the fakes know them. */
export function idsIn(path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(idNames(path).map(name => [name, IDS[name] ?? '']))
}

/** A request for each command, by the example of its definition, and its answer. */
export const COMMAND_REQUESTS = Object.entries<AnyCommand>(COMMANDS).map(([name, command]) => ({
  name,
  method: command.method as string,
  path: fillPath(command.path, IDS),
  body: command.example.input as object,
  status: command.status as number,
  answer: command.silent ? '' : command.shows === null ? command.example.answer : Reflect.get(SHOWN_ANSWERS, name),
}))

/** A request for each read. */
export const READ_REQUESTS = Object.entries<AnyRead>(READS).map(([name, read]) => ({
  name,
  method: read.method as string,
  path: `${fillPath(read.path, IDS)}${read.example.query === undefined ? '' : `?${new URLSearchParams(read.example.query)}`}`,
  body: (read.example.input ?? null) as object | null,
  status: 200,
  answer: Reflect.get(READ_ANSWERS, name),
}))

/** Every request that has a body. */
export const BODY_REQUESTS = [
  ...COMMAND_REQUESTS,
  ...READ_REQUESTS.flatMap(({ body, ...rest }) => (body === null ? [] : [{ ...rest, body }])),
]

/** Every route. */
export const ROUTES = [
  ...COMMAND_REQUESTS,
  ...READ_REQUESTS,
  { method: 'GET', path: '/api/events' },
  { method: 'POST', path: '/api/blobs' },
  { method: 'GET', path: `/api/blobs/${BLOB_ID}` },
  { method: 'GET', path: `/api/workspaces/${WORKSPACE_ID}/zip?path=/` },
  { method: 'GET', path: `/api/chats/${CHAT_ID}/dump` },
]
