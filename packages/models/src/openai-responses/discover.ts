import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, jsonField, textField, toJson } from '../transport/json-field.ts'
import { openWire } from '../transport/open-wire.ts'
import { fromThrown } from '../transport/to-model-error.ts'
import { refineRefusal } from './errors.ts'
import { openClient } from './open-client.ts'

/** The models that a connection reaches, the newest first. OpenAI tells their ids and when they were made, and nothing else. */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const wire = openWire({ connection, signal })
  try {
    return toModels(await list(connection, wire.fetch, signal))
  } catch (error) {
    throw fromThrown(error, { signal, wire, refine: refineRefusal })
  } finally {
    wire.end()
  }
}

async function list(connection: Connection, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<Json> {
  const { modelsUrl } = connection.definition
  if (modelsUrl === null) {
    const client = await openClient(connection, fetch)
    return toJson(await client.get('/models', { signal }))
  }
  // The person said that it is open (P3): neither the key nor the headers go there.
  const answer = await fetch(modelsUrl, { headers: { Accept: 'application/json' }, signal })
  return answer.json()
}

/** `{ data: […] }`, a list of objects, or a list of ids (P3). */
function toModels(answer: Json): readonly DiscoveredModel[] {
  const listed = isJsonList(answer) ? answer : jsonField(answer, 'data')
  if (!isJsonList(listed)) {
    throw new ModelError('protocol', { message: 'the answer lists no models: is this the address of the models?' })
  }
  return listed
    .toSorted((one, other) => madeAt(other) - madeAt(one))
    .flatMap(entry => {
      const model = typeof entry === 'string' ? entry : textField(entry, 'id')
      return model === null || model === '' ? [] : [{ model }]
    })
}

function madeAt(entry: Json): number {
  const created = jsonField(entry, 'created')
  return typeof created === 'number' ? created : 0
}
