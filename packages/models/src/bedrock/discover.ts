import type {
  CustomModelSummary,
  FoundationModelSummary,
  ImportedModelSummary,
  InferenceProfileSummary,
  ListCustomModelsResponse,
  ListFoundationModelsResponse,
  ListImportedModelsResponse,
  ListInferenceProfilesResponse,
} from '@aws-sdk/client-bedrock'
import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { askJson, LIST_LIMITS, MOST_PAGES } from '../discovery/ask-json.ts'
import { listModels } from '../discovery/list-models.ts'
import { findKnown } from '../facts/find-known.ts'
import { ModelError } from '../model-error.ts'
import { isJsonObject, type JsonObject, listField, textField } from '../transport/json-field.ts'
import { addressOf, bedrockHeaders, ownAddress } from './address.ts'
import { refine } from './errors.ts'

/**
 * The models that can be called: foundation models on demand, inference profiles with the regions they span, and the user's own. What a
 * profile refers to may be listed in another region only.
 */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const { modelsUrl, baseUrl } = connection.definition
  if (modelsUrl !== null) return listModels(connection, signal, { url: modelsUrl })
  const here: Listing = { connection, signal, control: addressOf(baseUrl).control }
  const [foundation, profiles, imported, custom] = await Promise.all([
    listFoundation(here),
    list(here, '/inference-profiles', 'inferenceProfileSummaries' satisfies keyof ListInferenceProfilesResponse),
    orNothing(
      connection,
      'imported models',
      list(here, '/imported-models', 'modelSummaries' satisfies keyof ListImportedModelsResponse),
    ),
    orNothing(
      connection,
      'custom models',
      list(here, '/custom-models', 'modelSummaries' satisfies keyof ListCustomModelsResponse),
    ),
  ])
  const active = profiles.filter(
    profile => (textOf<InferenceProfileSummary>(profile, 'status') ?? 'ACTIVE') === 'ACTIVE',
  )
  const known = await withOtherRegions(here, foundation, active)
  return [
    ...foundation.filter(isOnDemand).flatMap(fromFoundation),
    ...active.flatMap(profile => fromProfile(profile, known)),
    ...imported.flatMap(model => fromOwn<ImportedModelSummary>(model, '[Imported]')),
    ...custom.flatMap(model => fromOwn<CustomModelSummary>(model, '[Custom]')),
  ]
}

interface Listing {
  readonly connection: Connection
  readonly signal: AbortSignal
  /** Where the list is. */
  readonly control: string
}

function listFoundation(listing: Listing): Promise<readonly JsonObject[]> {
  return list(listing, '/foundation-models', 'modelSummaries' satisfies keyof ListFoundationModelsResponse)
}

async function list(
  { connection, signal, control }: Listing,
  path: string,
  field: string,
): Promise<readonly JsonObject[]> {
  const headers = bedrockHeaders(connection)
  const items: JsonObject[] = []
  let token: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const url: string = `${control}${path}${token === null ? '' : `?${new URLSearchParams({ nextToken: token })}`}`
    const answer: Json = await askJson(connection, signal, { url, headers, limits: LIST_LIMITS, refine })
    items.push(...listField(answer, field).filter(isJsonObject))
    token = textField(answer, 'nextToken')
    if (token === null) break
  }
  return items
}

/** A field of an entry, by a name that the SDK knows. */
function textOf<T>(entry: JsonObject, name: keyof T & string): string | null {
  return textField(entry, name)
}

function listOf<T>(entry: JsonObject | undefined, name: keyof T & string): readonly Json[] {
  return listField(entry, name)
}

type Known = ReadonlyMap<string, JsonObject>

async function withOtherRegions(
  listing: Listing,
  foundation: readonly JsonObject[],
  profiles: readonly JsonObject[],
): Promise<Known> {
  const here = byId(foundation)
  const { region: own, isOwn } = addressOf(listing.connection.definition.baseUrl)
  // A server in between has no address for another region.
  if (!isOwn) return here
  const missing = profiles.flatMap(modelsOf).filter(({ model }) => !here.has(model))
  const regions = [...new Set(missing.map(({ region }) => region))].filter(region => region !== '' && region !== own)
  const others = await Promise.all(
    regions.map(region =>
      orNothing(
        listing.connection,
        `models of ${region}`,
        listFoundation({ ...listing, control: ownAddress(region).control }),
      ),
    ),
  )
  return new Map([...byId(others.flat()), ...here])
}

