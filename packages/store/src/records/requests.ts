import type {
  ChatId,
  Json,
  MessageId,
  ModelChoice,
  Origin,
  PlacedEffort,
  PlacedPrompt,
  ProviderRemarks,
  RequestId,
  RunId,
  Usage,
  WorkspaceId,
} from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { type PricesRecord, priceFields } from './providers/providers.ts'
import { processRef } from './runs.ts'
import { createCodec, exactly, id, json, list, type UnreadableRecord } from './schemas/codec.ts'
import { requestFields } from './schemas/part-schemas.ts'

export const REQUESTS_SHELF = 'requests'

/** One request to a model: its purpose, its usage, and where its exact bytes are (U1). */
export interface RequestRecord {
  readonly id: RequestId
  readonly chatId: ChatId
  /** The chats whose totals include it: its own, and those that called it. */
  readonly countsFor: readonly ChatId[]
  readonly workspaceId: WorkspaceId
  readonly runId: RunId | null
  /** The message that it made or was to make, which may be gone. */
  readonly messageId: MessageId
  /** The message that the request was about. Its bytes contain that message and those above, and are deleted with it. */
  readonly below: MessageId
  /** `sampling`: an MCP server had a model asked, with the user's approval. */
  readonly purpose: 'answer' | 'title' | 'summary' | 'sampling' | 'image'
  readonly origin: Origin
  /** The process that sent it, by the id it took at its start. */
  readonly boot: string
  /** `unknown`: its process died before it ended. */
  readonly state: 'sent' | 'done' | 'failed' | 'stopped' | 'unknown'
  readonly sentAt: number
  readonly endedAt: number | null
  /** As the provider reported it. */
  readonly rawUsage: Json | null
  readonly usage: Usage | null
  /** The estimated usage when the provider reported none; null when it did, or nothing was used. */
  readonly estimate: Usage | null
  /** Prompt tokens by the uncorrected estimate, to correct later estimates; null with files, and in rows written before it existed. */
  readonly estimatedInput: number | null
  /** The prices in force when it was sent; null when none were known. */
  readonly prices: PriceListRecord | null
  /** Tokens that each layer of the context kept from being sent; empty in rows written before it existed. */
  readonly savedTokens: readonly { readonly layer: string; readonly tokens: number }[]
  /** The generation of roll-ups that include it; 0 for none. */
  readonly rolledUp: number
  /** Null once its message or the message it was about was deleted: the figures stay, the bytes do not. */
  readonly manifest: RequestManifest | null
  /** The provider's remarks about it; null if there were none, and in rows written before the field existed. */
  readonly remarks: ProviderRemarks | null
  /** What the next request on its path is compared with; null for a title, once its bytes are deleted, and in rows written before it existed. */
  readonly blocks: SentBlocks | null
}

export interface PriceListRecord {
  readonly prices: PricesRecord
  readonly tiers: readonly { readonly above: number; readonly prices: PricesRecord }[]
  readonly from: 'person' | 'provider' | 'data' | 'local'
  readonly match: 'exact' | 'prefix'
  readonly asOf: number | null
}

/** Where the bytes of a request are: the new part in a pack of its own, the rest in packs of earlier requests. */
export interface RequestManifest {
  /** The earlier request it shares bytes with; null for a complete one. */
  readonly base: RequestId | null
  /** How many bases lead from it to a complete one. */
  readonly depth: number
  /** The blob of its own pack. */
  readonly pack: string
  /** Packs of earlier requests that it takes pieces from without going through a base. */
  readonly packs: readonly string[]
  /** Large texts of its own pack that are blobs of their own, such as a tool's result (T1); empty in rows written before it existed. */
  readonly large: readonly string[]
}

/** The blocks of a request, each by its name and the fingerprint of its bytes. Those that an earlier request has too are listed only there. */
export interface SentBlocks {
  readonly base: RequestId | null
  /** How many bases lead from it to a complete list. */
  readonly depth: number
  /** How many blocks it begins with that its base has in the same place. */
  readonly same: number
  readonly added: readonly string[]
  /** The messages that had a cache mark. */
  readonly marks: readonly MessageId[]
  /** What the reasoning of its answer is bound to (C20); null in rows written before it existed. */
  readonly binding: string | null
  /** Which tools were declared, and after which message (C21); null for the same as its base, and in rows written before it existed. */
  readonly tools:
    | readonly {
        readonly after: MessageId | null
        readonly names: readonly string[]
        readonly removed?: readonly string[] | undefined
      }[]
    | null
  /** Which system prompt applied, and after which message (C21); null for the same as its base, where none could follow a message, and in rows written before it existed. */
  readonly prompts: readonly PlacedPrompt[] | null
  /** Which effort applied, in the same way. */
  readonly efforts: readonly PlacedEffort[] | null
  /** For how many minutes the provider was to keep it (C24); null where that was not known, and in rows written before it existed. */
  readonly cacheMinutes: number | null
}

