import { EngineError } from '@stet/engine'
import { type Connection, type Credentials, type Definition, type DefinitionTest, ModelError } from '@stet/models'
import { checkForm } from './check-form.ts'
import { newCredentials, nextCredentials, openCredentials } from './credentials.ts'
import type { ProviderForm, TestQuery } from './providers.ts'
import { fetchFor, type ProvidersContext } from './providers-deps.ts'
import { readProvider, type StoredProvider } from './stored-provider.ts'
import { within } from './within.ts'

/** A connection without a byte is cut after a minute. */
const TEST_MS = 50_000

/** Tries a definition (P7). Nothing is written, and every failure is a result in words. */
export async function testProvider(context: ProvidersContext, query: TestQuery): Promise<DefinitionTest> {
  const connection = await toConnection(context, query)
  try {
    return await within(TEST_MS, context.closing, signal => context.upstream.test(connection, query.model, signal))
  } catch (error) {
    if (error instanceof ModelError) return toFailed(error)
    throw error
  }
}

async function toConnection(context: ProvidersContext, { providerId, form: given }: TestQuery): Promise<Connection> {
  const { upstream } = context
  if (providerId === null) {
    const form = given && checkForm(given)
    if (form === null) throw new EngineError('invalid', 'a definition to test is needed', 'form')
    const definition = toDefinition('unsaved', form)
    return { definition, credentials: newCredentials(form), fetch: fetchFor(upstream, definition) }
  }
  const stored = await readProvider(context.store, providerId)
  const form = given && checkForm(given, stored.definition.options)
  const credentials = form === null ? null : await nextCredentials(context.sealer, stored, form)
  const definition = form === null ? stored.definition : toDefinition(providerId, form)
  return {
    definition,
    credentials: credentials ?? (await storedCredentials(context, stored)),
    fetch: fetchFor(upstream, definition),
  }
}

async function storedCredentials(
  { sealer }: ProvidersContext,
  { record, sealed }: StoredProvider,
): Promise<Credentials> {
  const opened = await openCredentials(sealer, record, sealed)
  if ('trouble' in opened) throw new EngineError('invalid', opened.trouble, 'key')
  return opened.credentials
}

function toDefinition(id: string, { key: _key, headers: _headers, ...form }: ProviderForm): Definition {
  return { id, ...form }
}

function toFailed({ kind, message }: ModelError): DefinitionTest {
  const notTried = { outcome: 'not-tried', says: 'This could not be tried yet.', detail: null, kind: null } as const
  return {
    ok: false,
    steps: [
      { step: 'reach', outcome: 'failed', says: message, detail: null, kind },
      { step: 'key', ...notTried },
      { step: 'models', ...notTried },
      { step: 'answer', ...notTried },
    ],
  }
}
