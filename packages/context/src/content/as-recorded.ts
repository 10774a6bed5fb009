import type { AssistantMessage, EnvChangedMessage, Message, NativeCall, RequestMessage, Role } from '@stet/history'
import { toPlain } from './to-plain.ts'

/** Whether a role is sent to a model at all (H1). */
export function isSendable(role: Role): boolean {
  return role === 'user' || role === 'assistant' || role === 'tool-results' || role === 'env-changed'
}

/** A message as it is sent when no layer takes anything out of it. */
export function asRecorded(message: Message): RequestMessage {
  switch (message.role) {
    case 'user':
      return { form: 'plain', messageId: message.id, role: 'user', parts: message.parts, cacheMark: false }
    case 'assistant':
      return message.native === null ? toPlain(message) : asNative(message, message.native)
    case 'tool-results':
      return { form: 'plain', messageId: message.id, role: 'tool-results', parts: message.parts, cacheMark: false }
    case 'env-changed': {
      const parts = [{ kind: 'text' as const, text: environmentNote(message) }]
      return { form: 'plain', messageId: message.id, role: 'user', parts, cacheMark: false }
    }
    case 'unreadable':
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
    case 'clear':
    case 'accounting':
      throw new Error(`${message.id} is a ${message.role}, which is never sent`)
  }
}

const noCalls: readonly NativeCall[] = []

function asNative({ id, parts }: AssistantMessage, native: NonNullable<AssistantMessage['native']>): RequestMessage {
  let calls: NativeCall[] | null = null
  for (const part of parts) {
    if (part.kind !== 'tool-call') continue
    calls ??= []
    calls.push({ callId: part.callId, providerCallId: part.providerCallId })
  }
  return { form: 'native', messageId: id, role: 'assistant', native, calls: calls ?? noCalls, cacheMark: false }
}

/** What the model reads when directories were exposed or hidden (H8). Paths are quoted, because a name can contain a line break. */
export function environmentNote({ roots, added, removed, directives }: EnvChangedMessage): string {
  const lines = [
    'The directories you can reach have changed.',
    ...(added.length === 0 ? [] : [`Added: ${list(added)}`]),
    ...(removed.length === 0 ? [] : [`Removed: ${list(removed)}`]),
    roots.length === 0 ? 'You can reach no directory now.' : `You can now reach: ${list(roots)}`,
    ...directives.map(({ path, text }) => `\nDirectives of ${JSON.stringify(path)}:\n${text}`),
  ]
  return `<system-note>\n${lines.join('\n')}\n</system-note>`
}

function list(paths: readonly string[]): string {
  return paths.map(path => JSON.stringify(path)).join(', ')
}
