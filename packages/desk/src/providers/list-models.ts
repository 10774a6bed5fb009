import type { ModelChoice } from '@stet/history'
import type { ConnectedDefinition, Models } from '@stet/models'
import { noCredentials } from './credentials.ts'
import type { Catalog, ListedModel, ListedProvider, ModelList } from './providers.ts'
import type { ProvidersContext } from './providers-deps.ts'
import { listProviders, type StoredProvider, toCatalogState } from './stored-provider.ts'

type Reading = Pick<Models, 'facts' | 'prices'>

/** Some providers have hundreds of models: looked up all at once, they would block every stream. */
const AT_ONCE = 25

/** Every model that can be chosen now, the demo last. */
export async function listModels(context: ProvidersContext): Promise<ModelList> {
  const { store, upstream } = context
  const enabled = (await listProviders(store)).filter(found => !('unreadable' in found) && found.definition.enabled)
  const stored = enabled.filter((found): found is StoredProvider => !('unreadable' in found))
  const reading = readingOf(context, stored)
  const listed = await Promise.all(stored.map(each => modelsOf(reading, each)))
  const demo = await toListed(reading, upstream.demo, null, false)
  return {
    providers: [...stored.map(toListedProvider), demoProvider(context)],
    models: [...listed.flat(), ...(demo === null ? [] : [demo])],
  }
}

export async function catalogOf(context: ProvidersContext, stored: StoredProvider): Promise<Catalog> {
  const models = await modelsOf(readingOf(context, [stored]), stored)
  return { ...toCatalogState(stored.catalog), models }
}

/** Each definition is read once, however many models it has. Nothing is sent, so no secret is opened. */
function readingOf({ upstream }: ProvidersContext, stored: readonly StoredProvider[]): Reading {
  const connected = new Map(
    stored.map(({ definition, catalog, record }): readonly [string, ConnectedDefinition] => [
      definition.id,
      {
        connection: { definition, credentials: noCredentials, fetch: upstream.fetch },
        models: catalog.models,
        overrides: record.overrides,
      },
    ]),
  )
  return upstream.readOver({ find: async id => connected.get(id) ?? null })
}

/** The discovered models, and those that only the user's overrides name. */
async function modelsOf(
  reading: Reading,
  { definition, catalog, record }: StoredProvider,
): Promise<readonly ListedModel[]> {
  const notes = new Map<string, string | null>(Object.keys(record.overrides).map(model => [model, null]))
  for (const { model, note } of catalog.models) notes.set(model, note ?? null)
  const named = [...notes]
  const listed: (ListedModel | null)[] = []
  while (listed.length < named.length) {
    const some = named.slice(listed.length, listed.length + AT_ONCE)
    const toModel = ([model, note]: readonly [string, string | null]) =>
      toListed(reading, { definition: definition.id, model }, note, Object.hasOwn(record.overrides, model))
    listed.push(...(await Promise.all(some.map(toModel))))
    await yieldToEventLoop()
  }
  return listed
    .filter(model => model !== null)
    .sort((one, other) => one.facts.name.localeCompare(other.facts.name, 'en', { numeric: true }))
}

async function toListed(
  reading: Reading,
  { definition, model }: ModelChoice,
  note: string | null,
  overridden: boolean,
): Promise<ListedModel | null> {
  const [facts, prices] = await Promise.all([
    reading.facts({ definition, model }),
    reading.prices({ definition, model }),
  ])
  return facts && { facts, prices, note, overridden }
}

function toListedProvider({ definition, catalog }: StoredProvider): ListedProvider {
  const { id, type, name, icon } = definition
  return { id, type, name, icon, catalog: toCatalogState(catalog) }
}

function demoProvider({ upstream }: ProvidersContext): ListedProvider {
  const { definition: id, name } = upstream.demo
  return { id, type: 'demo', name, icon: null, catalog: { at: null, count: 1, error: null } }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}
