/**
 * Yields what a source yields until the signal aborts. Leaves at once even a source that ignores the signal: a stop must not wait for a provider
 * that hangs. An error while the source is closed is passed to `late`.
 */
export async function* untilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
  late: (error: unknown) => void,
): AsyncGenerator<Item, void> {
  const iterator = source[Symbol.asyncIterator]()
  let cut: (() => void) | null = null
  const onAbort = () => cut?.()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      const step = await new Promise<IteratorResult<Item> | null>((resolve, reject) => {
        cut = () => resolve(null)
        iterator.next().then(resolve, reject)
      })
      if (step === null || step.done === true) return
      yield step.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    iterator.return?.().then(undefined, late)
  }
}
