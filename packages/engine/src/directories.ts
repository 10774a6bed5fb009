import type { EnvChangedMessage } from '@stet/history'

/** The directories of a home, for those that have any (T7). */
export interface Directories {
  /** What may be exposed under a path as a person writes it. It answers soon, also for a path that leads nowhere. */
  find(path: string): Promise<FoundDirectory>
}

export type FoundDirectory =
  | {
      readonly kind: 'found'
      /** The one name of this directory, whichever way it was written. */
      readonly root: string
      /** What stands there for a model to follow. */
      readonly directives: EnvChangedMessage['directives']
    }
  /** `because` is a clause that a person reads. */
  | { readonly kind: 'refused'; readonly because: string }
