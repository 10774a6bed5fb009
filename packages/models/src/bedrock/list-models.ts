import type {
  BedrockClient,
  CustomModelSummary,
  FoundationModelSummary,
  ImportedModelSummary,
  InferenceProfileSummary,
} from '@aws-sdk/client-bedrock'
import type { Connection } from '../definition.ts'
import { MOST_PAGES } from '../gemini/discover-openly.ts'
import { openWire } from '../transport/open-wire.ts'
import { fromThrown } from '../transport/to-model-error.ts'
import { refine } from './errors.ts'
import { openControl } from './open-client.ts'

export interface Listing {
  readonly connection: Connection
  readonly signal: AbortSignal
  /** Another than the definition's own; null for that one. */
  readonly region: string | null
}

export async function listFoundation(listing: Listing): Promise<readonly FoundationModelSummary[]> {
  return ask(listing, async client => {
    const { ListFoundationModelsCommand } = await import('@aws-sdk/client-bedrock')
    return (await client.send(new ListFoundationModelsCommand({}))).modelSummaries ?? []
  })
}

export async function listProfiles(listing: Listing): Promise<readonly InferenceProfileSummary[]> {
  return ask(listing, async client => {
    const { paginateListInferenceProfiles } = await import('@aws-sdk/client-bedrock')
    return collect(paginateListInferenceProfiles({ client }, {}), page => page.inferenceProfileSummaries)
  })
}

export async function listImported(listing: Listing): Promise<readonly ImportedModelSummary[]> {
  return ask(listing, async client => {
    const { paginateListImportedModels } = await import('@aws-sdk/client-bedrock')
    return collect(paginateListImportedModels({ client }, {}), page => page.modelSummaries)
  })
}

export async function listCustom(listing: Listing): Promise<readonly CustomModelSummary[]> {
  return ask(listing, async client => {
    const { paginateListCustomModels } = await import('@aws-sdk/client-bedrock')
    return collect(paginateListCustomModels({ client }, {}), page => page.modelSummaries)
  })
}

async function ask<T>(
  { connection, signal, region }: Listing,
  list: (client: BedrockClient) => Promise<T>,
): Promise<T> {
  const wire = openWire({ connection, signal })
  try {
    return await list(await openControl(connection, wire.fetch, region))
  } catch (error) {
    throw fromThrown(error, { signal, wire, refine })
  } finally {
    wire.end()
  }
}

async function collect<Page, Item>(
  pages: AsyncIterable<Page>,
  itemsOf: (page: Page) => readonly Item[] | undefined,
): Promise<readonly Item[]> {
  const items: Item[] = []
  let read = 0
  for await (const page of pages) {
    items.push(...(itemsOf(page) ?? []))
    read += 1
    if (read === MOST_PAGES) break
  }
  return items
}
