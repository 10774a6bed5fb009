/** Resolves after the time, or as soon as the signal aborts. Never rejects. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

export const wait: Wait = (milliseconds, signal) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) {
    resolve()
    return promise
  }
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, milliseconds)
  signal.addEventListener('abort', end)
  return promise
}
