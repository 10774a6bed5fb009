import { EngineError } from '@stet/engine'
import type { McpServerId } from '@stet/history'
import {
  decodeMcpSignIn,
  encodeMcpSignIn,
  MCP_SERVERS_SHELF,
  MCP_TOKENS_SHELF,
  type McpServerRecord,
  toMcpSignInPut,
} from '@stet/store'
import { type McpChallenge, type McpCredentials, McpError, type McpSignInStart, NO_CREDENTIALS } from '@stet/tools'
import { openSealed } from '../providers/open-sealed.ts'
import { retryConflict } from '../retry-conflict.ts'
import type { McpDeskDeps } from './mcp-desk.ts'
import { destinationOf } from './secrets.ts'
import type { HttpReach, McpCredentialsPort, SignIns } from './sign-ins.ts'
import { readServer } from './stored-server.ts'

/** A state can be used once, for the server it was made for, and not later than this (Z-10). */
const STATE_MS = 10 * 60_000
/** The page that the browser comes back to. It is outside `/api`, which answers no navigation from another site. */
export const CALLBACK_PATH = '/mcp/callback'
const LONGEST_REFUSAL = 300
const NOT_REVOKED = 'The tokens were deleted here but may stay valid at the server until they expire.'

interface Pending {
  readonly serverId: McpServerId
  readonly started: McpSignInStart
  readonly until: number
}

type SignInDeps = Pick<McpDeskDeps, 'store' | 'sealer' | 'clock' | 'randomBytes' | 'upstream'>

