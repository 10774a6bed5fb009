import { openMemoryHome, type TestHome } from './test-home.ts'

export interface MortalHome {
  /** For the process that will die. */
  readonly home: TestHome
  /** What it leaves, for the process that comes after. */
  readonly left: TestHome
  /** From now on nothing of it is written any more, and it receives nothing that it waits for. */
  kill(): void
}

export function openMortalHome(): MortalHome {
  const left = openMemoryHome()
  let killed = false
  const unlessKilled = <Result>(work: () => Promise<Result>): Promise<Result> =>
    killed ? new Promise(() => undefined) : work()
  const { store, journal } = left
  return {
    left,
    home: {
      store: { ...store, write: operations => unlessKilled(() => store.write(operations)) },
      journal: {
        ...journal,
        append(stream, entry) {
          if (!killed) journal.append(stream, entry)
        },
        drop: streams => unlessKilled(() => journal.drop(streams)),
      },
    },
    kill() {
      killed = true
    },
  }
}
