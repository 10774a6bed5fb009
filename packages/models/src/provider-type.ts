import type { DefinedType } from '@stet/history'

/** A wire protocol that Stet speaks, or the demo. Its name is the `protocol` of the answers it reads. */
export type ProviderType = DefinedType | 'demo'
