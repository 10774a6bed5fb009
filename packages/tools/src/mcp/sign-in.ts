import {
  type AuthProvider,
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  IssuerMismatchError,
  type OAuthClientProvider,
  OAuthError,
} from '@modelcontextprotocol/client'
import type { Json } from '@stet/history'
import { isFields } from '../read-input.ts'
import { McpError } from './mcp.ts'
import type { McpChallenge, McpClientGiven, McpCredentials, McpSignInStart, McpTokens } from './mcp-sign-in.ts'

/** Where the credentials of one server are kept. */
export interface CredentialsPort {
  read(): Promise<McpCredentials>
  save(credentials: McpCredentials): Promise<void>
}

export interface SignInDeps {
  /** Of the MCP server: the resource that a token is for. */
  readonly url: string
  /** Every address that discovery names is called through it, redirects within an origin too (Z-4). */
  readonly fetch: typeof globalThis.fetch
  readonly credentials: CredentialsPort
  readonly clock: () => number
}

/** Of one request to an authorization server, and of its answer. */
const ANSWER_MS = 20_000
const LARGEST_ANSWER = 1024 * 1024

/** The provider of a flow. Between its two halves it lives in memory, so a restart ends a sign-in that was not finished. */
interface Flow {
  readonly provider: OAuthClientProvider
  /** Where the browser has to go; null until the flow got that far. */
  readonly address: () => URL | null
}

interface FlowOptions {
  readonly redirectUrl: string
  readonly state: string
  /** A client that the user registered by hand; null to use the saved one, or to register one. */
  readonly given: McpClientGiven | null
}

function createFlow({ credentials, clock }: SignInDeps, { redirectUrl, state, given }: FlowOptions): Flow {
  let address: URL | null = null
  let verifier = ''
  type Discovery = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0]
  let discovery: Discovery | undefined
  type Client = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  type Tokens = Awaited<ReturnType<OAuthClientProvider['tokens']>>

  async function change(part: Partial<McpCredentials>): Promise<void> {
    await credentials.save({ ...(await credentials.read()), ...part })
  }

  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Stet',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // The authorization server may assign a secret; it is kept sealed.
      token_endpoint_auth_method: 'none',
    },
    state: () => state,
    async clientInformation(context) {
      if (given !== null) {
        const { id: client_id, secret } = given
        // The user entered it for the authorization server that was just found.
        const issuer = context === undefined ? {} : { issuer: context.issuer }
        const client = { client_id, ...issuer, ...(secret !== null && { client_secret: secret }) }
        await change({ client, clientIsGiven: true, redirectUrl })
        return client
      }
      const { client, clientIsGiven, redirectUrl: registeredFor } = await credentials.read()
      // A registration is for one address of Stet: reached at another one, Stet registers again.
      if (client === null || (!clientIsGiven && registeredFor !== redirectUrl)) return undefined
      return client as NonNullable<Client>
    },
    async saveClientInformation(information) {
      const { client, clientIsGiven } = await credentials.read()
      // A client that was saved before it was bound to its issuer comes back with that alone added.
      const isSame = isFields(client) && client.client_id === information.client_id
      await change({ client: { ...information } as Json, clientIsGiven: isSame && clientIsGiven, redirectUrl })
    },
    tokens: async () => ((await credentials.read()).tokens?.answer ?? undefined) as Tokens,
    saveTokens: tokens => change({ tokens: toTokens(tokens, clock()) }),
    redirectToAuthorization(url) {
      address = url
    },
    saveCodeVerifier(text) {
      verifier = text
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(found) {
      discovery = found
    },
    discoveryState: () => discovery,
    async invalidateCredentials(what) {
      if (what === 'tokens' || what === 'all') await change({ tokens: null })
      // What the user entered stays: only the user can know what is right.
      const isOurs = given === null && !(await credentials.read()).clientIsGiven
      if ((what === 'client' || what === 'all') && isOurs) await change({ client: null, redirectUrl: null })
    },
  }
  return { provider, address: () => address }
}

function toTokens(tokens: { readonly access_token: string; readonly expires_in?: number | undefined }, now: number) {
  const { scope, refresh_token } = tokens as { readonly scope?: string; readonly refresh_token?: string }
  const kept: McpTokens = {
    answer: { ...tokens } as Json,
    access: tokens.access_token,
    refreshes: refresh_token !== undefined,
    scope: scope ?? null,
    at: now,
    expiresAt: tokens.expires_in === undefined ? null : now + tokens.expires_in * 1000,
  }
  return kept
}

/**
 * Starts a sign-in: finds the authorization server, registers Stet there if need be, and answers where the browser has to go. The half that
 * follows exchanges the code for tokens and saves them. Throws `McpError`.
 */
