import type { Journal } from '../contract/journal.ts'
import { StoreError } from '../contract/store-error.ts'

const encoder = new TextEncoder()

/** For a home without a disk: entries are committed at once and lost with the process. */
export function openMemoryJournal(): Journal {
  const streams = new Map<string, string[]>()
  let closed = false

  function checkOpen() {
    if (closed) throw new StoreError('closed', 'the journal is closed')
  }

  return {
    append(stream, entry) {
      checkOpen()
      const entries = streams.get(stream)
      if (entries === undefined) streams.set(stream, [entry])
      else entries.push(entry)
    },
    async flush() {
      checkOpen()
    },
    async read(stream) {
      checkOpen()
      return (streams.get(stream) ?? []).map(entry => encoder.encode(entry))
    },
    async streams() {
      checkOpen()
      return [...streams.keys()]
    },
    async drop(names) {
      checkOpen()
      for (const name of names) streams.delete(name)
    },
    async close() {
      closed = true
    },
  }
}
