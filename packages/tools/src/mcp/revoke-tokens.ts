import { discoverOAuthServerInfo, selectClientAuthMethod } from '@modelcontextprotocol/client'
import { isFields } from '../read-input.ts'
import { McpError } from './mcp.ts'
import { inWords, limitedFetch, type SignInDeps } from './sign-in.ts'

type Found = Awaited<ReturnType<typeof discoverOAuthServerInfo>>
type Metadata = NonNullable<Found['authorizationServerMetadata']>
type Client = Parameters<typeof selectClientAuthMethod>[0]

/** For all requests of one revocation: the user waits for it. */
const REVOCATION_MS = 15_000

/**
 * Asks the authorization server to take no token of this sign-in any more (RFC 7009). Does nothing where there is no token, or where the server
 * has no address for it. Throws `McpError`; the tokens are then still valid there.
 */
export async function revokeTokens({ url, fetch, credentials }: Omit<SignInDeps, 'clock'>): Promise<void> {
  const { client, tokens } = await credentials.read()
  if (tokens === null) return
  const deadline = AbortSignal.timeout(REVOCATION_MS)
  const limited = limitedFetch(fetch)
  const fetchFn: typeof globalThis.fetch = (input, init) => limited(input, { ...init, signal: deadline })
  await inWords('Revoking failed', async () => {
    const { authorizationServerMetadata: metadata } = await discoverOAuthServerInfo(url, { fetchFn })
    const endpoint = metadata === undefined ? null : endpointOf(metadata)
    if (metadata === undefined || endpoint === null) return
    const answer = isFields(tokens.answer) ? tokens.answer : {}
    // A token goes only to the server that issued it, also when the MCP server names another one now.
    if (typeof answer.issuer === 'string' && !isSameIssuer(answer.issuer, metadata.issuer)) {
      throw new McpError('Another authorization server issued the tokens.')
    }
    // Most servers revoke the access token together with the refresh token. Not all do, so it follows.
    if (typeof answer.refresh_token === 'string') await revoke(answer.refresh_token, 'refresh_token')
    await revoke(tokens.access, 'access_token')

    async function revoke(token: string, hint: 'refresh_token' | 'access_token'): Promise<void> {
      const request = { token, token_type_hint: hint }
      const response = await fetchFn(endpoint ?? '', clientRequest(request, client as Client | null, metadata))
      await response.body?.cancel()
      if (!response.ok) throw new McpError(`The authorization server answered ${response.status}.`)
    }
  })
}

function endpointOf(metadata: Metadata): string | null {
  const endpoint = 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : null
  if (typeof endpoint !== 'string') return null
  const { protocol, origin } = new URL(endpoint)
  // The token is as secret there as where it was issued.
  if (protocol === 'https:' || origin === URL.parse(metadata.issuer)?.origin) return endpoint
  throw new McpError('The address for it is not encrypted.')
}

function clientRequest(
  request: Readonly<Record<string, string>>,
  client: Client | null,
  metadata: Metadata | undefined,
): RequestInit {
  const body = new URLSearchParams(request)
  const headers = new Headers({ accept: 'application/json' })
  if (client !== null) {
    const { client_id: id, client_secret: secret } = client
    const methods = metadata === undefined ? [] : methodsOf(metadata)
    if (secret !== undefined && selectClientAuthMethod(client, [...methods]) === 'client_secret_basic') {
      headers.set('authorization', `Basic ${btoa(`${id}:${secret}`)}`)
    } else {
      body.set('client_id', id)
      if (secret !== undefined) body.set('client_secret', secret)
    }
  }
  return { method: 'POST', headers, body, redirect: 'error' }
}

function methodsOf(metadata: Metadata): readonly string[] {
  const own = 'revocation_endpoint_auth_methods_supported' in metadata
  const methods = own
    ? metadata.revocation_endpoint_auth_methods_supported
    : metadata.token_endpoint_auth_methods_supported
  return Array.isArray(methods) ? methods.map(String) : []
}

function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/u, '') === other.replace(/\/$/u, '')
}
