/** Runs pieces of work one after the other, in the order they were given; one that fails does not stop the next. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<void> = Promise.resolve()
  return async work => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    try {
      return await work()
    } finally {
      resolve()
    }
  }
}
