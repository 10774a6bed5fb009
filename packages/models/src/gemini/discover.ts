import type { Model } from '@google/genai/web'
import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { askJson, LIST_LIMITS, MOST_PAGES } from '../discovery/ask-json.ts'
import { listModels } from '../discovery/list-models.ts'
import { toCount } from '../discovery/read-model-list.ts'
import { findKnown } from '../facts/find-known.ts'
import { jsonField, listField, textField } from '../transport/json-field.ts'
import { baseUrlOf, keyHeaders } from './address.ts'
import { refine } from './errors.ts'

const PAGE_SIZE = 1000

/** The models that generate content, page by page. */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const { modelsUrl, baseUrl } = connection.definition
  if (modelsUrl !== null) return listModels(connection, signal, { url: modelsUrl })
  const headers = keyHeaders(connection)
  const found: DiscoveredModel[] = []
  let token: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), ...(token !== null && { pageToken: token }) })
    const url = `${baseUrlOf(baseUrl)}/models?${query}`
    const answer = await askJson(connection, signal, { url, headers, limits: LIST_LIMITS, refine })
    found.push(...listField(answer, 'models').flatMap(fromModel))
    token = textField(answer, 'nextPageToken')
    if (token === null || token === '') break
  }
  return found
}

function fromModel(entry: Json): readonly DiscoveredModel[] {
  const field = (name: keyof Model) => jsonField(entry, name)
  const name = field('name')
  // The SDK renames this one field.
  if (typeof name !== 'string' || !listField(entry, 'supportedGenerationMethods').includes('generateContent')) return []
  const model = name.replace(/^models\//, '')
  const displayName = field('displayName')
  const contextWindow = toCount(field('inputTokenLimit'))
  const outputLimit = toCount(field('outputTokenLimit'))
  // The list says whether a model thinks, not how it is asked to: that is known of its family.
  const reasoning = field('thinking') === true ? (findKnown('gemini', model)?.reasoning ?? 'level') : 'none'
  return [
    {
      model,
      ...(typeof displayName === 'string' && { name: displayName }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(outputLimit !== undefined && { outputLimit }),
      reasoning,
    },
  ]
}