export function createSignIns({ store, sealer, clock, randomBytes, upstream }: SignInDeps): SignIns {
  const pending = new Map<string, Pending>()
  const challenges = new Map<McpServerId, McpChallenge>()
  const refusals = new Map<McpServerId, string>()

  async function read(server: Pick<McpServerRecord, 'id' | 'reach'>) {
    const row = await store.get(MCP_TOKENS_SHELF, server.id)
    if (row === null) return { version: 0, credentials: NO_CREDENTIALS }
    const opened = await openSealed(sealer, row, boundTo(server))
    const decoded = opened === null ? null : decodeMcpSignIn(opened)
    // What cannot be opened with the key that is here counts as none: the user signs in again.
    const credentials = decoded !== null && 'record' in decoded ? decoded.record : NO_CREDENTIALS
    return { version: row.version, credentials }
  }

  function of(id: McpServerId, reach: McpServerRecord['reach']): McpCredentialsPort {
    return {
      read: async () => (await read({ id, reach })).credentials,
      async save(credentials) {
        await retryConflict(async () => {
          const { record, version: serverVersion } = await readServer(store, id)
          if (destinationOf(record.reach) !== destinationOf(reach)) {
            throw new McpError('The address of the server was changed meanwhile. Sign in again.')
          }
          const { version } = await read({ id, reach })
          const sealed = await sealer.seal(encodeMcpSignIn(credentials), boundTo({ id, reach }))
          // The check keeps a server that is deleted at the same moment from leaving its tokens behind.
          await store.write([
            { kind: 'check', shelf: MCP_SERVERS_SHELF, id, expect: serverVersion },
            toMcpSignInPut(id, sealed, version),
          ])
        })
      },
    }
  }

  function forget(serverId: McpServerId): void {
    for (const [state, each] of pending) if (each.serverId === serverId) pending.delete(state)
  }

  return {
    of,
    note: (serverId, challenge) => void challenges.set(serverId, challenge),
    async start(serverId, origin, client) {
      const { record } = await readServer(store, serverId)
      const { reach } = record
      if (reach.kind !== 'http') throw new EngineError('invalid', 'only servers at an address ask for a sign-in')
      if (!record.enabled) throw new EngineError('invalid', 'The server is switched off. Switch it on to sign in.')
      const state = toHex(randomBytes(32))
      forget(serverId)
      refusals.delete(serverId)
      const started = await refusable(
        upstream.startSignIn(reach, {
          credentials: of(serverId, reach),
          redirectUrl: `${origin}${CALLBACK_PATH}`,
          state,
          given: client,
          challenge: challenges.get(serverId) ?? null,
        }),
      )
      checkPage(started.address, reach)
      pending.set(state, { serverId, started, until: clock() + STATE_MS })
      return { address: started.address }
    },
    async finish({ state, code, iss, error, errorDescription }) {
      const found = pending.get(state)
      pending.delete(state)
      if (found === undefined || found.until < clock()) {
        const because = 'This sign-in was not started here, was used already, or is older than 10 minutes.'
        throw new EngineError('invalid', because, 'state')
      }
      const { serverId, started } = found
      if (code === null) {
        const said = (errorDescription ?? error ?? 'no reason given').slice(0, LONGEST_REFUSAL)
        refusals.set(serverId, error === 'access_denied' ? `Access was denied: ${said}` : said)
        return serverId
      }
      try {
        await started.finish({ code, iss })
        challenges.delete(serverId)
      } catch (failure) {
        if (!(failure instanceof McpError)) throw failure
        refusals.set(serverId, failure.message)
      }
      return serverId
    },
    async signOut(serverId) {
      const { record } = await readServer(store, serverId)
      forget(serverId)
      refusals.delete(serverId)
      challenges.delete(serverId)
      const port = of(serverId, record.reach)
      const { version } = await read(record)
      if (version === 0) return
      const trouble = record.reach.kind === 'http' ? await revoke(record.reach, port) : null
      await port.save({ ...(await port.read()), tokens: null })
      if (trouble !== null) refusals.set(serverId, `${NOT_REVOKED} ${trouble.message}`)
    },
    async shownOf(record) {
      const { credentials } = await read(record)
      return { client: clientOf(credentials), ...stateOf(record.id, credentials) }
    },
    drop(serverId) {
      forget(serverId)
      refusals.delete(serverId)
      challenges.delete(serverId)
    },
    async removals(serverId) {
      const row = await store.get(MCP_TOKENS_SHELF, serverId)
      return row === null ? [] : [{ kind: 'remove', shelf: MCP_TOKENS_SHELF, id: serverId, expect: row.version }]
    },
  }

  /** What went wrong: the user is signed out here in any case. */
  async function revoke(reach: HttpReach, port: McpCredentialsPort): Promise<McpError | null> {
    try {
      await upstream.revokeTokens(reach, port)
      return null
    } catch (error) {
      if (error instanceof McpError) return error
      throw error
    }
  }

  function stateOf(serverId: McpServerId, { tokens }: McpCredentials) {
    const waiting = Array.from(pending.values()).find(each => each.serverId === serverId && each.until >= clock())
    if (waiting !== undefined) return { kind: 'pending', until: waiting.until } as const
    const because = refusals.get(serverId)
    if (because !== undefined) return { kind: 'refused', because } as const
    const challenge = challenges.get(serverId)
    if (challenge !== undefined) {
      return { kind: challenge.reason === 'sign-in' ? 'needed' : challenge.reason, scope: challenge.scope } as const
    }
    if (tokens === null) return { kind: 'none' } as const
    const { at, expiresAt, refreshes, scope } = tokens
    return { kind: 'signed-in', at, until: refreshes ? null : expiresAt, scope } as const
  }
}

/** A failure of the authorization server, for the user who waits for it. */
async function refusable<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof McpError) throw new EngineError('mcp-failed', error.message)
    throw error
  }
}

/**
 * The user's browser goes there: a server must not send it to a script, to a program, or without encryption into the local network.
 */
function checkPage(address: string, { thisComputer }: HttpReach): void {
  const { protocol, hostname } = new URL(address)
  const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback && thisComputer)) return
  throw new EngineError(
    'mcp-failed',
    `The server wants you to sign in at ${address.slice(0, 100)}, which is no encrypted page. Nothing was opened.`,
  )
}

function clientOf({ client, clientIsGiven }: McpCredentials) {
  const id = typeof client === 'object' && client !== null && 'client_id' in client ? client.client_id : null
  return typeof id === 'string' ? { id, isGiven: clientIsGiven } : null
}

function boundTo({ id, reach }: Pick<McpServerRecord, 'id' | 'reach'>): string {
  return `sign-in of ${id} for ${destinationOf(reach)}`
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
