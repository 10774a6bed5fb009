import type {
  CallId,
  ChatId,
  FileId,
  Id,
  McpServerId,
  MessageId,
  PromptId,
  RequestId,
  RunId,
  WorkspaceId,
} from '@stet/history'
import * as z from 'zod/mini'

/** A summary that is being made, or failed. */
export type CompactionId = Id<'cmp'>

const NOT_FOUND = {
  chat: 'chat-not-found',
  msg: 'message-not-found',
  call: 'call-not-found',
  run: 'run-not-found',
  req: 'request-not-found',
  cmp: 'compaction-not-found',
  def: 'provider-not-found',
  ws: 'workspace-not-found',
  prm: 'prompt-not-found',
  file: 'file-not-found',
  mcp: 'mcp-server-not-found',
  blob: 'attachment-not-found',
} as const

export type NotFoundCode = (typeof NOT_FOUND)[keyof typeof NOT_FOUND]

/** A malformed id is reported with this code as the message of its issue. A missing one gets the same answer, so that nobody can distinguish them. */
export function isNotFoundCode(text: string): text is NotFoundCode {
  return Object.values<string>(NOT_FOUND).includes(text)
}

function idSchema<Prefix extends Exclude<keyof typeof NOT_FOUND, 'blob'>>(prefix: Prefix) {
  return z.templateLiteral([`${prefix}_`, z.string().check(z.regex(/[a-z2-7]{32}/))], { error: NOT_FOUND[prefix] })
}

export const chatId: z.ZodMiniType<ChatId> = idSchema('chat')
export const messageId: z.ZodMiniType<MessageId> = idSchema('msg')
export const callId: z.ZodMiniType<CallId> = idSchema('call')
export const runId: z.ZodMiniType<RunId> = idSchema('run')
export const requestId: z.ZodMiniType<RequestId> = idSchema('req')
export const compactionId: z.ZodMiniType<CompactionId> = idSchema('cmp')
export const providerId: z.ZodMiniType<string> = idSchema('def')
export const promptId: z.ZodMiniType<PromptId> = idSchema('prm')
export const workspaceId: z.ZodMiniType<WorkspaceId> = idSchema('ws')
export const fileId: z.ZodMiniType<FileId> = idSchema('file')
export const mcpServerId: z.ZodMiniType<McpServerId> = idSchema('mcp')

/** The SHA-256 of a file, in hex. */
export const blobId: z.ZodMiniType<string> = z
  .string({ error: NOT_FOUND.blob })
  .check(z.regex(/^[0-9a-f]{64}$/, NOT_FOUND.blob))

/** The ids that paths name. */
export const PATH_IDS = {
  chatId,
  messageId,
  checkpointId: messageId,
  callId,
  runId,
  compactionId,
  requestId,
  providerId,
  workspaceId,
  promptId,
  blobId,
  fileId,
  mcpServerId,
}
