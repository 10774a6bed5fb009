/**
 * How long one piece of work may keep the event loop. Reading from SQLite resolves without giving it back, so that a long series of reads would
 * stop every stream of the home until its end.
 */
const LONGEST_TURN_MS = 8

/** When `takeTurns` first ran in the current turn of the event loop. Shared, because all callers share one event loop. */
let turnBegan: number | null = null

// Looked up once: tests replace timers.
const schedule: (work: () => void) => void = globalThis.setImmediate ?? (work => setTimeout(work, 0))

/** Call it between the steps of long work. It returns at once, or, if the event loop was held too long, after others had their turn. */
export async function takeTurns(): Promise<void> {
  if (turnBegan === null) {
    turnBegan = performance.now()
    schedule(() => {
      turnBegan = null
    })
  } else if (performance.now() - turnBegan > LONGEST_TURN_MS) {
    await new Promise<void>(schedule)
  }
}
