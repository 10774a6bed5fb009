import type { BedrockClient } from '@aws-sdk/client-bedrock'
import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import { addressOf } from './address.ts'
import type { EventTap } from './event-tap.ts'
import { createRequestHandler, type HandlerOptions } from './request-handler.ts'

type Opener = Pick<Connection, 'definition' | 'credentials'>

/** The SDK for speaking to models, loaded when it is first needed; the tap is told its events. */
export async function openRuntime(
  connection: Opener,
  handler: Omit<HandlerOptions, 'headers'>,
  tap: EventTap,
): Promise<BedrockRuntimeClient> {
  const { region, runtime } = addressOf(connection.definition.baseUrl)
  const config = configOf(connection, handler)
  const sdk = await import('@aws-sdk/client-bedrock-runtime')
  const client = new sdk.BedrockRuntimeClient({ ...config, region, ...(runtime !== null && { endpoint: runtime }) })
  client.config.eventStreamMarshaller = tap.on(client.config.eventStreamMarshaller)
  return client
}

/** The SDK for listing them; of another region, where one is named. */
export async function openControl(
  connection: Opener,
  fetch: typeof globalThis.fetch,
  otherRegion: string | null,
): Promise<BedrockClient> {
  const { region, control } = addressOf(connection.definition.baseUrl)
  const config = configOf(connection, { fetch, body: null })
  const sdk = await import('@aws-sdk/client-bedrock')
  const endpoint = control === null || otherRegion !== null ? {} : { endpoint: control }
  return new sdk.BedrockClient({ ...config, region: otherRegion ?? region, ...endpoint })
}

/** Everything that the SDK would otherwise look for in the environment and the files of the machine is told. */
function configOf({ definition, credentials }: Opener, handler: Omit<HandlerOptions, 'headers'>) {
  const hasOwn = Object.keys(credentials.headers).some(name => name.toLowerCase() === 'authorization')
  if (credentials.key === null && !hasOwn) {
    throw new ModelError('auth', { message: `${definition.name} needs an API key, and has none` })
  }
  return {
    // The SDK wants one in any case; where the header is the person's, that one goes.
    token: { token: credentials.key ?? 'in-the-header' },
    authSchemePreference: ['httpBearerAuth'],
    requestHandler: createRequestHandler({ ...handler, headers: credentials.headers }),
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard' as const,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    ignoreConfiguredEndpointUrls: true,
    userAgentAppId: async () => undefined,
  }
}
