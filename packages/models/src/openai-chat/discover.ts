import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { askJson } from '../discovery/ask-json.ts'
import { listModels } from '../discovery/list-models.ts'
import { probeServer } from '../local-servers/probe-server.ts'
import { keyHeaders } from '../transport/key-headers.ts'
import { addressUnder, baseUrlOf, modelsPlace, serverRootOf } from './address.ts'
import { refine } from './errors.ts'

const PROBE_LIMITS = { firstByteMs: 3_000, idleMs: 3_000, totalMs: 5_000 }

/** The models of a server, and what it says of them (P1, P3). */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const { definition, credentials } = connection
  const base = baseUrlOf(definition)
  const headers = keyHeaders(credentials)
  const models = await listModels(connection, signal, { ...modelsPlace(connection), refine })
  if (!definition.options.local) return models
  return probeServer(models, (path, body?: Json) =>
    askJson(connection, signal, {
      url: addressUnder(serverRootOf(base), path),
      headers,
      ...(body !== undefined && { body }),
      limits: PROBE_LIMITS,
      refine,
    }),
  )
}
