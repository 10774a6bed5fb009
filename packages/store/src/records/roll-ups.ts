import type { ChatId, ModelChoice, Usage, WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Cursor, ListQuery, Put, ReadRow, Store } from '../contract/store.ts'
import { listRows } from './reads/list-rows.ts'
import { chatRef, modelRef, type RequestRecord, workspaceRef } from './requests.ts'
import { createCodec, exactly, id, list, type UnreadableRecord } from './schemas/codec.ts'
import { Usage as UsageSchema } from './schemas/part-schemas.ts'

export const ROLL_UPS_SHELF = 'roll-ups'

/** Roll-ups of another generation are not read: they are made again from the ledger, and the old ones are removed. */
export const ROLL_UP_GENERATION = 2

const DAY_MS = 24 * 60 * 60 * 1000

/** What the requests of one day, workspace, model, chat and purpose spent together. They only ever grow. */
export interface RollUp extends RollUpKey {
  readonly requests: number
  /** Those whose usage or price was not known. */
  readonly unreliable: number
  readonly usage: Usage
  /** What they cost, in billionths of a dollar. */
  readonly nanos: number
  /** What they would have cost more without the provider's cache; below 0 where writing to it cost more than reading saved. */
  readonly cacheSavedNanos: number
  /** What each layer of the context kept from being sent, at the price of input. */
  readonly layers: readonly LayerSavings[]
  readonly compared: ComparedSums
}

/** Of the requests for which the provider reported a cost of its own: that, and what the price list makes of them. */
export interface ComparedSums {
  readonly requests: number
  readonly reportedNanos: number
  readonly listNanos: number
}

export interface RollUpKey {
  /** In UTC, counted from 1970-01-01. */
  readonly day: number
  /** The workspace of the chat when they were sent. */
  readonly workspaceId: WorkspaceId
  readonly model: ModelChoice
  readonly chatId: ChatId
  /** The chats whose totals include them: the chat, and the one that called it. */
  readonly countsFor: readonly ChatId[]
  readonly purpose: RequestRecord['purpose']
}

export interface LayerSavings {
  readonly layer: string
  readonly tokens: number
  readonly nanos: number
}

/**
 * Ends of requests write to one set of rows, and the first build, which reads the ledger of earlier versions, to another: they never wait for
 * each other.
 */
export type RollUpSource = 'ended' | 'built'

const codec = createCodec(
  1,
  exactly<RollUp>()(
    z.object({
      day: z.number(),
      workspaceId: id('ws'),
      model: z.object({ definition: z.string(), model: z.string() }),
      chatId: id('chat'),
      countsFor: list(id('chat')),
      purpose: z.enum(['answer', 'title', 'summary', 'sampling', 'image']),
      requests: z.number(),
      unreliable: z.number(),
      usage: UsageSchema,
      nanos: z.number(),
      cacheSavedNanos: z.number(),
      layers: list(z.object({ layer: z.string(), tokens: z.number(), nanos: z.number() })),
      compared: z.object({ requests: z.number(), reportedNanos: z.number(), listNanos: z.number() }),
    }),
  ),
)

export function toDayNumber(at: number): number {
  return Math.floor(at / DAY_MS)
}

export function toRollUpKey({ sentAt, workspaceId, origin, chatId, countsFor, purpose }: RequestRecord): RollUpKey {
  const { definition, model } = origin
  return { day: toDayNumber(sentAt), workspaceId, model: { definition, model }, chatId, countsFor, purpose }
}

export function rollUpId(key: RollUpKey, source: RollUpSource): string {
  const { day, workspaceId, model, chatId, purpose } = key
  // The name of a model may hold anything, and comes last; the id of a definition has no slash.
  return [ROLL_UP_GENERATION, source, day, workspaceId, chatId, purpose, model.definition, model.model].join('/')
}

/** The order of a row is its day, so that a list of any kind begins at any day. */
export function toRollUpPut(rollUp: RollUp, source: RollUpSource, expect: number): Put {
  const { day, workspaceId, model, countsFor } = rollUp
  return {
    kind: 'put',
    shelf: ROLL_UPS_SHELF,
    id: rollUpId(rollUp, source),
    parent: rollUpList(ROLL_UP_GENERATION),
    order: day,
    expect,
    refs: [workspaceRef(workspaceId), modelRef(model), ...countsFor.map(chatRef)],
    body: codec.encode(rollUp),
  }
}

export function fromRollUpRow(row: ReadRow): RollUp | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

export function rollUpList(generation: number): string {
  return `generation ${generation}`
}

export interface RollUpQuery {
  /** All of them where it is missing. */
  readonly of?: { readonly workspaceId: WorkspaceId } | { readonly model: ModelChoice } | { readonly chatId: ChatId }
  /** The first and the last day; from the first and to the last where they are missing. */
  readonly from?: number
  readonly through?: number
}

/** Oldest day first. */
export async function* readRollUps(store: Store, query: RollUpQuery): AsyncGenerator<RollUp | UnreadableRecord> {
  const { from, through = Number.POSITIVE_INFINITY } = query
  const after = from === undefined ? {} : { after: beforeDay(from) }
  for await (const row of listRows(store, ROLL_UPS_SHELF, { by: listOf(query), ...after })) {
    if (row.order > through) return
    if (row.parent === rollUpList(ROLL_UP_GENERATION)) yield fromRollUpRow(row)
  }
}

function listOf({ of }: RollUpQuery): ListQuery['by'] {
  if (of === undefined) return { parent: rollUpList(ROLL_UP_GENERATION) }
  if ('workspaceId' in of) return { ref: workspaceRef(of.workspaceId) }
  if ('model' in of) return { ref: modelRef(of.model) }
  return { ref: chatRef(of.chatId) }
}

/** Sorts after every id of the day before: ids begin with a digit. */
function beforeDay(day: number): Cursor {
  return { order: day - 1, id: '~' }
}
