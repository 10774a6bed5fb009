import {
  BlobMissing,
  type Change,
  Conflict,
  FILE_INDEX_ID,
  FILE_INDEX_SHELF,
  type FileIndexNote,
  filesRef,
  fromFileIndexRow,
  fromMessageRow,
  MESSAGES_SHELF,
  type Put,
  type Store,
  takeTurns,
  toFileIndexPut,
} from '@stet/store'

/**
 * How many of the messages that earlier versions wrote can be listed by their files. `share` is the part that was read, from 0 to 1.
 * Failed when that met an error; it is tried again.
 */
export type FileIndexState =
  | { readonly kind: 'current' }
  | { readonly kind: 'behind'; readonly share: number }
  | { readonly kind: 'failed'; readonly because: string }

export interface FileIndexing {
  state(): FileIndexState
  /** Resolves when every message was read, or after `close`. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

export interface FileIndexingDeps {
  readonly store: Store
  readonly log: { error(message: string, facts: Readonly<Record<string, unknown>>): void }
  /** Resolves after some time, or when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Changes of the store that are read at once. */
const PAGE = 100
/** How far it came is noted after so many changes. Fewer are read again at every start, without a note. */
const NOTED_AFTER = 1000
const RETRY_MS = 60_000

/**
 * Gives messages that were written before files had a list the refs that list them (`filesRef`). Reads the whole store once, a slice at a
 * time, and continues after a restart where it was. A row that is written again keeps its order; only a search shows it as changed last.
 */
export function startFileIndexing({ store, log, sleep }: FileIndexingDeps): FileIndexing {
  const controller = new AbortController()
  const { signal } = controller
  let state: FileIndexState = { kind: 'behind', share: 0 }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        const note = await indexFiles(store, signal, share => {
          state = { kind: 'behind', share }
        })
        if (note.after >= note.until) state = { kind: 'current' }
        return
      } catch (error) {
        state = { kind: 'failed', because: error instanceof Error ? error.message : String(error) }
        log.error('the files of older messages could not be listed', { error })
      }
      await sleep(RETRY_MS, signal)
    }
  }

  const ended = work()
  return {
    state: () => state,
    ended,
    async close() {
      controller.abort()
      await ended
    },
  }
}

async function indexFiles(store: Store, signal: AbortSignal, onShare: (share: number) => void): Promise<FileIndexNote> {
  const row = await store.get(FILE_INDEX_SHELF, FILE_INDEX_ID)
  const noted = row === null ? null : fromFileIndexRow(row)
  // What is written from now on has the refs already.
  const { sequence } = await store.usage()
  let note: FileIndexNote = noted === null || 'unreadable' in noted ? { after: 0, until: sequence } : noted
  let version = row?.version ?? 0
  let unnoted = 0
  while (note.after < note.until && !signal.aborted) {
    await takeTurns()
    const changes = await store.changes(note.after, PAGE)
    if (!(await isWritten(store, changes.flatMap(toListed)))) continue
    const reached = changes.length < PAGE ? note.until : (changes.at(-1)?.sequence ?? note.until)
    note = { ...note, after: Math.min(reached, note.until) }
    onShare(note.after / note.until)
    unnoted += changes.length
    if (unnoted < NOTED_AFTER) continue
    version = await writeNote(store, note, version)
    unnoted = 0
  }
  if (version > 0 && unnoted > 0) await writeNote(store, note, version)
  return note
}

async function writeNote(store: Store, note: FileIndexNote, version: number): Promise<number> {
  await store.write([toFileIndexPut(note, version)])
  return version + 1
}

/** False when one of them was changed in between: the slice is then read again. */
async function isWritten(store: Store, puts: readonly Put[]): Promise<boolean> {
  if (puts.length === 0) return true
  try {
    await store.write(puts)
    return true
  } catch (error) {
    if (error instanceof Conflict) return false
    // A file that was lost with a damaged page must not end the list of all others.
    if (error instanceof BlobMissing)
      return isWritten(
        store,
        puts.map(put => withoutBlobs(put, error.ids)),
      )
    throw error
  }
}

function withoutBlobs(put: Put, lost: readonly string[]): Put {
  return { ...put, refs: put.refs.filter(ref => !lost.some(id => ref === `blob:${id}`)) }
}

const decoder = new TextDecoder()
const FILE_KIND = '"file"'

/** The row of a message with files that lacks its refs, with them. */
function toListed(change: Change): readonly Put[] {
  if (change.kind !== 'put' || change.shelf !== MESSAGES_SHELF) return []
  const { row } = change
  if (!('body' in row) || row.refs.includes(filesRef(null))) return []
  // Most have none, and parsing them all would take several times as long.
  if (!decoder.decode(row.body).includes(FILE_KIND)) return []
  const message = fromMessageRow(row)
  if (message.role !== 'user' && message.role !== 'assistant') return []
  if (!message.parts.some(part => part.kind === 'file')) return []
  const { id, parent, order, version, body } = row
  const refs = [...row.refs, filesRef(null), filesRef(message.chatId)]
  return [{ kind: 'put', shelf: MESSAGES_SHELF, id, parent, order, expect: version, refs, body }]
}
