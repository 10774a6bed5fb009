import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { ModelError } from '../model-error.ts'
import { askJson } from '../openai-chat/ask-json.ts'
import { readModelList } from '../openai-chat/read-model-list.ts'
import { isJsonList, jsonField } from '../transport/json-field.ts'
import { baseUrlOf, routeOf } from './base-url.ts'

/** A person waits for the list. */
const LIMITS = { firstByteMs: 15_000, idleMs: 15_000, totalMs: 30_000 }

/**
 * The models that a connection reaches, the newest first. OpenAI tells their ids and when they were made, and nothing else; the list is
 * read as that of Chat Completions, which is the same one wherever both are spoken.
 */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const { definition, credentials } = connection
  const { key, headers } = credentials
  const question =
    definition.modelsUrl === null
      ? {
          url: routeOf(baseUrlOf(definition.baseUrl), '/models'),
          headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
        }
      : // The person said that it is open (P3): neither the key nor the headers go there.
        { url: definition.modelsUrl }
  const models = readModelList(newestFirst(await askJson(connection, signal, { ...question, limits: LIMITS })))
  if (models !== null) return models
  const message = `${definition.name} answered with no list of models: is this the address of the models?`
  throw new ModelError('protocol', { message })
}

function newestFirst(answer: Json): Json {
  const listed = isJsonList(answer) ? answer : jsonField(answer, 'data')
  return isJsonList(listed) ? listed.toSorted((one, other) => madeAt(other) - madeAt(one)) : answer
}

function madeAt(entry: Json): number {
  const created = jsonField(entry, 'created')
  return typeof created === 'number' ? created : 0
}