const Prices = exactly<PricesRecord>()(z.object(priceFields))

const codec = createCodec(
  1,
  exactly<RequestRecord>()(
    z.object({
      id: id('req'),
      chatId: id('chat'),
      countsFor: list(id('chat')),
      workspaceId: id('ws'),
      runId: z.nullable(id('run')),
      messageId: id('msg'),
      below: id('msg'),
      purpose: z.enum(['answer', 'title', 'summary', 'sampling', 'image']),
      origin: requestFields.origin,
      boot: z.string(),
      state: z.enum(['sent', 'done', 'failed', 'stopped', 'unknown']),
      sentAt: z.number(),
      endedAt: z.nullable(z.number()),
      rawUsage: z.nullable(json),
      usage: requestFields.usage,
      estimate: requestFields.usage,
      estimatedInput: z._default(z.nullable(z.number()), null),
      prices: z.nullable(
        z.object({
          prices: Prices,
          tiers: list(z.object({ above: z.number(), prices: Prices })),
          from: z.enum(['person', 'provider', 'data', 'local']),
          match: z.enum(['exact', 'prefix']),
          asOf: z.nullable(z.number()),
        }),
      ),
      savedTokens: z._default(list(z.object({ layer: z.string(), tokens: z.number() })), []),
      rolledUp: z._default(z.number(), 0),
      remarks: z._default(
        z.nullable(
          z.object({
            responseId: z.nullable(z.string()),
            dropped: list(z.object({ messageId: z.nullable(id('msg')), reason: z.string() })),
            cacheMiss: z.nullable(z.object({ reason: z.string(), tokens: z.nullable(z.number()) })),
          }),
        ),
        null,
      ),
      manifest: z.nullable(
        z.object({
          base: z.nullable(id('req')),
          depth: z.number(),
          pack: z.string(),
          packs: list(z.string()),
          large: z._default(list(z.string()), []),
        }),
      ),
      blocks: z._default(
        z.nullable(
          z.object({
            base: z.nullable(id('req')),
            depth: z.number(),
            same: z.number(),
            added: list(z.string()),
            marks: list(id('msg')),
            binding: z._default(z.nullable(z.string()), null),
            tools: z._default(
              z.nullable(
                list(
                  z.object({
                    after: z.nullable(id('msg')),
                    names: list(z.string()),
                    removed: z.optional(list(z.string())),
                    webSearch: z.optional(z.boolean()),
                  }),
                ),
              ),
              null,
            ),
            prompts: z._default(z.nullable(list(z.object({ after: z.nullable(id('msg')), text: z.string() }))), null),
            efforts: z._default(z.nullable(list(z.object({ after: z.nullable(id('msg')), effort: z.string() }))), null),
            cacheMinutes: z._default(z.nullable(z.number()), null),
          }),
        ),
        null,
      ),
    }),
  ),
)

export function toRequestPut(
  request: RequestRecord,
  at: { readonly expect: number; readonly order: number | 'next' },
): Put {
  const { id, chatId, countsFor, workspaceId, messageId, below, origin, boot, state, sentAt, manifest } = request
  return {
    kind: 'put',
    shelf: REQUESTS_SHELF,
    id,
    parent: chatId,
    ...at,
    refs: [
      dayRef(sentAt),
      modelRef(origin),
      messageRef(messageId),
      belowRef(below),
      ...countsFor.map(chatRef),
      workspaceRef(workspaceId),
      ...(state === 'sent' ? [processRef(boot)] : []),
      ...(manifest === null ? [] : manifestRefs(manifest)),
    ],
    body: codec.encode(request),
  }
}

export function fromRequestRow(row: ReadRow): RequestRecord | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

function manifestRefs({ base, pack, packs, large }: RequestManifest): readonly string[] {
  const blobs = new Set([pack, ...packs, ...large])
  return [...(base === null ? [] : [baseRef(base)]), ...[...blobs].map(blob => `blob:${blob}`)]
}

/** The ref of the requests that share pieces with this one. */
export function baseRef(base: RequestId): string {
  return `base:${base}`
}

export function messageRef(messageId: MessageId): string {
  return `message:${messageId}`
}

export function belowRef(messageId: MessageId): string {
  return `below:${messageId}`
}

export function chatRef(chatId: ChatId): string {
  return `chat:${chatId}`
}

export function workspaceRef(workspaceId: WorkspaceId): string {
  return `workspace:${workspaceId}`
}

/** A model by its definition. The id of a definition has no slash. */
export function modelRef({ definition, model }: ModelChoice): string {
  return `model:${definition}/${model}`
}

/** The day in UTC, so that it is the same one wherever it is asked for. */
export function dayRef(at: number): string {
  return `day:${new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length)}`
}
