import { createSheetMemory, type SheetMemory } from './sheet-memory.ts'

/** What an engine remembers of its requests; all of it can be read again. */
export interface Ledger {
  readonly sheets: SheetMemory
}

export function createLedger(): Ledger {
  return { sheets: createSheetMemory() }
}