export async function startSignIn(
  deps: SignInDeps,
  options: FlowOptions & { readonly challenge: McpChallenge | null },
): Promise<McpSignInStart> {
  const { url: serverUrl, credentials } = deps
  const { challenge } = options
  const fetchFn = limitedFetch(deps.fetch)
  const flow = createFlow(deps, options)
  // Rights that were granted before are asked for again: a sign-in that widens them must not lose others.
  const before = challenge?.reason === 'rights' ? (await credentials.read()).tokens?.scope : undefined
  const scope = computeScopeUnion(before ?? undefined, challenge?.scope ?? undefined)
  const asked = {
    serverUrl,
    fetchFn,
    ...(scope !== undefined && { scope }),
    ...(challenge?.metadata != null && { resourceMetadataUrl: new URL(challenge.metadata) }),
  }
  await inWords('Signing in failed', () => authorize(flow, { ...asked, forceReauthorization: true }))
  const address = flow.address()
  if (address === null) throw new McpError('The authorization server named no page to sign in at.')
  return {
    address: address.href,
    async finish({ code, iss }) {
      await inWords('Signing in failed', () =>
        authorize(flow, { ...asked, authorizationCode: code, ...(iss !== null && { iss }) }),
      )
    },
  }
}

/**
 * Puts the saved token on requests. When the server does not take it, it is refreshed once for all requests that wait; where that fails,
 * `onNeeded` is called and the request fails.
 */
export function createBearer(deps: SignInDeps, onNeeded: (challenge: McpChallenge) => void): AuthProvider {
  const { url: serverUrl, credentials } = deps
  let refreshing: Promise<boolean> | null = null

  async function refresh(): Promise<boolean> {
    const { tokens, redirectUrl } = await credentials.read()
    if (tokens?.refreshes !== true) return false
    const flow = createFlow(deps, { redirectUrl: redirectUrl ?? serverUrl, state: '', given: null })
    try {
      return (await authorize(flow, { serverUrl, fetchFn: limitedFetch(deps.fetch) })) === 'AUTHORIZED'
    } catch (error) {
      // The token may still be good for another try later: a network that is down is no reason to sign in again.
      if (!(error instanceof OAuthError)) throw toSignInError('Signing in failed', error)
      return false
    }
  }

  return {
    token: async () => (await credentials.read()).tokens?.access,
    async onUnauthorized({ response }) {
      const hadTokens = (await credentials.read()).tokens !== null
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      if (await refreshing) return
      const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
      const reason = hadTokens ? 'expired' : 'sign-in'
      onNeeded({ reason, scope: scope ?? null, metadata: resourceMetadataUrl?.href ?? null })
      throw new McpError(hadTokens ? 'The sign-in has expired. Sign in again.' : 'The server asks you to sign in.')
    },
  }
}

/**
 * Servers of the protocol of March 2025 describe their sign-in at their own origin, and some name an issuer below it. That is the same origin,
 * and so the same trust. An issuer anywhere else that does not match is refused.
 */
async function authorize({ provider }: Flow, options: Parameters<typeof auth>[1]): ReturnType<typeof auth> {
  try {
    return await auth(provider, options)
  } catch (error) {
    if (!(error instanceof IssuerMismatchError) || error.kind !== 'metadata') throw error
    const { origin } = new URL(options.serverUrl)
    const isOwn = [error.expected, error.received].every(issuer => URL.parse(issuer ?? '')?.origin === origin)
    if (!isOwn) throw error
    return auth(provider, { ...options, skipIssuerMetadataValidation: true })
  }
}

/** The challenge of an answer that asks for more rights than the token has; null for any other. */
export function rightsChallenge(response: Response): McpChallenge | null {
  if (response.status !== 403) return null
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
  if (error !== 'insufficient_scope') return null
  return { reason: 'rights', scope: scope ?? null, metadata: resourceMetadataUrl?.href ?? null }
}

/** `failed` names what did not work. */
export async function inWords<Answer>(failed: string, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    throw toSignInError(failed, error)
  }
}

function toSignInError(failed: string, error: unknown): McpError {
  if (error instanceof McpError) return error
  const cause = { cause: error }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new McpError(`The authorization server did not answer within ${ANSWER_MS / 1000} seconds.`, cause)
  }
  // What such an answer says comes from an attacker: nothing of it is shown.
  if (error instanceof IssuerMismatchError && error.kind === 'authorization_response') {
    return new McpError('Another authorization server answered than the one you were sent to. Its answer was not used.')
  }
  const message = error instanceof Error ? rootOf(error).message : String(error)
  return new McpError(`${failed}: ${firstLine(message)}`, cause)
}

/** The message of fetch is always “fetch failed”; the reason is in its cause. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 300)
}

/** An authorization server is as little trusted as any other: its answers are short and soon there, or given up. */
export function limitedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(ANSWER_MS)
    const signal = init?.signal == null ? timeout : AbortSignal.any([init.signal, timeout])
    const response = await fetch(input, { ...init, signal })
    const body = response.body === null ? null : response.body.pipeThrough(cutAt(LARGEST_ANSWER))
    const { status, statusText, headers } = response
    // A response that was redirected by hand has no body and a status that the constructor refuses.
    return response.type === 'opaqueredirect' ? response : new Response(body, { status, statusText, headers })
  }
}

function cutAt(largest: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0
  return new TransformStream({
    transform(piece, controller) {
      size += piece.length
      if (size > largest) controller.error(new McpError('The authorization server sent more than 1 MB.'))
      else controller.enqueue(piece)
    },
  })
}
