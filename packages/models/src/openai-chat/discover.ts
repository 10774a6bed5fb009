import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { askJson, LIST_LIMITS } from '../discovery/ask-json.ts'
import { listModels } from '../discovery/list-models.ts'
import { type Ask, probeServer, setOllamaWindow } from '../local-servers/probe-server.ts'
import { keyHeaders } from '../transport/key-headers.ts'
import { addressUnder, baseUrlOf, modelsPlace, serverRootOf } from './address.ts'
import { refine } from './errors.ts'

const PROBE_LIMITS = { firstByteMs: 3_000, idleMs: 3_000, totalMs: 5_000 }

/** The models of a server, and what it says of them (P1, P3). */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const models = await listModels(connection, signal, { ...modelsPlace(connection), refine })
  return connection.definition.options.local ? probeServer(models, askerOf(connection, signal, PROBE_LIMITS)) : models
}

/** Only Ollama has a window that can be set over the network. */
export function setWindow(connection: Connection, model: string, tokens: number, signal: AbortSignal): Promise<void> {
  return setOllamaWindow(model, tokens, askerOf(connection, signal, LIST_LIMITS))
}

function askerOf(connection: Connection, signal: AbortSignal, limits: typeof PROBE_LIMITS): Ask {
  const { definition, credentials } = connection
  const root = serverRootOf(baseUrlOf(definition))
  const headers = keyHeaders(credentials)
  return (path, body?: Json) =>
    askJson(connection, signal, {
      url: addressUnder(root, path),
      headers,
      ...(body !== undefined && { body }),
      limits,
      refine,
    })
}
