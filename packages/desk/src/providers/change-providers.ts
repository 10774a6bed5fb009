import { PROVIDER_COMMANDS } from '@stet/commands'
import { EngineError } from '@stet/engine'
import { makeId } from '@stet/history'
import type { Credentials } from '@stet/models'
import {
  CATALOGS_SHELF,
  Conflict,
  CREDENTIALS_SHELF,
  type Operation,
  PROVIDERS_SHELF,
  type ProviderRecord,
  type Put,
  toCredentialsPut,
  toProviderPut,
} from '@stet/store'
import { checkForm } from './check-form.ts'
import { destinationOf, newCredentials, nextCredentials, noCredentials, sealCredentials } from './credentials.ts'
import type { GivenForm, ProviderCommand, ProviderForm } from './providers.ts'
import type { ProvidersContext } from './providers-deps.ts'
import { readProvider, type StoredProvider } from './stored-provider.ts'

const MOST_TRIES = 20

/** Each returns the id of the provider it changed; the same command again returns the same id. */
export async function addProvider(context: ProvidersContext, command: ProviderCommand<'addProvider'>) {
  const act = async (keep: (id: string) => Put) => {
    // Here and not before: a command that is given again is answered as it was, also when a rule for forms is newer than it.
    const form = checkForm(command.form)
    const id = makeId('def', context.randomBytes(20))
    const credentials = newCredentials(form)
    const record = { ...toRecord(id, form, credentials), overrides: {} }
    const put = toProviderPut(record, { expect: 0, order: 'next' })
    await context.store.write([put, ...(await credentialsPut(context, record, credentials, 0)), keep(id)])
    return id
  }
  const secretsHash = await hashSecrets(context, command.form)
  return context.commands.once(PROVIDER_COMMANDS.addProvider, command, act, secretsHash)
}

export async function changeProvider(context: ProvidersContext, command: ProviderCommand<'changeProvider'>) {
  const { providerId } = command
  const act = async (keep: (id: string) => Put) => {
    await update(context, providerId, async stored => {
      const form = checkForm(command.form, stored.definition.options)
      return [...(await toChange(context, stored, form)), keep(providerId)]
    })
    return providerId
  }
  const secretsHash = await hashSecrets(context, command.form)
  return context.commands.once(PROVIDER_COMMANDS.changeProvider, command, act, secretsHash)
}

/** Distinguishes a repeated command from one with another key or header value. Keyed, because a plain hash on disk could be guessed at. */
function hashSecrets({ sealer }: ProvidersContext, { key, headers }: GivenForm): Promise<string> {
  return sealer.hash(new TextEncoder().encode(JSON.stringify([key ?? null, Object.entries(headers)])))
}

/** Also deletes one that cannot be read. */
export async function deleteProvider(
  context: ProvidersContext,
  command: ProviderCommand<'deleteProvider'>,
): Promise<void> {
  const { providerId } = command
  await context.commands.once(PROVIDER_COMMANDS.deleteProvider, command, async keep => {
    await retryConflicts(async () => {
      const shelves = [PROVIDERS_SHELF, CREDENTIALS_SHELF, CATALOGS_SHELF]
      const rows = await Promise.all(
        shelves.map(async shelf => [shelf, await context.store.get(shelf, providerId)] as const),
      )
      if (rows[0]?.[1] === null) throw new EngineError('provider-not-found', `there is no provider ${providerId}`)
      const removals = rows.flatMap(([shelf, row]): readonly Operation[] =>
        row === null ? [] : [{ kind: 'remove', shelf, id: providerId, expect: row.version }],
      )
      await context.store.write([...removals, keep(null)])
    })
    return null
  })
}

export async function overrideModel(context: ProvidersContext, command: ProviderCommand<'overrideModel'>) {
  const { providerId, model, override } = command
  // Overrides are stored by name, and no object can hold a value under this one.
  if (model === '__proto__') throw new EngineError('invalid', 'no model can have this name', 'model')
  return context.commands.once(PROVIDER_COMMANDS.overrideModel, command, async keep => {
    await update(context, providerId, ({ record, version, order }) => {
      const others = Object.entries(record.overrides).filter(([name]) => name !== model)
      const overrides = Object.fromEntries(override === null ? others : [...others, [model, override]])
      return [toProviderPut({ ...record, overrides }, { expect: version, order }), keep(providerId)]
    })
    return providerId
  })
}

async function toChange(
  context: ProvidersContext,
  stored: StoredProvider,
  form: ProviderForm,
): Promise<readonly Operation[]> {
  const { record: before, version, order, sealed, catalogVersion } = stored
  const credentials = await nextCredentials(context.sealer, stored, form)
  const { hasKey, headerNames, overrides } = before
  const record =
    credentials === null
      ? { ...toRecord(before.id, form, noCredentials), hasKey, headerNames }
      : toRecord(before.id, form, credentials)
  const after = { ...record, overrides }
  const operations: Operation[] = [toProviderPut(after, { expect: version, order })]
  if (credentials !== null)
    operations.push(...(await credentialsPut(context, after, credentials, sealed?.version ?? 0)))
  // The models of another address are not the models of this one.
  if (destinationOf(before) !== destinationOf(after) && catalogVersion > 0) {
    operations.push({ kind: 'remove', shelf: CATALOGS_SHELF, id: before.id, expect: catalogVersion })
  }
  return operations
}

function toRecord(id: string, form: ProviderForm, { key, headers }: Credentials): Omit<ProviderRecord, 'overrides'> {
  const { type, name, icon, preset, baseUrl, modelsUrl, options, enabled } = form
  const headerNames = Object.keys(headers)
  return {
    id,
    type,
    name,
    icon,
    preset,
    baseUrl,
    modelsUrl,
    options: { ...options },
    enabled,
    hasKey: key !== null,
    headerNames,
  }
}

async function credentialsPut(
  { sealer }: ProvidersContext,
  record: ProviderRecord,
  credentials: Credentials,
  expect: number,
): Promise<readonly Operation[]> {
  if (record.hasKey || record.headerNames.length > 0) {
    return [toCredentialsPut(record.id, await sealCredentials(sealer, record, credentials), { expect })]
  }
  return expect === 0 ? [] : [{ kind: 'remove', shelf: CREDENTIALS_SHELF, id: record.id, expect }]
}

async function update(
  { store }: ProvidersContext,
  id: string,
  plan: (stored: StoredProvider) => Promise<readonly Operation[]> | readonly Operation[],
): Promise<void> {
  await retryConflicts(async () => {
    await store.write(await plan(await readProvider(store, id)))
  })
}

/** Retries when the same rows were changed meanwhile. */
async function retryConflicts(act: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      const ours =
        error instanceof Conflict && [PROVIDERS_SHELF, CREDENTIALS_SHELF, CATALOGS_SHELF].includes(error.shelf)
      if (!ours || tries === MOST_TRIES) throw error
    }
  }
}
