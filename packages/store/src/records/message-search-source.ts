import type { SearchDocument, SearchSource } from '../search.ts'
import { MESSAGE_FORMAT, MESSAGES_SHELF } from './messages.ts'

/**
 * What people and models said to each other, and the names of files. Not reasoning, and not what tools returned: listings and
 * pages would bury the conversation that a person looks for.
 */
export const messageSearchSource: SearchSource = {
  shelf: MESSAGES_SHELF,
  toDocument: (_id, body) => toDocument(body),
}

const decoder = new TextDecoder()

/** Looks at what it needs and no more: parsing a whole message would cost more than indexing it. */
function toDocument(body: Uint8Array): SearchDocument | null {
  const record = recordIn(body)
  if (record === null || (record.role !== 'user' && record.role !== 'assistant')) return null
  const { parts, chatId } = record
  if (!Array.isArray(parts) || typeof chatId !== 'string') return null
  const text = parts
    .map(spokenText)
    .filter(said => said !== '')
    .join('\n')
  return text === '' ? null : { text, group: chatId }
}

/** Null for a body that is no message: its row reads as unreadable, and nothing in it can be found. */
function recordIn(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(body))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return isObject(value) && value.format === MESSAGE_FORMAT && isObject(value.record) ? value.record : null
}

function spokenText(part: unknown): string {
  if (!isObject(part)) return ''
  const said = part.kind === 'text' ? part.text : part.kind === 'file' ? part.name : ''
  return typeof said === 'string' ? said : ''
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
