import type { Connection } from '../definition.ts'
import { askJson } from '../discovery/ask-json.ts'
import { ModelError } from '../model-error.ts'
import { presets } from '../presets/presets.ts'
import { toDefinition } from '../presets/to-definition.ts'
import { type LocalServer, localServers } from './local-servers.ts'

/** A server that runs on the user's computer. It is offered, never connected automatically. */
export interface FoundServer {
  /** The id of its preset. */
  readonly preset: string
  readonly baseUrl: string
  /** The names of its models. */
  readonly models: readonly string[]
}

export interface Search {
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
}

/** What listens on a port may be slow, endless or no HTTP server at all, and the user waits for this. */
const limits = { firstByteMs: 1_000, idleMs: 1_000, totalMs: 2_000, bytes: 4 * 1024 * 1024 }

/** Looks for servers on the usual ports of this computer (P6): only when the page asks. No key is sent. */
export async function findLocalServers(search: Search): Promise<readonly FoundServer[]> {
  const found = await Promise.all(localServers.map(server => find(server, search)))
  return found.filter(server => server !== null)
}

async function find(server: LocalServer, { fetch, signal }: Search): Promise<FoundServer | null> {
  const preset = presets.find(({ id }) => id === server.preset)
  if (preset === undefined) throw new Error(`there is no preset ${server.preset}`)
  const address = `http://127.0.0.1:${server.port}`
  const definition = { ...toDefinition(preset, server.preset), baseUrl: `${address}/v1` }
  const connection = { definition, credentials: { key: null, headers: {} }, fetch }
  for (const { path, read } of server.asks) {
    const models = read(await ask(connection, `${address}${path}`, signal))
    if (models !== null) return { preset: server.preset, baseUrl: definition.baseUrl, models }
  }
  return null
}

/** The JSON answer; undefined when nothing answers there, or not in JSON. */
async function ask(connection: Connection, url: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await askJson(connection, signal, { url, limits })
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind === 'aborted') throw error
    // That nothing of the kind listens on this port is an answer too, and the usual one.
    return undefined
  }
}
