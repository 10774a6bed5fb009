/** Waits for something to come about, and says what did not. */
export async function until<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
  const giveUpAt = performance.now() + 15_000
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > giveUpAt) throw new Error(`it did not come about: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
