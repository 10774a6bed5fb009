import { Conflict, type Store } from '@stet/store'

const SHELF = 'processes'
const PAGE = 100

/**
 * Lists this process in the owner's store. Recovery finds what a crash left by it: a run names its process, and a listed process other than
 * this one is dead.
 */
export async function enterProcess(store: Store, boot: string): Promise<void> {
  try {
    await store.write([
      { kind: 'put', shelf: SHELF, id: boot, parent: '', order: 'next', expect: 0, refs: [], body: new Uint8Array() },
    ])
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
  }
}

/** Other listed processes, which died. */
export async function otherProcesses(store: Store, boot: string): Promise<readonly string[]> {
  const found: string[] = []
  for (let page = await store.list(SHELF, { by: { parent: '' }, limit: PAGE }); ; ) {
    found.push(...page.rows.map(row => row.id))
    if (page.next === null) return found.filter(id => id !== boot)
    page = await store.list(SHELF, { by: { parent: '' }, limit: PAGE, after: page.next })
  }
}

export async function leaveProcess(store: Store, boot: string): Promise<void> {
  const row = await store.get(SHELF, boot)
  if (row !== null) await store.write([{ kind: 'remove', shelf: SHELF, id: boot, expect: row.version }])
}
