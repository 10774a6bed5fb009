/** Whether the home serves a newer page than the one that is open. */
export interface PageVersion {
  isOutdated(): boolean
  subscribe(listener: () => void): () => void
  /** Looks at the page that is served now. */
  check(): Promise<void>
}

export interface PageVersionDeps {
  /** The text of the page that is open, or of its head. */
  readonly opened: string
  /** The page that is served now; null while the home is away. */
  readonly fetchPage: () => Promise<string | null>
}

export function createPageVersion({ opened, fetchPage }: PageVersionDeps): PageVersion {
  const own = buildOf(opened)
  let isOutdated = false
  const listeners = new Set<() => void>()
  return {
    isOutdated: () => isOutdated,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async check() {
      // A page of the development server has no build.
      if (own === null || isOutdated) return
      const served = buildOf((await fetchPage()) ?? '')
      if (served === null || served === own) return
      isOutdated = true
      for (const listener of listeners) listener()
    },
  }
}

/** As the build names itself in the page (vite.config.ts). */
function buildOf(page: string): string | null {
  return /<meta name="build" content="(\w+)"/.exec(page)?.[1] ?? null
}
