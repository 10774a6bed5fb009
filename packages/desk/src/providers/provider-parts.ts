import type { Commands, Log } from '@stet/engine'
import type { Store } from '@stet/store'
import type { Sealer } from './sealer.ts'
import type { Upstream } from './upstream.ts'

export interface ProviderParts {
  /** Opened for the one owner of these providers. */
  readonly store: Store
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly sealer: Sealer
  readonly upstream: Upstream
  readonly log: Log
}

export interface ProviderRoom extends ProviderParts {
  readonly commands: Commands
  /** Aborts when the home ends. */
  readonly closing: AbortSignal
}
