import type { McpServerId } from '@stet/history'
import type { McpReach, McpServerRecord, Operation } from '@stet/store'
import type { McpChallenge, McpClientGiven, McpCredentials } from '@stet/tools'

/** Signing in at remote servers with OAuth. What is saved of it is sealed for the server's address (Z-13). */
export interface SignIns {
  /** The credentials of a server, for one address: a connection to another one cannot use them. */
  of(serverId: McpServerId, reach: McpServerRecord['reach']): McpCredentialsPort
  /** A server answered that the user has to sign in. */
  note(serverId: McpServerId, challenge: McpChallenge): void
  start(serverId: McpServerId, origin: string, client: McpClientGiven | null): Promise<StartedSignIn>
  /** Answers which server it was for. A refusal is kept for `shownOf`. */
  finish(returned: ReturnedSignIn): Promise<McpServerId>
  /** Revokes the tokens where the server offers that, and deletes them here. How Stet is registered stays, for the next sign-in. */
  signOut(serverId: McpServerId): Promise<void>
  shownOf(record: McpServerRecord): Promise<ShownSignIn>
  /** Ends what was started for a server that is changed or deleted. */
  drop(serverId: McpServerId): void
  /** What removes the credentials of a server that moves to another address. */
  removals(serverId: McpServerId): Promise<readonly Operation[]>
}

export interface StartedSignIn {
  /** The page of the authorization server, which the user goes to. */
  readonly address: string
}

/** The query with which an authorization server sends the browser back. */
export interface ReturnedSignIn {
  readonly state: string
  readonly code: string | null
  readonly iss: string | null
  readonly error: string | null
  readonly errorDescription: string | null
}

/** How it is with the sign-in at a server, without anything secret. */
export type ShownSignIn = { readonly client: { readonly id: string; readonly isGiven: boolean } | null } & (
  | { readonly kind: 'none' }
  /** `scope` is what the server asks for in the words of its authorization server; null where it does not say. */
  | { readonly kind: 'needed' | 'expired' | 'rights'; readonly scope: string | null }
  /** The browser is at the authorization server, or was left there. */
  | { readonly kind: 'pending'; readonly until: number }
  | { readonly kind: 'refused'; readonly because: string }
  | {
      readonly kind: 'signed-in'
      readonly at: number
      /** When the user has to sign in again, where that is known. */
      readonly until: number | null
      readonly scope: string | null
    }
)

export type HttpReach = Extract<McpReach, { kind: 'http' }>

/** Where the credentials of one server are kept. */
export interface McpCredentialsPort {
  read(): Promise<McpCredentials>
  save(credentials: McpCredentials): Promise<void>
}
