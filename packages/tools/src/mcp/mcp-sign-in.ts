import type { Json } from '@stet/history'

/** What is saved of a sign-in. Client and tokens are as the authorization server gave them. */
export interface McpCredentials {
  /** How Stet is registered at the authorization server; null where it is not. */
  readonly client: Json | null
  /** Whether the user entered it: it is then never replaced by a registration. */
  readonly clientIsGiven: boolean
  /** The address of Stet that it was registered for. */
  readonly redirectUrl: string | null
  readonly tokens: McpTokens | null
}

export interface McpTokens {
  readonly answer: Json
  readonly access: string
  /** Whether it can be renewed without the user. */
  readonly refreshes: boolean
  readonly scope: string | null
  readonly at: number
  readonly expiresAt: number | null
}

/** Why a server did not take a request, and what it wants instead. */
export interface McpChallenge {
  readonly reason: 'sign-in' | 'expired' | 'rights'
  /** What it asks for, as an authorization server knows it. */
  readonly scope: string | null
  /** Where it describes how to sign in; null for the usual place. */
  readonly metadata: string | null
}

/** A client that the user registered at the authorization server. */
export interface McpClientGiven {
  readonly id: string
  readonly secret: string | null
}

export interface McpSignInStart {
  /** The page of the authorization server. */
  readonly address: string
  /** Exchanges the code that the browser brought back. Throws `McpError`. */
  finish(returned: { readonly code: string; readonly iss: string | null }): Promise<void>
}

export const NO_CREDENTIALS: McpCredentials = { client: null, clientIsGiven: false, redirectUrl: null, tokens: null }
