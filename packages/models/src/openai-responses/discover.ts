import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { listModels } from '../discovery/list-models.ts'
import { modelsPlace } from '../openai-chat/address.ts'
import { isJsonList, jsonField } from '../transport/json-field.ts'
import { refineRefusal } from './errors.ts'

/** The models that a connection reaches, the newest first. OpenAI lists their ids and when they were made, and nothing else. */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  return listModels(connection, signal, { ...modelsPlace(connection), refine: refineRefusal, arrange: newestFirst })
}

function newestFirst(answer: Json): Json {
  const listed = isJsonList(answer) ? answer : jsonField(answer, 'data')
  return isJsonList(listed) ? listed.toSorted((one, other) => madeAt(other) - madeAt(one)) : answer
}

function madeAt(entry: Json): number {
  const created = jsonField(entry, 'created')
  return typeof created === 'number' ? created : 0
}
