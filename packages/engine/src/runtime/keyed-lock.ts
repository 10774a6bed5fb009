/** Runs work with the same key one after another, in the order of arrival. */
export interface KeyedLock {
  hold<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<void>>()
  return {
    async hold(key, work) {
      const before = last.get(key)
      const { promise: done, resolve: release } = Promise.withResolvers<void>()
      last.set(key, done)
      await before
      try {
        return await work()
      } finally {
        release()
        if (last.get(key) === done) last.delete(key)
      }
    },
  }
}
