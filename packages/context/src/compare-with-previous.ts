import type { ModelRequest } from '@stet/history'
import type { PreviousRequest } from './assemble-input.ts'
import type { Draft } from './draft.ts'
import { blockName, fingerprintOf, leadingBlocks } from './manifest-of.ts'
import type { MovedBy } from './report.ts'

export interface Shared {
  /** How many leading blocks the two requests have in common. */
  readonly blocks: number
  readonly movedBy: MovedBy | null
}

/** How far a request is byte for byte the previous one, cache marks aside, and what ended that before its end. */
export function compareWithPrevious(request: ModelRequest, previous: PreviousRequest, draft: Draft): Shared {
  const shared = sharedBlocks(request, previous)
  const before = previous.blocks[shared]?.name
  return { blocks: shared, movedBy: before === undefined ? null : movedBy(before, nameAt(request, shared), draft) }
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

/** The block of a request at a place; null behind its end. */
function nameAt(request: ModelRequest, index: number): string | null {
  const leading = leadingBlocks(request)
  const message = request.messages[index - leading.length]
  return leading[index]?.name ?? (message === undefined ? null : blockName(message))
}

/** `before` stood where `next` stands now. Null: nothing does. */
function movedBy(before: string, next: string | null, draft: Draft): MovedBy {
  for (const block of [before, next]) {
    if (block === 'tools') return { block, because: 'the tools changed' }
    if (block === 'opening') return { block, because: 'the first message that is sent is another' }
    if (block?.startsWith('system-')) return { block, because: 'the system prompt, a document or the summary changed' }
  }
  const isGone = before === next || !isSent(draft, before)
  return isGone || next === null ? named(before, draft) : named(next, draft)
}

function isSent({ messages, contents }: Draft, id: string): boolean {
  return (contents[messages.findIndex(message => message.id === id)] ?? null) !== null
}

function named(block: string, { messages, notes, earlier }: Draft): MovedBy {
  const note = notes[messages.findIndex(message => message.id === block)]
  return { block, because: note?.because ?? earlier?.because ?? 'it is not on this path' }
}
