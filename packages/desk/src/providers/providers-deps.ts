import type { Commands, Log } from '@stet/engine'
import type { Store } from '@stet/store'
import type { Sealer } from './sealer.ts'
import type { Upstream } from './upstream.ts'

export interface ProvidersDeps {
  /** Opened for the one owner of these providers. */
  readonly store: Store
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly sealer: Sealer
  readonly upstream: Upstream
  readonly log: Log
}

export interface ProvidersContext extends ProvidersDeps {
  readonly commands: Commands
  /** Aborts when the home ends. */
  readonly closing: AbortSignal
}