/** A list that this key may not see, or that this region does not have, takes nothing from the others. */
async function orNothing<T>(
  { log }: Pick<Connection, 'log'>,
  what: string,
  list: Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await list
  } catch (error) {
    const isRefused = error instanceof ModelError && refusals.has(error.kind)
    if (!isRefused) throw error
    log?.(`Bedrock does not list the ${what}: ${error.message}`)
    return []
  }
}

const refusals: ReadonlySet<string> = new Set(['auth', 'not-found', 'invalid-request'])

function byId(models: readonly JsonObject[]): Known {
  return new Map(
    models.flatMap(model => {
      const id = textOf<FoundationModelSummary>(model, 'modelId')
      return id === null ? [] : [[id, model] as const]
    }),
  )
}

function isOnDemand(model: JsonObject): boolean {
  return listOf<FoundationModelSummary>(model, 'inferenceTypesSupported').includes('ON_DEMAND')
}

function writesText(model: JsonObject): boolean {
  return listOf<FoundationModelSummary>(model, 'outputModalities').includes('TEXT')
}

function fromFoundation(summary: JsonObject): readonly DiscoveredModel[] {
  const model = textOf<FoundationModelSummary>(summary, 'modelId')
  const name = textOf<FoundationModelSummary>(summary, 'modelName')
  if (model === null || !writesText(summary)) return []
  return [{ model, ...(name !== null && { name }), ...abilitiesOf(summary) }]
}

function fromProfile(profile: JsonObject, known: Known): readonly DiscoveredModel[] {
  const field = (name: keyof InferenceProfileSummary) => textField(profile, name)
  const name = field('inferenceProfileName')
  const isOwn = field('type') === 'APPLICATION'
  const model = isOwn ? field('inferenceProfileArn') : field('inferenceProfileId')
  const models = modelsOf(profile)
  const summary = models.map(one => known.get(one.model)).find(one => one !== undefined)
  if (model === null || (summary !== undefined && !writesText(summary))) return []
  const regions = [...new Set(models.map(({ region }) => region))].filter(region => region !== '')
  return [
    {
      model,
      ...(name !== null && { name }),
      ...abilitiesOf(summary),
      // Its ARN does not name the model.
      ...(isOwn && knownOf(models[0]?.model ?? model, summary)),
      ...(regions.length > 0 && { note: regions.join(', ') }),
    },
  ]
}

function fromOwn<T extends { modelArn?: unknown; modelName?: unknown }>(
  entry: JsonObject,
  note: string,
): readonly DiscoveredModel[] {
  const model = textOf<T>(entry, 'modelArn')
  const name = textOf<T>(entry, 'modelName')
  return model === null ? [] : [{ model, ...(name !== null && { name }), note }]
}

function seesImages(summary: JsonObject | undefined): boolean | undefined {
  const takes = listOf<FoundationModelSummary>(summary, 'inputModalities')
  return takes.length === 0 ? undefined : takes.includes('IMAGE')
}

function abilitiesOf(summary: JsonObject | undefined): Partial<DiscoveredModel> {
  const images = seesImages(summary)
  return images === undefined ? {} : { takes: { images } }
}

function knownOf(model: string, summary: JsonObject | undefined): Partial<DiscoveredModel> {
  const { takes, reasoning, caching, dialect } = findKnown('bedrock', model) ?? {}
  const images = seesImages(summary)
  return {
    takes: { ...takes, ...(images !== undefined && { images }) },
    // Some dialects have a field of their own for an effort, which the ARN does not show either.
    ...(reasoning !== undefined && (reasoning !== 'effort' || dialect === undefined) && { reasoning }),
    ...(caching !== undefined && { caching }),
  }
}

const MODEL_ARN = /^arn:[^:]*:bedrock:([^:]*):[^:]*:foundation-model\/(.+)$/

/** The models behind a profile, each in its region. */
function modelsOf(profile: JsonObject): readonly { readonly region: string; readonly model: string }[] {
  return listOf<InferenceProfileSummary>(profile, 'models').flatMap(entry => {
    const [, region = '', model] = MODEL_ARN.exec(textField(entry, 'modelArn') ?? '') ?? []
    return model === undefined ? [] : [{ region, model }]
  })
}
