/** Waits for something to happen, and names what did not. The limit is for a busy machine. */
export async function until<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > giveUpAt) throw new Error(`it did not happen: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
