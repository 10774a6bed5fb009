import { blobId } from '../contract/blobs.ts'
import type { NewBlob, Operation, Put, ReadRow, Store } from '../contract/store.ts'
import { CALLS_SHELF } from './calls.ts'
import { MESSAGES_SHELF } from './messages.ts'

/** A longer text of a tool's result is a blob. */
export const LARGE_RESULT = 64 * 1024

/** Takes the place of a text part in a stored body. A version of Stet that does not know it reports the row as unreadable. */
const STORED_TEXT = 'stored-text'

/**
 * A store that keeps a large text of a result once: the call that made it and the message that holds it name the same blob. Those who read
 * and write rows see the text in its place.
 */
export function withLargeResults<Opened extends Store>(store: Opened, clock: () => number): Opened {
  async function open<Found extends ReadRow | null>(shelf: string, row: Found): Promise<Found | ReadRow> {
    if (row === null || 'unreadable' in row || !mayHoldResults(shelf) || !namesBlobs(row.refs)) return row
    const body = parse(row.body)
    const texts = textsIn(body).filter(part => part.kind === STORED_TEXT)
    if (texts.length === 0) return row
    for (const part of texts) {
      const bytes = await store.blobs.get(String(part.blob))
      if (bytes === null) {
        const { body: _lost, ...head } = row
        return { ...head, unreadable: `the text of its result, blob ${String(part.blob)}, is missing` }
      }
      delete part.blob
      part.kind = 'text'
      part.text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    }
    return { ...row, body: encode(body) }
  }

  const openAll = (shelf: string, rows: readonly ReadRow[]) => Promise.all(rows.map(row => open(shelf, row)))

  async function take(operation: Operation): Promise<Operation> {
    if (operation.kind !== 'put' || !mayHoldResults(operation.shelf) || operation.body.length <= LARGE_RESULT) {
      return operation
    }
    return takeTexts(operation)
  }

  async function takeTexts(put: Put): Promise<Put> {
    const body = parse(put.body)
    const large = textsIn(body).flatMap(part => (part.kind === 'text' && isLarge(part.text) ? [part] : []))
    const refs = new Set(put.refs)
    const blobs: NewBlob[] = [...(put.blobs ?? [])]
    for (const part of large) {
      const bytes = new TextEncoder().encode(String(part.text))
      const blob = await blobId(bytes)
      blobs.push({ id: blob, bytes, now: clock() })
      delete part.text
      part.kind = STORED_TEXT
      part.blob = blob
      refs.add(`blob:${blob}`)
    }
    return large.length === 0 ? put : { ...put, refs: [...refs], body: encode(body), blobs }
  }

  return {
    ...store,
    get: async (shelf, id) => open(shelf, await store.get(shelf, id)),
    async getMany(shelf, ids) {
      return Promise.all((await store.getMany(shelf, ids)).map(row => open(shelf, row)))
    },
    async list(shelf, query) {
      const { rows, next } = await store.list(shelf, query)
      return { rows: await openAll(shelf, rows), next }
    },
    async listMany(shelf, queries) {
      const pages = await store.listMany(shelf, queries)
      return Promise.all(pages.map(async ({ rows, next }) => ({ rows: await openAll(shelf, rows), next })))
    },
    async changes(after, limit) {
      const changes = await store.changes(after, limit)
      return Promise.all(
        changes.map(async change =>
          change.kind === 'put' ? { ...change, row: await open(change.shelf, change.row) } : change,
        ),
      )
    },
    write: async operations => store.write(await Promise.all(operations.map(take))),
  }
}

function mayHoldResults(shelf: string): boolean {
  return shelf === MESSAGES_SHELF || shelf === CALLS_SHELF
}

function namesBlobs(refs: readonly string[]): boolean {
  return refs.some(ref => ref.startsWith('blob:'))
}

/** Text with a lone surrogate stays in its row: UTF-8 would lose it. */
function isLarge(text: unknown): boolean {
  return typeof text === 'string' && text.length > LARGE_RESULT && text.isWellFormed()
}

interface Fields {
  [name: string]: unknown
}

/** The parts of all results in a body: those of a call, or of a message with the results of a step. */
function textsIn(body: Fields): readonly Fields[] {
  const record = fields(body.record)
  const ofCall = entries(fields(record.state).content)
  const ofMessage = record.role === 'tool-results' ? entries(record.parts).flatMap(part => entries(part.content)) : []
  return [...ofCall, ...ofMessage]
}

function entries(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : []
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parse(body: Uint8Array): Fields {
  return fields(JSON.parse(decoder.decode(body)))
}

function encode(body: Fields): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body))
}
