export interface LoggedError {
  readonly id: number
  readonly at: number
  readonly name: string
  readonly message: string
  readonly stack: string | null
  readonly count: number
}

/** Errors nobody expected (V6): shown as a count that opens them, never lost in a console. */
export interface ErrorLog {
  errors(): readonly LoggedError[]
  subscribe(listener: () => void): () => void
  add(error: unknown): void
  dismiss(id: number): void
  dismissAll(): void
}

const MOST = 100

export function createErrorLog(now: () => number): ErrorLog {
  let errors: readonly LoggedError[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  function set(next: readonly LoggedError[]): void {
    errors = next
    for (const listener of listeners) listener()
  }

  return {
    errors: () => errors,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(error) {
      const facts = factsOf(error)
      const same = errors.find(known => known.message === facts.message && known.stack === facts.stack)
      lastId += 1
      const logged = { ...facts, id: lastId, at: now(), count: (same?.count ?? 0) + 1 }
      set([logged, ...errors.filter(known => known !== same)].slice(0, MOST))
    },
    dismiss: id => set(errors.filter(error => error.id !== id)),
    dismissAll: () => set([]),
  }
}

function factsOf(error: unknown): Pick<LoggedError, 'name' | 'message' | 'stack'> {
  if (error instanceof Error) return { name: error.name, message: error.message, stack: stackOf(error) }
  return { name: 'Error', message: String(error), stack: null }
}

/** With those of its causes, which browsers leave out. */
function stackOf({ stack, cause }: Error): string | null {
  if (!(cause instanceof Error)) return stack ?? null
  return [stack, `Caused by ${stackOf(cause) ?? cause.message}`].filter(Boolean).join('\n')
}

/** Collects what reaches the top of the page. */
export function collectErrors(log: ErrorLog): void {
  addEventListener('error', event => {
    if (!isSizeNotice(event)) log.add(event.error ?? event.message)
  })
  addEventListener('unhandledrejection', event => log.add(event.reason))
}

/**
 * What a browser reports when a size changed again while sizes were being read: it is read in the next frame, and nothing is lost. Opening a
 * long chat does this on a busy machine, and the page would count an error.
 */
export function isSizeNotice({ error, message }: Pick<ErrorEvent, 'error' | 'message'>): boolean {
  return error == null && message.startsWith('ResizeObserver loop')
}
