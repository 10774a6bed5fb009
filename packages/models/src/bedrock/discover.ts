import type { FoundationModelSummary, InferenceProfileSummary } from '@aws-sdk/client-bedrock'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { findKnown } from '../facts/find-known.ts'
import { discoverOpenly, LIST_LIMITS } from '../gemini/discover-openly.ts'
import { ModelError } from '../model-error.ts'
import { addressOf } from './address.ts'
import { type Listing, listCustom, listFoundation, listImported, listProfiles } from './list-models.ts'

/**
 * What may be spoken to: foundation models on demand, inference profiles with the regions they span, and the person's own. What a profile stands
 * for may be listed in another region only.
 */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const { modelsUrl } = connection.definition
  if (modelsUrl !== null) return discoverOpenly(connection, modelsUrl, signal)
  const limits = { ...LIST_LIMITS, ...connection.limits }
  const listing: Listing = { connection: { ...connection, limits }, signal, region: null }
  const [foundation, profiles, imported, custom] = await Promise.all([
    listFoundation(listing),
    listProfiles(listing),
    orNothing(connection, 'imported models', listImported(listing)),
    orNothing(connection, 'custom models', listCustom(listing)),
  ])
  const active = profiles.filter(({ status }) => status === undefined || status === 'ACTIVE')
  const known = await withOtherRegions(listing, foundation, active)
  return [
    ...foundation.filter(isOnDemand).flatMap(fromFoundation),
    ...active.flatMap(profile => fromProfile(profile, known)),
    ...imported.flatMap(({ modelArn, modelName }) => fromOwn(modelArn, modelName, '[Imported]')),
    ...custom.flatMap(({ modelArn, modelName }) => fromOwn(modelArn, modelName, '[Custom]')),
  ]
}

type Known = ReadonlyMap<string, FoundationModelSummary>

async function withOtherRegions(
  listing: Listing,
  foundation: readonly FoundationModelSummary[],
  profiles: readonly InferenceProfileSummary[],
): Promise<Known> {
  const here = byId(foundation)
  const { region: own, control } = addressOf(listing.connection.definition.baseUrl)
  // A server in between has no address for another region.
  if (control !== null && !/\/\/bedrock\./.test(control)) return here
  const missing = profiles.flatMap(modelsOf).filter(({ model }) => !here.has(model))
  const regions = [...new Set(missing.map(({ region }) => region))].filter(region => region !== '' && region !== own)
  const others = await Promise.all(
    regions.map(region => orNothing(listing.connection, `models of ${region}`, listFoundation({ ...listing, region }))),
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

function byId(models: readonly FoundationModelSummary[]): Known {
  return new Map(models.flatMap(model => (model.modelId === undefined ? [] : [[model.modelId, model]])))
}

function isOnDemand({ inferenceTypesSupported }: FoundationModelSummary): boolean {
  return inferenceTypesSupported?.includes('ON_DEMAND') === true
}

function writesText({ outputModalities }: FoundationModelSummary): boolean {
  return outputModalities?.includes('TEXT') === true
}

function fromFoundation(summary: FoundationModelSummary): readonly DiscoveredModel[] {
  const { modelId, modelName } = summary
  if (modelId === undefined || !writesText(summary)) return []
  return [{ model: modelId, ...(modelName !== undefined && { name: modelName }), ...abilitiesOf(summary) }]
}

function fromProfile(profile: InferenceProfileSummary, known: Known): readonly DiscoveredModel[] {
  const { inferenceProfileId: model, inferenceProfileArn: arn, inferenceProfileName: name, type } = profile
  const named = type === 'APPLICATION' ? arn : model
  const models = modelsOf(profile)
  const summary = models.flatMap(one => known.get(one.model) ?? [])[0]
  if (named === undefined || (summary !== undefined && !writesText(summary))) return []
  const regions = [...new Set(models.map(({ region }) => region))].filter(region => region !== '')
  return [
    {
      model: named,
      ...(name !== undefined && { name }),
      ...abilitiesOf(summary),
      // Its ARN does not tell what it stands for.
      ...(type === 'APPLICATION' && knownOf(models[0]?.model ?? named, summary)),
      ...(regions.length > 0 && { note: regions.join(', ') }),
    },
  ]
}

function fromOwn(model: string | undefined, name: string | undefined, note: string): readonly DiscoveredModel[] {
  return model === undefined ? [] : [{ model, ...(name !== undefined && { name }), note }]
}

function abilitiesOf(summary: FoundationModelSummary | undefined): Partial<DiscoveredModel> {
  const images = summary?.inputModalities?.includes('IMAGE')
  return images === undefined ? {} : { takes: { images } }
}

function knownOf(model: string, summary: FoundationModelSummary | undefined): Partial<DiscoveredModel> {
  const { takes, reasoning, caching, dialect } = findKnown('bedrock', model) ?? {}
  const images = summary?.inputModalities?.includes('IMAGE')
  return {
    takes: { ...takes, ...(images !== undefined && { images }) },
    // Some dialects have words of their own for an effort, which the ARN does not tell either.
    ...(reasoning !== undefined && (reasoning !== 'effort' || dialect === undefined) && { reasoning }),
    ...(caching !== undefined && { caching }),
  }
}

const MODEL_ARN = /^arn:[^:]*:bedrock:([^:]*):[^:]*:foundation-model\/(.+)$/

/** The models that a profile stands for, each in its region. */
function modelsOf({
  models = [],
}: InferenceProfileSummary): readonly { readonly region: string; readonly model: string }[] {
  return models.flatMap(({ modelArn = '' }) => {
    const [, region = '', model] = MODEL_ARN.exec(modelArn) ?? []
    return model === undefined ? [] : [{ region, model }]
  })
}
