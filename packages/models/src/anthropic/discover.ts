import type { Json, ModelFacts } from '@stet/history'
import { discover as discoverBedrock } from '../bedrock/discover.ts'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { askJson, LIST_LIMITS, MOST_PAGES } from '../discovery/ask-json.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, jsonField, listField, textField } from '../transport/json-field.ts'
import { headersFor, routeOf } from './address.ts'
import { fromRefusal } from './errors.ts'

const PAGE_SIZE = 1000

/** The models that a connection reaches, as they are listed: with their windows, limits and abilities. */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const { kind, baseUrl } = routeOf(connection.definition)
  if (kind === 'direct' || connection.definition.modelsUrl !== null) return discoverHere(connection, baseUrl, signal)
  const reached = { ...connection, definition: { ...connection.definition, baseUrl } }
  const served = await discoverBedrock(reached, signal)
  return served.filter(({ model }) => model.includes('anthropic.'))
}

async function discoverHere(
  connection: Connection,
  baseUrl: string,
  signal: AbortSignal,
): Promise<readonly DiscoveredModel[]> {
  const { modelsUrl } = connection.definition
  // The user said that this list is open (P3): neither the key nor the headers go there.
  const listed =
    modelsUrl === null
      ? await listPages(connection, baseUrl, signal)
      : readList(await askJson(connection, signal, { url: modelsUrl, limits: LIST_LIMITS, refine: fromRefusal }))
  return listed.flatMap(entry => {
    const model = toModel(entry)
    return model === null ? [] : [model]
  })
}

async function listPages(connection: Connection, baseUrl: string, signal: AbortSignal): Promise<readonly Json[]> {
  const found: Json[] = []
  const headers = headersFor(connection, baseUrl, { samples: false, betas: [] })
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(after !== null && { after_id: after }) })
    const url = `${baseUrl}/v1/models?${query}`
    const answer = await askJson(connection, signal, { url, headers, limits: LIST_LIMITS, refine: fromRefusal })
    found.push(...readList(answer))
    const last = textField(answer, 'last_id')
    if (jsonField(answer, 'has_more') !== true || last === null || last === after) break
    after = last
  }
  return found
}

/** `{ data: […] }`, a list of objects, or a list of ids (P3). */
function readList(answer: Json): readonly Json[] {
  if (isJsonList(answer)) return answer
  if (isJsonList(jsonField(answer, 'data'))) return listField(answer, 'data')
  throw new ModelError('protocol', { message: 'the answer lists no models: is this the address of the models?' })
}

function toModel(entry: Json): DiscoveredModel | null {
  const model = typeof entry === 'string' ? entry : textField(entry, 'id')
  if (model === null || model === '') return null
  const name = textField(entry, 'display_name')
  const contextWindow = countOf(entry, 'max_input_tokens')
  const outputLimit = countOf(entry, 'max_tokens')
  const abilities = jsonField(entry, 'capabilities')
  const images = isSupported(abilities, 'image_input')
  const files = isSupported(abilities, 'pdf_input')
  const reasoning = reasoningOf(abilities)
  const note = noteOf(entry)
  return {
    model,
    ...(name === null ? {} : { name }),
    ...(contextWindow === null ? {} : { contextWindow }),
    ...(outputLimit === null ? {} : { outputLimit }),
    ...(images === null && files === null
      ? {}
      : { takes: { ...(images === null ? {} : { images }), ...(files === null ? {} : { files }) } }),
    ...(reasoning === null ? {} : { reasoning }),
    ...(note === null ? {} : { note }),
  }
}

/** Thinking as the model sees fit comes first: where it is known, a budget is on its way out. */
function reasoningOf(abilities: Json): ModelFacts['reasoning'] | null {
  const thinks = isSupported(abilities, 'thinking')
  if (thinks === null) return null
  const types = jsonField(jsonField(abilities, 'thinking'), 'types')
  if (isSupported(types, 'adaptive') === true) return isSupported(abilities, 'effort') === true ? 'effort' : 'switch'
  return thinks && isSupported(types, 'enabled') !== false ? 'budget' : 'none'
}

function noteOf(entry: Json): string | null {
  if (textField(entry, 'lifecycle') !== 'deprecated') return null
  const day = textField(entry, 'retires_at')?.slice(0, 10) ?? ''
  return day === '' ? 'deprecated' : `deprecated, retires on ${day}`
}

function isSupported(abilities: Json, name: string): boolean | null {
  const supported = jsonField(jsonField(abilities, name), 'supported')
  return typeof supported === 'boolean' ? supported : null
}

function countOf(entry: Json, name: string): number | null {
  const figure = jsonField(entry, name)
  return typeof figure === 'number' && Number.isSafeInteger(figure) && figure > 0 ? figure : null
}
