import type { DraftState } from '@stet/api/client'

/** Drafts that the home has not acknowledged, in this browser (FU-10). */
export interface DraftShelf {
  all(): Promise<readonly DraftState[]>
  /** A newer one that another tab put there stays. */
  put(draft: DraftState): Promise<void>
  /** Removes a draft, unless it was edited after this moment. */
  remove(name: string, editedAt: number): Promise<void>
}

const DATABASE = 'stet-drafts'
const STORE = 'drafts'

/** `home` separates the homes of one host, which share its databases: the path below which each is served. */
export function createDraftShelf(factory: IDBFactory, home: string): DraftShelf {
  let opening: Promise<IDBDatabase> | null = null

  function open(): Promise<IDBDatabase> {
    opening ??= openDatabase(factory, `${DATABASE}${home}`).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  /** Acts on the draft of that name in one transaction: several tabs share the database. */
  async function change(
    name: string,
    act: (store: IDBObjectStore, found: DraftState | undefined) => void,
  ): Promise<void> {
    const transaction = (await open()).transaction(STORE, 'readwrite')
    const store = transaction.objectStore(STORE)
    const found = store.get(name)
    found.onsuccess = () => act(store, found.result)
    await ended(transaction)
  }

  return {
    async all() {
      const transaction = (await open()).transaction(STORE)
      const found: IDBRequest<DraftState[]> = transaction.objectStore(STORE).getAll()
      await ended(transaction)
      return found.result
    },
    put: draft =>
      change(draft.name, (store, found) => {
        if (found === undefined || found.editedAt <= draft.editedAt) store.put(draft)
      }),
    remove: (name, editedAt) =>
      change(name, (store, found) => {
        if (found !== undefined && found.editedAt <= editedAt) store.delete(name)
      }),
  }
}

function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = factory.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'name' })
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}

function ended(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.oncomplete = () => resolve()
  transaction.onerror = () => reject(transaction.error)
  transaction.onabort = () => reject(transaction.error)
  return promise
}
