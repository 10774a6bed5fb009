import { type McpCatalog, type McpConnection, McpError } from './mcp.ts'

/** The connection to one server, which is opened when it is first needed and closed when nobody uses it any more. */
export interface McpSession {
  /** Opens the connection if there is none. Throws `McpError`; soon after a failure at once, without another attempt. */
  use<Answer>(act: (connection: McpConnection) => Promise<Answer>): Promise<Answer>
  /** The same without the wait after a failure: the user asked for it. */
  retry<Answer>(act: (connection: McpConnection) => Promise<Answer>): Promise<Answer>
  status(): McpStatus
  /** Closes the connection. The next use opens another one. */
  stop(): Promise<void>
}

export type McpStatus =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting'; readonly since: number }
  | { readonly kind: 'running'; readonly since: number }
  /** `because` is a sentence. Before `retryAt` it is not started by itself. */
  | { readonly kind: 'failed'; readonly at: number; readonly because: string; readonly retryAt: number }

export interface SessionDeps {
  readonly connect: (signal: AbortSignal) => Promise<McpConnection>
  /** Called with what a connection that was just opened offers, before anybody uses it. */
  readonly onListed: (catalog: McpCatalog) => Promise<void>
  readonly clock: () => number
  readonly idleMs?: number
}

const IDLE_MS = 5 * 60_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 5 * 60_000
/** A server that ran this long has recovered: its next failure is a first one again. */
const SOUND_MS = 60_000

interface Open {
  readonly connection: McpConnection
  readonly since: number
}

export function createMcpSession({ connect, onListed, clock, idleMs = IDLE_MS }: SessionDeps): McpSession {
  let opening: { readonly opened: Promise<Open>; readonly since: number; readonly abort: AbortController } | null = null
  let open: Open | null = null
  let failure: Extract<McpStatus, { kind: 'failed' }> | null = null
  let failures = 0
  let users = 0
  let idle: ReturnType<typeof setTimeout> | undefined

  function fail(because: string, since: number): void {
    failures = clock() - since > SOUND_MS ? 1 : failures + 1
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
    failure = { kind: 'failed', at: clock(), because, retryAt: clock() + wait }
  }

  async function start(abort: AbortController): Promise<Open> {
    const since = clock()
    try {
      const connection = await connect(abort.signal)
      try {
        await onListed(await connection.list(abort.signal))
      } catch (error) {
        await connection.close()
        throw error
      }
      const opened = { connection, since: clock() }
      void connection.ended.then(because => {
        if (open !== opened) return
        open = null
        if (because !== null) fail(because, opened.since)
      })
      open = opened
      failure = null
      return opened
    } catch (error) {
      if (error instanceof McpError && !abort.signal.aborted) fail(error.message, since)
      throw error
    } finally {
      opening = null
    }
  }

  function connected(): Promise<Open> {
    if (open !== null) return Promise.resolve(open)
    if (opening === null) {
      const abort = new AbortController()
      opening = { opened: start(abort), since: clock(), abort }
    }
    return opening.opened
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    if (opening !== null) {
      opening.abort.abort()
      // A program that is being started must have ended too. Who started it gets the error.
      await Promise.allSettled([opening.opened])
    }
    const closing = open
    open = null
    failure = null
    failures = 0
    await closing?.connection.close()
  }

  async function retry<Answer>(act: (connection: McpConnection) => Promise<Answer>): Promise<Answer> {
    users += 1
    clearTimeout(idle)
    try {
      const { connection } = await connected()
      return await act(connection)
    } finally {
      users -= 1
      if (users === 0 && open !== null) idle = setTimeout(() => void stop(), idleMs)
    }
  }

  return {
    async use(act) {
      if (failure !== null && open === null && opening === null && clock() < failure.retryAt) {
        const seconds = Math.ceil((failure.retryAt - clock()) / 1000)
        throw new McpError(`${failure.because} It is tried again in ${seconds} s at the earliest.`)
      }
      return retry(act)
    },
    retry,
    status() {
      if (open !== null) return { kind: 'running', since: open.since }
      if (opening !== null) return { kind: 'starting', since: opening.since }
      return failure ?? { kind: 'stopped' }
    },
    stop,
  }
}
