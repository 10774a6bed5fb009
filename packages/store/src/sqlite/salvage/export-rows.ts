import type { Store } from '../../contract/store.ts'
import { StoreError } from '../../contract/store-error.ts'
import type { Salvage } from './open-salvage.ts'

const PAGE = 100

/** Every readable row and blob, one line of JSON each with its line end; lost rows with what is known of them. */
export async function* exportSalvage(salvaged: Salvage): AsyncGenerator<string> {
  for (const owner of salvaged.owners) {
    const store = salvaged.openStore(owner)
    yield* exportRows(owner, store)
    for (const id of salvaged.blobIds(owner)) {
      const bytes = await store.blobs.get(id)
      if (bytes === null) throw new StoreError('unreadable', `blob ${id} was found and is gone`)
      yield `${JSON.stringify({ kind: 'blob', owner, id, bytes: Buffer.from(bytes).toString('base64') })}\n`
    }
  }
}

/** Every row of every shelf of a store, oldest change first. */
export async function* exportRows(owner: string, store: Store): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const changes = await store.changes(after, PAGE)
    for (const change of changes) {
      after = change.sequence
      if (change.kind === 'remove') continue
      const { shelf, row } = change
      const body = 'body' in row ? { body: Buffer.from(row.body).toString('base64') } : {}
      yield `${JSON.stringify({ kind: 'row', owner, shelf, ...row, ...body })}\n`
    }
    if (changes.length < PAGE) return
  }
}
