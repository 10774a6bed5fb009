/**
 * Parts of the page that could not be fetched: the server ended, and nothing has kept them. One for the page, as the parts are.
 */
export const missingParts = createMissingParts()

export function createMissingParts() {
  let attempts = 0
  let shown = 0
  const subscribers = new Set<() => void>()

  function changeShown(by: number): void {
    shown += by
    for (const each of subscribers) each()
  }

  return {
    /** How often all were asked for again. */
    attempts: () => attempts,
    /** Whether a part is missing that should be on the page now. */
    isAny: () => shown > 0,
    /** Notes one that should be there, until the function is called that this returns. */
    add(): () => void {
      changeShown(1)
      return () => changeShown(-1)
    },
    retry(): void {
      attempts += 1
      for (const each of subscribers) each()
    },
    subscribe(subscriber: () => void): () => void {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
  }
}
