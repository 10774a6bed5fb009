import { type Command, type Given, LONGEST_KEY, readStored } from '@stet/commands'
import type { Json } from '@stet/history'
import { blobId, COMMANDS_SHELF, Conflict, fromCommandRow, type Put, type Store, toCommandPut } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'

/** Runs a command once, however often and concurrently it arrives (FH-6). */
export interface Commands {
  /** `act` puts the row that `keep` makes of its answer into its own write, so that both are saved or neither. */
  once<Path extends string, Input, Answer extends Json, Field extends string>(
    definition: Command<Path, Input, Answer, Field>,
    command: { readonly key: string } & NoInfer<Given<Path, Input, Field>>,
    act: (keep: (answer: Answer) => Put) => Promise<Answer>,
    /** A keyed hash of credentials in the command, which its own hash leaves out. */
    secretsHash?: string,
  ): Promise<Answer>
}

interface CommandDeps {
  readonly store: Store
  readonly clock: () => number
}

export function createCommands({ store, clock }: CommandDeps): Commands {
  const acting = new Map<string, Hashes & { readonly answer: Promise<Json> }>()

  async function stored(id: string, hashes: Hashes): Promise<{ readonly answer: Json } | null> {
    const row = await store.get(COMMANDS_SHELF, id)
    if (row === null) return null
    const record = fromCommandRow(row)
    if ('unreadable' in record) throw new Error(`the answer to command ${id} cannot be opened: ${record.unreadable}`)
    checkSame(id, record, hashes)
    return record
  }

  return {
    async once(definition, command, act, secretsHash) {
      const { key: id } = command
      if (id === '' || id.length > LONGEST_KEY) {
        throw new EngineError('invalid', `key: a command needs a key of 1 to ${LONGEST_KEY} characters`)
      }
      const inputHash = await hash([definition.name, definition.hashed(command)])
      const hashes: Hashes = secretsHash === undefined ? { inputHash } : { inputHash, secretsHash }
      const other = acting.get(id)
      if (other !== undefined) {
        checkSame(id, other, hashes)
        return readStored(definition, await other.answer)
      }

      const answer = (async (): Promise<Json> => {
        const earlier = await stored(id, hashes)
        if (earlier !== null) return earlier.answer
        try {
          return await act(given =>
            toCommandPut({ id, command: definition.name, ...hashes, answer: given, at: clock() }),
          )
        } catch (error) {
          if (!(error instanceof Conflict && error.shelf === COMMANDS_SHELF)) throw error
          const first = await stored(id, hashes)
          if (first === null) throw error
          return first.answer
        }
      })()
      acting.set(id, { ...hashes, answer })
      try {
        return readStored(definition, await answer)
      } finally {
        acting.delete(id)
      }
    },
  }
}

interface Hashes {
  readonly inputHash: string
  readonly secretsHash?: string
}

/** Commands of earlier versions say nothing about their credentials: those count as the same. */
function checkSame(key: string, before: Hashes, now: Hashes): void {
  if (before.inputHash !== now.inputHash) {
    throw new EngineError('key-reused', `the key ${key} was given to another command`)
  }
  if (before.secretsHash !== undefined && before.secretsHash !== now.secretsHash) {
    throw new EngineError('secrets-differ', `the key ${key} was given to the same command with other credentials`)
  }
}

function hash(value: Json): Promise<string> {
  return blobId(new TextEncoder().encode(JSON.stringify(value)))
}
