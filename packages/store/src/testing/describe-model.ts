import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Operation, Row, Store } from '../contract/store.ts'
import { Conflict } from '../contract/store-error.ts'
import type { MakeDatabase } from './bench.ts'

const shelves = ['messages', 'chats'] as const
const parents = ['p', 'q'] as const
const refs = ['x:1', 'x:2', 'y:1'] as const

const place = { shelf: fc.constantFrom(...shelves), id: fc.constantFrom('a', 'b', 'c', 'd') }
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      ...place,
      parent: fc.constantFrom(...parents),
      order: fc.integer({ min: -3, max: 3 }),
      expect: fc.integer({ min: 0, max: 3 }),
      refs: fc.uniqueArray(fc.constantFrom(...refs)),
      body: fc.uint8Array({ maxLength: 8 }),
    }),
  },
  fc.record({ kind: fc.constant('remove' as const), ...place, expect: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('check' as const), ...place, expect: fc.integer({ min: 0, max: 3 }) }),
)
const write = fc.uniqueArray(operation, { maxLength: 4, selector: ({ shelf, id }) => `${shelf}/${id}` })

/** Half of the versions are set right, so that writes succeed as often as they fail. */
function withLikelyVersions(
  operations: readonly Operation[],
  model: ModelStore,
  likely: boolean,
): readonly Operation[] {
  if (!likely) return operations
  return operations.flatMap(operation => {
    const expect = model.rows.get(JSON.stringify([operation.shelf, operation.id]))?.row.version ?? 0
    return operation.kind === 'remove' && expect === 0 ? [] : [{ ...operation, expect }]
  })
}

async function assertSame(store: Store, model: ModelStore): Promise<void> {
  for (const shelf of shelves) {
    for (const parent of parents) {
      const expected = model.list(shelf, row => row.parent === parent)
      expect((await store.list(shelf, { by: { parent }, limit: 50 })).rows).toEqual(expected)
    }
    for (const ref of refs) {
      const expected = model.list(shelf, row => row.refs.includes(ref)).toReversed()
      expect((await store.list(shelf, { by: { ref }, limit: 50, reverse: true })).rows).toEqual(expected)
    }
  }
  const rows = (await store.changes(0, 100)).flatMap(change => (change.kind === 'put' ? [change.row] : []))
  expect(new Set(rows)).toEqual(new Set([...model.rows.values()].map(kept => kept.row)))
  expect((await store.usage()).rows).toBe(model.rows.size)
}

export function describeModel(makeDatabase: MakeDatabase): void {
  it('[S1] does what the contract says, whatever is written', async () => {
    const database = await makeDatabase()
    let owners = 0
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(write, fc.boolean()), { maxLength: 12 }), async writes => {
          owners += 1
          const store = await database.openStore(`owner ${owners}`)
          const model = new ModelStore()
          for (const [generated, likely] of writes) {
            const operations = withLikelyVersions(generated, model, likely)
            const [result] = await Promise.allSettled([store.write(operations)])
            const blocking = model.write(operations, ({ kind, ...put }) =>
              kind === 'put' && 'order' in put && put.order !== 'next' ? put.order : 0,
            )
            if (blocking === null) expect(result.status).toBe('fulfilled')
            else expect(result.status === 'rejected' && result.reason).toBeInstanceOf(Conflict)
          }
          await assertSame(store, model)
        }),
        { numRuns: 40 },
      )
    } finally {
      await database.close()
    }
  })
}

/** The contract as a small model to compare backends with: no refs to blobs, no cursors, one owner. */
export class ModelStore {
  readonly rows = new Map<string, { readonly shelf: string; readonly row: Row }>()

  /** The operation with the wrong version, or null once all operations are done. */
  write(operations: readonly Operation[], orderOf: (operation: Operation) => number): Operation | null {
    for (const operation of operations) {
      const version = this.rows.get(keyOf(operation))?.row.version ?? 0
      if (version !== operation.expect) return operation
    }
    for (const operation of operations) {
      this.rows.delete(operation.kind === 'check' ? '' : keyOf(operation))
      if (operation.kind !== 'put') continue
      const { shelf, id, parent, refs, body, expect } = operation
      this.rows.set(keyOf(operation), {
        shelf,
        row: { id, parent, order: orderOf(operation), version: expect + 1, refs, body },
      })
    }
    return null
  }

  list(shelf: string, test: (row: Row) => boolean): readonly Row[] {
    return [...this.rows.values()]
      .filter(kept => kept.shelf === shelf && test(kept.row))
      .map(kept => kept.row)
      .toSorted((left, right) => left.order - right.order || (left.id < right.id ? -1 : 1))
  }
}

function keyOf({ shelf, id }: Operation): string {
  return JSON.stringify([shelf, id])
}
