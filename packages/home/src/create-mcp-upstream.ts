import type { HttpReach, McpUpstream } from '@stet/desk'
import { McpError } from '@stet/tools'
import type { Transport } from '@stet/tools/mcp'

/** Starts a program that speaks MCP over its standard input and output. */
export type StartProgram = (
  program: {
    readonly command: string
    readonly args: readonly string[]
    readonly cwd: string | null
    readonly env: Readonly<Record<string, string>>
  },
  onStderr: (text: string) => void,
) => Transport

interface McpUpstreamDeps {
  readonly version: string
  readonly fetch: typeof globalThis.fetch
  readonly localFetch?: typeof globalThis.fetch
  /** Reaches public addresses only, where that differs: what a server names is not what the user entered. */
  readonly publicFetch?: typeof globalThis.fetch
  readonly clock?: () => number
  /** Absent where the home cannot start programs. */
  readonly startProgram?: StartProgram
}

/** How the desk reaches MCP servers. The client is loaded when the first one is used. */
export function createMcpUpstream({
  version,
  fetch,
  localFetch = fetch,
  publicFetch = fetch,
  clock = () => Date.now(),
  startProgram,
}: McpUpstreamDeps): McpUpstream {
  /** For addresses that a server names: its own host is the user's choice, any other must be public (Z-4). */
  function signInFetch({ url, thisComputer }: HttpReach): typeof globalThis.fetch {
    if (thisComputer) return localFetch
    const { host } = new URL(url)
    return (input, init) => {
      const isOwn = new URL(input instanceof Request ? input.url : input).host === host
      return isOwn ? fetch(input, init) : publicFetch(input, init)
    }
  }

  return {
    startsPrograms: startProgram !== undefined,
    async connect(reach, { secrets, credentials, onNeeded, signal, onChanged, onTrouble, onStderr }) {
      const { connectMcp, createBearer, createHttpTransport } = await import('@stet/tools/mcp')
      const options = { version, signal, onChanged, onTrouble }
      if (reach.kind === 'http') {
        const { url, thisComputer } = reach
        const through = thisComputer ? localFetch : fetch
        const bearer = createBearer({ url, fetch: signInFetch(reach), credentials, clock }, onNeeded)
        return connectMcp(
          () => createHttpTransport({ url, headers: secrets, fetch: through, bearer, onNeeded }),
          options,
        )
      }
      if (startProgram === undefined) throw new McpError('Programs cannot be started in this home.')
      const { command, args, cwd } = reach
      return connectMcp(() => startProgram({ command, args, cwd, env: secrets }, onStderr), options)
    },
    async startSignIn(reach, { credentials, ...options }) {
      const { startSignIn } = await import('@stet/tools/mcp')
      return startSignIn({ url: reach.url, fetch: signInFetch(reach), credentials, clock }, options)
    },
    async revokeTokens(reach, credentials) {
      const { revokeTokens } = await import('@stet/tools/mcp')
      await revokeTokens({ url: reach.url, fetch: signInFetch(reach), credentials })
    },
  }
}
