import { type Command, type Given, LONGEST_KEY, readStored } from '@stet/commands'
import type { Json } from '@stet/history'
import { blobId, COMMANDS_SHELF, Conflict, fromCommandRow, type Put, type Store, toCommandPut } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'

/** Runs a command once, however often and however much at the same time it comes (FH-6). */
export interface Commands {
  /** `act` puts the row that `keep` makes of its answer into its own write, so that both are saved or neither. */
  once<Path extends string, Input, Answer extends Json, Field extends string>(
    definition: Command<Path, Input, Answer, Field>,
    command: { readonly key: string } & NoInfer<Given<Path, Input, Field>>,
    act: (keep: (answer: Answer) => Put) => Promise<Answer>,
  ): Promise<Answer>
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
    async once(definition, command, act) {
      const { key: id } = command
      if (id === '' || id.length > LONGEST_KEY) {
        throw new EngineError('invalid', `key: a command needs a key of 1 to ${LONGEST_KEY} characters`)
      }
      const inputHash = await hash([definition.name, definition.hashed(command)])
      const other = acting.get(id)
      if (other !== undefined) {
        if (other.inputHash !== inputHash) throw keyReused(id)
        return readStored(definition, await other.answer)
      }

      const answer = (async (): Promise<Json> => {
        const earlier = await stored(id, inputHash)
        if (earlier !== null) return earlier.answer
        try {
          return await act(given =>
            toCommandPut({ id, command: definition.name, inputHash, answer: given, at: clock() }),
          )
        } catch (error) {
          if (!(error instanceof Conflict && error.shelf === COMMANDS_SHELF)) throw error
          const first = await stored(id, inputHash)
          if (first === null) throw error
          return first.answer
        }
      })()
      acting.set(id, { inputHash, answer })
      try {
        return readStored(definition, await answer)
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
