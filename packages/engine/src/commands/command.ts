import type { Json } from '@stet/history'
import { blobId, COMMANDS_SHELF, Conflict, fromCommandRow, type Put, type Store, toCommandPut } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'

const LONGEST_KEY = 200

export interface KeyedCommand<Answer> {
  /** Given by the client, new for each act of the person. */
  readonly key: string
  readonly command: string
  /** What tells a repetition from another command under the same key. */
  readonly input: Json
  /** Reads an answer, which may have been stored. */
  readonly toAnswer: (answer: Json) => Answer
}

/** Carries a command out once, however often and however much at the same time it comes (FH-6). */
export interface Commands {
  /** `act` puts the row that `keep` makes of its answer into its own write, so that act and answer stand together. */
  once<Answer>(command: KeyedCommand<Answer>, act: (keep: (answer: Json) => Put) => Promise<Json>): Promise<Answer>
}

interface CommandDeps {
  readonly store: Store
  readonly clock: () => number
}

export function createCommands({ store, clock }: CommandDeps): Commands {
  const acting = new Map<string, { readonly inputHash: string; readonly answer: Promise<Json> }>()

  async function stored(id: string, inputHash: string): Promise<{ readonly answer: Json } | null> {
    const row = await store.get(COMMANDS_SHELF, id)
    if (row === null) return null
    const record = fromCommandRow(row)
    if ('unreadable' in record) throw new Error(`the answer to command ${id} cannot be opened: ${record.unreadable}`)
    if (record.inputHash !== inputHash) throw keyReused(id)
    return record
  }

  return {
    async once({ key: id, command, input, toAnswer }, act) {
      if (id === '' || id.length > LONGEST_KEY) {
        throw new EngineError('invalid', `key: a command needs a key of 1 to ${LONGEST_KEY} characters`)
      }
      const inputHash = await hash([command, input])
      const other = acting.get(id)
      if (other !== undefined) {
        if (other.inputHash !== inputHash) throw keyReused(id)
        return toAnswer(await other.answer)
      }

      const answer = (async () => {
        const earlier = await stored(id, inputHash)
        if (earlier !== null) return earlier.answer
        try {
          return await act(given => toCommandPut({ id, command, inputHash, answer: given, at: clock() }))
        } catch (error) {
          if (!(error instanceof Conflict && error.shelf === COMMANDS_SHELF)) throw error
          const first = await stored(id, inputHash)
          if (first === null) throw error
          return first.answer
        }
      })()
      acting.set(id, { inputHash, answer })
      try {
        return toAnswer(await answer)
      } finally {
        acting.delete(id)
      }
    },
  }
}

function keyReused(key: string): EngineError {
  return new EngineError('key-reused', `the key ${key} was given to another command`)
}

function hash(value: Json): Promise<string> {
  return blobId(new TextEncoder().encode(JSON.stringify(value)))
}
