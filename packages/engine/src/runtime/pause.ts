export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Waits, or until the signal aborts. */
export async function pauseByTimer(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
