import { Conflict, type Store } from '@stet/store'

const SHELF = 'processes'
const PAGE = 100

/**
 * Says in the owner's store that this process may run runs here. What a crash leaves is found by it: a running run names its process,
 * and a process that is listed and is not this one is dead.
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

/** The other processes that were here and did not leave. */
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
