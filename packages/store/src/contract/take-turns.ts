/**
 * How long one piece of work may keep the event loop. Reading from SQLite resolves without giving it back, so that a long series of reads would
 * stop every stream of the home until its end.
 */
const LONGEST_TURN_MS = 8

/** When the current turn of the event loop began, as far as `takeTurns` was called in it. There is one event loop for all who call it. */
let turnBegan: number | null = null

// Looked up once: tests replace timers.
const schedule: (work: () => void) => void = globalThis.setImmediate ?? (work => setTimeout(work, 0))

/** Called between the steps of long work: returns at once, or, when the event loop was kept for too long, after everyone else had it. */
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
