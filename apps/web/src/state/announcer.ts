/** Says something to people who listen to the page. */
export interface Announcer {
  say(text: string): void
  subscribe(listener: (text: string) => void): () => void
}

export function createAnnouncer(): Announcer {
  const listeners = new Set<(text: string) => void>()
  return {
    say(text) {
      for (const listener of listeners) listener(text)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
