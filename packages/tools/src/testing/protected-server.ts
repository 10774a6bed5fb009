import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An MCP server that wants a sign-in, and the authorization server that it trusts, both over real HTTP. */
export interface ProtectedServer {
  /** Of the MCP server. */
  readonly url: string
  /** Of the authorization server. */
  readonly issuer: string
  /** What reached the authorization server: method and path, with the fields of its body or query. */
  readonly asked: readonly Asked[]
  /** The tokens with which the MCP server was called. */
  readonly tokens: ReadonlySet<string>
  /** Whether the MCP server takes this token. */
  takes(token: string): boolean
  /** From now on no access token is taken; with `all`, no refresh token either. */
  expire(what: 'access' | 'all'): void
  close(): Promise<void>
}

export interface Asked {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

export interface ProtectedOptions {
  /** Replaces parts of what the servers say about themselves. */
  readonly resource?: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Whether clients can register themselves. Default: yes. */
  readonly registers?: boolean
  /** Whether tokens can be revoked; false answers every try with an error. Default: it has no address for it. */
  readonly revokes?: boolean
  /** What the page says about who sent the browser back. Default: the issuer. */
  readonly iss?: string
}

interface Grant {
  readonly challenge: string
  readonly redirectUri: string
  readonly resource: string
  readonly scope: string
}

export async function startProtectedServer(options: ProtectedOptions = {}): Promise<ProtectedServer> {
  const asked: Asked[] = []
  const used = new Set<string>()
  const codes = new Map<string, Grant>()
  /** Access tokens that are taken, with what they are for. */
  const access = new Map<string, string>()
  const refresh = new Map<string, Grant>()

  const authorization = await serve((request, response) => authorize(request, response))
  const mcp = await serve((request, response) => answer(request, response))
  const url = `${mcp.origin}/mcp`
  const issuer = authorization.origin

  async function authorize(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    const body = request.method === 'POST' ? await text(request) : ''
    const isForm = request.headers['content-type']?.includes('urlencoded') === true
    const fields = Object.fromEntries(isForm ? new URLSearchParams(body) : searchParams)
    asked.push({ path: `${request.method} ${pathname}`, fields })
    switch (`${request.method} ${pathname}`) {
      case 'GET /.well-known/oauth-authorization-server':
        return json(response, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          ...(options.registers !== false && { registration_endpoint: `${issuer}/register` }),
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
          authorization_response_iss_parameter_supported: true,
          scopes_supported: ['notes.read'],
          ...(options.revokes !== undefined && { revocation_endpoint: `${issuer}/revoke` }),
          ...options.metadata,
        })
      case 'POST /register':
        return json(response, 201, { ...JSON.parse(body), client_id: `client-${randomUUID()}` })
      case 'GET /authorize':
        return page(response, searchParams)
      case 'POST /token':
        return token(response, fields)
      case 'POST /revoke':
        if (options.revokes === true) {
          access.delete(fields.token ?? '')
          refresh.delete(fields.token ?? '')
        }
        return response.writeHead(options.revokes === true ? 200 : 503).end()
      default:
        return json(response, 404, {})
    }
  }

  /** What the user sees there. */
  function page(response: ServerResponse, query: URLSearchParams): unknown {
    const code = randomUUID()
    const redirectUri = query.get('redirect_uri') ?? ''
    codes.set(code, {
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
      resource: query.get('resource') ?? '',
      scope: query.get('scope') ?? '',
    })
    const back = (answered: Record<string, string>) => {
      const target = new URL(redirectUri)
      for (const [name, value] of Object.entries({
        state: query.get('state') ?? '',
        iss: options.iss ?? issuer,
        ...answered,
      })) {
        target.searchParams.set(name, value)
      }
      return target.href.replaceAll('&', '&amp;')
    }
    return response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><title>Harbour sign-in</title><h1>Harbour</h1><p>Stet wants to read your notes.</p>
      <a href="${back({ code })}">Allow</a> <a href="${back({ error: 'access_denied', error_description: 'You said no.' })}">Deny</a>`,
    )
  }

  function token(response: ServerResponse, fields: Readonly<Record<string, string>>): unknown {
    if (fields.grant_type === 'refresh_token') {
      const grant = refresh.get(fields.refresh_token ?? '')
      refresh.delete(fields.refresh_token ?? '')
      if (grant === undefined) return json(response, 400, { error: 'invalid_grant' })
      return grantTokens(response, grant)
    }
    const grant = codes.get(fields.code ?? '')
    codes.delete(fields.code ?? '')
    const proof = createHash('sha256')
      .update(fields.code_verifier ?? '')
      .digest('base64url')
    if (grant === undefined || proof !== grant.challenge || fields.redirect_uri !== grant.redirectUri) {
      return json(response, 400, { error: 'invalid_grant', error_description: 'The code does not fit.' })
    }
    return grantTokens(response, grant)
  }

  function grantTokens(response: ServerResponse, grant: Grant): unknown {
    const [given, next] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    access.set(given, grant.resource)
    refresh.set(next, grant)
    const { scope } = grant
    return json(response, 200, {
      access_token: given,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: next,
      scope,
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (request.url === '/.well-known/oauth-protected-resource/mcp') {
      return json(response, 200, { resource: url, authorization_servers: [issuer], ...options.resource })
    }
    const body = await text(request)
    const given = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (given !== '') used.add(given)
    // A token for another audience is none (RFC 8707).
    if (access.get(given) !== url) {
      const challenge = `Bearer resource_metadata="${mcp.origin}/.well-known/oauth-protected-resource/mcp", scope="notes.read"`
      return response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method } = JSON.parse(body)
    if (id === undefined) return response.writeHead(202).end()
    const result = results[method]
    const failure = { code: -32601, message: 'Method not found' }
    return json(response, 200, { jsonrpc: '2.0', id, ...(result === undefined ? { error: failure } : { result }) })
  }

  return {
    url,
    issuer,
    asked,
    tokens: used,
    takes: token => access.has(token),
    expire(what) {
      access.clear()
      if (what === 'all') refresh.clear()
    },
    async close() {
      await Promise.all([authorization.close(), mcp.close()])
    },
  }
}

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'Harbour notes', version: '1' },
  },
  'tools/list': {
    tools: [{ name: 'read_note', description: 'Reads your note.', inputSchema: { type: 'object', properties: {} } }],
  },
  'tools/call': { content: [{ type: 'text', text: 'The tide is at six.' }] },
}

function json(response: ServerResponse, status: number, value: object): unknown {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function serve(listener: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) {
  const server = createServer((request, response) => {
    listener(request, response).catch(error => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
