import { toInteger } from '../file/connection.ts'
import { assertOwnerNumber, ownerSum } from './row-format.ts'
import type { Statements } from './statements.ts'

export interface OwnerPlace {
  readonly number: number
  readonly sequence: number
}

export function findOwner(statements: Statements, name: string): OwnerPlace | null {
  const record = statements.owner.get(name)
  if (record === undefined) return null
  return { number: toInteger(record.number), sequence: toInteger(record.sequence) }
}

/** Inside a transaction: gives the owner a number when this is its first write. */
export function ensureOwner(statements: Statements, name: string): OwnerPlace {
  const found = findOwner(statements, name)
  if (found !== null) return found
  const number = toInteger(statements.lastOwner.get()?.number) + 1
  assertOwnerNumber(number)
  statements.addOwner.run(number, name, ownerSum(number, name))
  return { number, sequence: 0 }
}
