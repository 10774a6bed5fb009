import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { ModelError } from '../model-error.ts'
import { askJson } from '../openai-chat/ask-json.ts'
import { readModelList } from '../openai-chat/read-model-list.ts'

/** A person waits for the list. */
export const LIST_LIMITS = { firstByteMs: 15_000, idleMs: 15_000, totalMs: 30_000 }
/** A server whose pages never end is not followed for ever. */
export const MOST_PAGES = 50

/** The models of a list that anyone may ask for (P3): the key does not go there. */
export async function discoverOpenly(
  connection: Connection,
  url: string,
  signal: AbortSignal,
): Promise<readonly DiscoveredModel[]> {
  const models = readModelList(await askJson(connection, signal, { url, limits: LIST_LIMITS }))
  if (models !== null) return models
  const message = `${connection.definition.name} answered with no list of models`
  throw new ModelError('protocol', { message })
}
