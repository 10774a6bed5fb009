import type { MessageId, ModelRequest, RequestMessage } from '@stet/history'
import type { PreviousRequest, RequestBlock } from '../draft/assemble-input.ts'
import type { Draft } from '../draft/draft.ts'
import type { Earlier } from '../draft/look-back.ts'
import type { MovedBy } from './report.ts'

/** 64 bits of a text in hex: enough to see that two blocks of a chat differ, but no protection against a forged match. */
export function fingerprint(text: string): string {
  let one = 0xde_ad_be_ef
  let other = 0x41_c6_ce_57
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    one = Math.imul(one ^ unit, 2_654_435_761)
    other = Math.imul(other ^ unit, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return hex(other) + hex(one)
}

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0')
}

/** What is kept of a request so that the next one can be compared with it. */
export function manifestOf(request: ModelRequest): PreviousRequest {
  const blocks: RequestBlock[] = [...leadingBlocks(request)]
  const marks: MessageId[] = []
  for (const message of request.messages) {
    blocks.push({ name: blockName(message), fingerprint: fingerprintOf(message) })
    if (message.cacheMark && message.messageId !== null) marks.push(message.messageId)
  }
  return { blocks, marks }
}

/** The blocks before the messages, in the order in which a provider reads them. */
export function leadingBlocks({ tools, system }: ModelRequest): readonly RequestBlock[] {
  const blocks = system.map(({ text }, index) => ({ name: `system-${index}`, fingerprint: fingerprint(text) }))
  return tools.length === 0 ? blocks : [{ name: 'tools', fingerprint: fingerprint(JSON.stringify(tools)) }, ...blocks]
}

export function blockName({ messageId }: RequestMessage): string {
  return messageId ?? 'opening'
}

// A long chat is compared at every step of a run; a text of megabytes should be read only once for that.
const remembered = new WeakMap<object, string>()

export function fingerprintOf(message: RequestMessage): string {
  const content = message.form === 'native' ? message.native : message.parts
  const before = remembered.get(content)
  if (before !== undefined) return before
  const made = fingerprint(JSON.stringify([message.form, message.role, content]))
  remembered.set(content, made)
  return made
}

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
