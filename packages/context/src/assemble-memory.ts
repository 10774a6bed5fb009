import type { Settled } from './settled.ts'

/**
 * What the last request on a path found out and the next need not find out again. The result is the same with and without it. One for
 * each chat that is at work; its content is `assemble`'s own.
 */
export interface AssembleMemory {
  settled: Settled | null
}

export function createAssembleMemory(): AssembleMemory {
  return { settled: null }
}
