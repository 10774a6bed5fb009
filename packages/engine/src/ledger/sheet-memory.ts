import type { RequestId } from '@stet/history'
import type { KeptSheet } from './kept-sheet.ts'

/** Characters of all remembered sheets together: a few of the longest requests there are, or many short ones. */
const MOST_CHARACTERS = 16_000_000

/** The sheets of the latest requests, so that the next one of a chat is held against the one before it without reading any. */
export interface SheetMemory {
  get(id: RequestId): KeptSheet | null
  set(id: RequestId, sheet: KeptSheet): void
  /** Packs went: where a remembered sheet has its texts from may not hold any more. */
  clear(): void
}

export function createSheetMemory(most: number = MOST_CHARACTERS): SheetMemory {
  const remembered = new Map<RequestId, { readonly sheet: KeptSheet; readonly size: number }>()
  let characters = 0

  function forget(id: RequestId): void {
    characters -= remembered.get(id)?.size ?? 0
    remembered.delete(id)
  }

  return {
    get: id => remembered.get(id)?.sheet ?? null,
    set(id, sheet) {
      forget(id)
      const size = sheet.texts.reduce((sum, text) => sum + text.length, 0)
      remembered.set(id, { sheet, size })
      characters += size
      for (const oldest of remembered.keys()) {
        if (characters <= most) break
        forget(oldest)
      }
    },
    clear() {
      remembered.clear()
      characters = 0
    },
  }
}
