import { open } from 'node:fs/promises'
import type { Store } from '../../contract/store.ts'
import { StoreError } from '../../contract/store-error.ts'
import { openSalvage, type SalvageOptions } from './open-salvage.ts'
import type { SalvageReport } from './rebuild.ts'

/** Takes one line of JSON, without its line end. */
export type LineSink = (line: string) => Promise<void>

const PAGE = 100

/** Every row of every shelf of a store, oldest change first, one line of JSON each. */
export async function exportRows(owner: string, store: Store, sink: LineSink): Promise<void> {
  for (let after = 0; ; ) {
    const changes = await store.changes(after, PAGE)
    for (const change of changes) {
      after = change.sequence
      if (change.kind === 'remove') continue
      const { shelf, row } = change
      const body = 'body' in row ? { body: Buffer.from(row.body).toString('base64') } : {}
      await sink(JSON.stringify({ kind: 'row', owner, shelf, ...row, ...body }))
    }
    if (changes.length < PAGE) return
  }
}

/** Writes the readable rows of a damaged file to a new one, as lines of JSON. Neither file is ever overwritten. */
export async function salvage(file: string, outFile: string, options: SalvageOptions = {}): Promise<SalvageReport> {
  const salvaged = await openSalvage(file, options)
  try {
    const out = await open(outFile, 'wx', 0o600)
    try {
      const sink: LineSink = async line => {
        await out.write(`${line}\n`)
      }
      for (const owner of salvaged.owners) {
        const store = salvaged.openStore(owner)
        await exportRows(owner, store, sink)
        for (const id of salvaged.blobIds(owner)) {
          const bytes = await store.blobs.get(id)
          if (bytes === null) throw new StoreError('unreadable', `blob ${id} was found and is gone`)
          await sink(JSON.stringify({ kind: 'blob', owner, id, bytes: Buffer.from(bytes).toString('base64') }))
        }
      }
      await out.sync()
    } finally {
      await out.close()
    }
    return salvaged.report
  } finally {
    await salvaged.close()
  }
}
