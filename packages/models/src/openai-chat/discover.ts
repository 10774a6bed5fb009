import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { ModelError } from '../model-error.ts'
import { addressUnder, baseUrlOf, serverRootOf } from './addresses.ts'
import { askJson } from './ask-json.ts'
import { probeServer } from './probe-server.ts'
import { readModelList } from './read-model-list.ts'

/** A person waits for the list. */
const LIST_LIMITS = { firstByteMs: 15_000, idleMs: 15_000, totalMs: 30_000 }
const PROBE_LIMITS = { firstByteMs: 3_000, idleMs: 3_000, totalMs: 5_000 }

/** The models of a server, and what it tells of them (P1, P3). */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const { definition, credentials } = connection
  const base = baseUrlOf(definition)
  const headers = {
    ...(credentials.key !== null && { authorization: `Bearer ${credentials.key}` }),
    ...credentials.headers,
  }
  const question =
    definition.modelsUrl === null ? { url: addressUnder(base, '/models'), headers } : { url: definition.modelsUrl }
  const models = readModelList(await askJson(connection, signal, { ...question, limits: LIST_LIMITS }))
  if (models === null) {
    const message = `${definition.name} answered with no list of models: it is neither { "data": […] } nor a list of objects or of names`
    throw new ModelError('protocol', { message })
  }
  if (!definition.options.local) return models
  return probeServer(models, (path, body?: Json) =>
    askJson(connection, signal, {
      url: addressUnder(serverRootOf(base), path),
      headers,
      ...(body !== undefined && { body }),
      limits: PROBE_LIMITS,
    }),
  )
}
