import { COMMANDS_SHELF, Conflict } from '@stet/store'

const MOST_TRIES = 20

/** Reads, changes and writes rows; does it again when one of them was changed in between. The same command given twice is not such a change. */
export async function retryConflict<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof Conflict) || error.shelf === COMMANDS_SHELF || tries === MOST_TRIES) throw error
    }
  }
}
