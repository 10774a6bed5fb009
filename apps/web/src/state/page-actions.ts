import type { IconName } from '../ui/graphics/icon.tsx'

/** Something that can be done on the open page alone; the palette offers it while that page is open. */
export interface PageAction {
  readonly key: string
  readonly label: string
  readonly icon: IconName
  readonly keys?: string
  /** Set for a setting of the page: what else it is found by. */
  readonly setting?: { readonly words: string; readonly note: string }
  readonly run: () => void
}

export interface PageActions {
  now(): readonly PageAction[]
  /** Replaces them, and takes them away again when the returned function is called. */
  offer(actions: readonly PageAction[]): () => void
}

const NONE: readonly PageAction[] = []

export function createPageActions(): PageActions {
  let offered = NONE
  return {
    now: () => offered,
    offer(actions) {
      offered = actions
      return () => {
        if (offered === actions) offered = NONE
      }
    },
  }
}
