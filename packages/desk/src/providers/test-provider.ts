import { EngineError } from '@stet/engine'
import { type Connection, type Credentials, type Definition, type DefinitionTest, ModelError } from '@stet/models'
import { newCredentials } from './change-providers.ts'
import { checkForm } from './check-form.ts'
import { openCredentials } from './credentials.ts'
import { type KeptProvider, readProvider } from './kept-provider.ts'
import { nextCredentials } from './next-credentials.ts'
import type { ProviderRoom } from './provider-parts.ts'
import type { ProviderForm, TestQuery } from './providers.ts'
import { within } from './within.ts'

/** A connection without a byte is cut after a minute. */
const TEST_MS = 50_000

/** Tries a definition (P7). Nothing is written, and whatever happens is told as a result in words. */
export async function testProvider(room: ProviderRoom, query: TestQuery): Promise<DefinitionTest> {
  const connection = await toConnection(room, query)
  try {
    return await within(TEST_MS, room.closing, signal => room.upstream.test(connection, query.model, signal))
  } catch (error) {
    if (error instanceof ModelError) return toFailed(error)
    throw error
  }
}

async function toConnection(room: ProviderRoom, { providerId, form: given }: TestQuery): Promise<Connection> {
  const { upstream } = room
  const form = given && checkForm(given)
  if (providerId === null) {
    if (form === null) throw new EngineError('invalid', 'a definition to test is needed', 'form')
    return { definition: toDefinition('unsaved', form), credentials: newCredentials(form), fetch: upstream.fetch }
  }
  const kept = await readProvider(room.store, providerId)
  const credentials = form === null ? null : await nextCredentials(room.sealer, kept, form)
  return {
    definition: form === null ? kept.definition : toDefinition(providerId, form),
    credentials: credentials ?? (await keptCredentials(room, kept)),
    fetch: upstream.fetch,
  }
}

async function keptCredentials({ sealer }: ProviderRoom, { record, sealed }: KeptProvider): Promise<Credentials> {
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
