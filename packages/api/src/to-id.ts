import type { CallId, ChatId, CompactionId, MessageId, RequestId, RunId, WorkspaceId } from '@stet/engine'
import { isId } from '@stet/engine'
import { callNotFound, chatNotFound, messageNotFound, Problem, providerNotFound, requestNotFound } from './problem.ts'

export function toChatId(text: string): ChatId {
  if (isId('chat', text)) return text
  throw chatNotFound()
}

export function toMessageId(text: string): MessageId {
  if (isId('msg', text)) return text
  throw messageNotFound()
}

export function toCallId(text: string): CallId {
  if (isId('call', text)) return text
  throw callNotFound()
}

export function toRequestId(text: string): RequestId {
  if (isId('req', text)) return text
  throw requestNotFound()
}

export function toWorkspaceId(text: string): WorkspaceId {
  if (isId('ws', text)) return text
  throw new Problem({ status: 404, code: 'workspace-not-found', detail: 'There is no such workspace.' })
}

export function toProviderId(text: string): string {
  if (isId('def', text)) return text
  throw providerNotFound()
}

export function toRunId(text: string): RunId {
  if (isId('run', text)) return text
  throw new Problem({ status: 404, code: 'run-not-found', detail: 'There is no such run in this chat.' })
}

export function toCompactionId(text: string): CompactionId {
  if (isId('cmp', text)) return text
  throw new Problem({ status: 404, code: 'compaction-not-found', detail: 'There is no such summary in the making.' })
}
