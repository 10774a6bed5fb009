import type { ModelRequest } from '@stet/history'
import type { PreviousRequest } from '../draft/assemble-input.ts'
import type { Draft } from '../draft/draft.ts'
import type { Earlier } from '../draft/look-back.ts'
import { blockName, fingerprintOf, leadingBlocks } from '../draft/request-blocks.ts'
import type { MovedBy } from './report.ts'

interface Shared {
  /** How many leading blocks the two requests have in common. */
  readonly blocks: number
  readonly movedBy: MovedBy | null
}

interface Moved {
  readonly draft: Draft
  readonly earlier: Earlier | null
}

/** How many leading blocks of a request are the same bytes as in the previous one, cache marks aside, and what changed first. */
export function compareWithPrevious(request: ModelRequest, previous: PreviousRequest, made: Moved): Shared {
  const shared = sharedBlocks(request, previous)
  const before = previous.blocks[shared]?.name
  return { blocks: shared, movedBy: before === undefined ? null : movedBy(before, nameAt(request, shared), made) }
}

function sharedBlocks(request: ModelRequest, { blocks }: PreviousRequest): number {
  let shared = 0
  for (const { name, fingerprint } of leadingBlocks(request)) {
    const before = blocks[shared]
    if (before?.name !== name || before.fingerprint !== fingerprint) return shared
    shared += 1
  }
  for (const message of request.messages) {
    const before = blocks[shared]
    if (before?.name !== blockName(message) || before.fingerprint !== fingerprintOf(message)) return shared
    shared += 1
  }
  return shared
}

/** The name of the block at an index; null after the last. */
function nameAt(request: ModelRequest, index: number): string | null {
  const leading = leadingBlocks(request)
  const message = request.messages[index - leading.length]
  return leading[index]?.name ?? (message === undefined ? null : blockName(message))
}

/** `before` is the name of the block in the previous request where this one has `next`, or null for none. */
function movedBy(before: string, next: string | null, made: Moved): MovedBy {
  for (const block of [before, next]) {
    if (block === 'tools') return { block, because: 'the tools changed' }
    if (block === 'opening') return { block, because: 'another message is the first' }
    if (block?.startsWith('system-')) return { block, because: 'the system prompt, a document or the summary changed' }
  }
  if (before === next) return named(before, 'its content changed', made)
  if (!isSent(made.draft, before)) return named(before, 'it is not on this branch', made)
  return next === null ? named(before, 'it moved', made) : named(next, 'it is sent again', made)
}

function isSent({ messages, contents }: Draft, id: string): boolean {
  return (contents[messages.findIndex(message => message.id === id)] ?? null) !== null
}

function named(block: string, otherwise: string, { draft: { messages, notes }, earlier }: Moved): MovedBy {
  const note = notes[messages.findIndex(message => message.id === block)] ?? earlier
  return { block, because: note?.because || otherwise }
}
