import type { ActiveCheckpoint, Message, RequestMessage, Role } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import type { LookBack } from './look-back.ts'
import type { Note } from './note.ts'
import type { BlockReport, EarlierReport } from './report.ts'

/**
 * A request in the making. What is known of a message stands at its index in several lists rather than in an object of its own: a
 * chat has 100,000 messages, and a layer that copies a list is quick where one that copies every object is not.
 */
export interface Draft {
  /** The messages that are looked at, sent or not. */
  readonly messages: readonly Message[]
  /** The role of each, so that a layer reads only messages that concern it: most of what a layer costs is reading them. */
  readonly roles: readonly Role[]
  /** Tokens of each message as it goes untouched, the overhead aside. */
  readonly counts: readonly number[]
  /** What precedes them. */
  readonly earlier: EarlierReport | null
  /** Where the current cycle begins: the last user message, or -1. */
  readonly current: number
  /** The checkpoint that holds; its `coversIndex` is -1 where all that it covers precedes the messages. */
  readonly checkpoint: ActiveCheckpoint | null
  /** What would be sent of each message as things stand; null for one that stays behind. */
  readonly contents: readonly (Content | null)[]
  /** The latest decision about each message. */
  readonly notes: readonly Note[]
  /** Which messages the person pinned, the whole step where one of its messages is. */
  readonly pinned: ReadonlySet<number>
  readonly system: readonly DraftBlock[]
  /** The note that opens the messages where the first is not the person's; null where none is needed. */
  readonly opening: DraftBlock | null
  readonly tools: readonly BlockReport[]
  /** Tokens of each content, the overhead included; 0 for null. Empty until the budget counts them. */
  readonly sizes: readonly number[]
  /** The tokens that would have to be sent, where they do not fit. */
  readonly overflow: number | null
}

/**
 * What is sent of a message: `whole` is the message as it was recorded, an answer native, and is only written out at the end, since most
 * messages of a long chat go so or not at all.
 */
export type Content = RequestMessage | 'whole'

/** A block that is no message. `text` is null when nothing of it is sent. */
export interface DraftBlock extends BlockReport {
  readonly text: string | null
  readonly cacheMark: boolean
}

export function startDraft({ system, tools, tokens }: AssembleInput, scope: LookBack): Draft {
  const { messages, roles, counts, earlier, current, checkpoint } = scope
  return {
    messages,
    roles,
    counts,
    earlier,
    current,
    checkpoint,
    contents: [],
    notes: [],
    pinned: new Set(),
    system: system === '' ? [] : [promptBlock(system, tokens.text(system))],
    opening: null,
    tools: toolReports({ tools, tokens }),
    sizes: [],
    overflow: null,
  }
}

function promptBlock(text: string, tokens: number): DraftBlock {
  return {
    kind: 'prompt',
    name: '',
    text,
    fate: 'sent',
    layer: 'special-roles',
    because: 'the system prompt of the chat',
    tokensBefore: tokens,
    tokensAfter: tokens,
    cached: false,
    cacheMark: false,
  }
}

function toolReports({ tools, tokens }: Pick<AssembleInput, 'tools' | 'tokens'>): readonly BlockReport[] {
  return tools.map(tool => toolReport(tool.name, tokens.text(JSON.stringify(tool))))
}

function toolReport(name: string, tokens: number): BlockReport {
  return {
    kind: 'tool',
    name,
    fate: 'sent',
    layer: 'special-roles',
    because: 'a tool of the chat',
    tokensBefore: tokens,
    tokensAfter: tokens,
    cached: false,
  }
}
