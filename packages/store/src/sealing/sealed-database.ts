import type { Database } from '../database.ts'
import { openSealedOwner, type SealedOwner, type SealingOptions } from './sealed-owner.ts'
import { type SealedStore, sealedStoreOver } from './sealed-store.ts'

/** A backend of sealed stores, each owner's under a key of its own. */
export interface SealedDatabase {
  /** Throws `StoreError('locked')` for a wrong key, before anything is written. A new owner takes the key as its own. */
  openStore(owner: string, key: Uint8Array): Promise<SealedStore>
  close(): Promise<void>
}

export function createSealedDatabase(database: Database, options: SealingOptions = {}): SealedDatabase {
  const owners = new Map<string, Promise<SealedOwner>>()

  /** Every store of an owner proves its key; what the first one opened is what the others share. */
  async function ownerOf(name: string, key: Uint8Array): Promise<SealedOwner> {
    const shared = owners.get(name)
    const store = database.openStore(name)
    const opening = openSealedOwner(store, key, options)
    if (shared === undefined) owners.set(name, opening)
    try {
      await opening
      if (shared === undefined) return opening
    } catch (error) {
      if (owners.get(name) === opening) owners.delete(name)
      throw error
    }
    await store.close()
    return shared
  }

  return {
    openStore: async (name, key) => sealedStoreOver(database.openStore(name), await ownerOf(name, key)),
    close: () => database.close(),
  }
}
