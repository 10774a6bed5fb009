import type {
  AssistantPart,
  CumulativeSpending,
  FilePart,
  NativeContent,
  Origin,
  RequestFacts,
  TextPart,
  ToolResultPart,
  UserPart,
} from '@stet/history'
import * as z from 'zod/mini'
import { exactly, id, json, list } from './codec.ts'

const Text = z.object({ kind: z.literal('text'), text: z.string() })
const File = z.object({
  kind: z.literal('file'),
  blob: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  extracted: z.exactOptional(z.object({ blob: z.string(), characters: z.number() })),
})

export const FileParts = exactly<readonly FilePart[]>()(list(File))

/** Keep the bytes of these files alive, and their extracted text. */
export function blobRefs(files: readonly FilePart[]): readonly string[] {
  const blobs = new Set(files.flatMap(({ blob, extracted }) => [blob, ...(extracted ? [extracted.blob] : [])]))
  return Array.from(blobs, blob => `blob:${blob}`)
}

export const TextParts = exactly<readonly TextPart[]>()(list(Text))

export const UserParts = exactly<readonly UserPart[]>()(list(z.discriminatedUnion('kind', [Text, File])))

export const AssistantParts = exactly<readonly AssistantPart[]>()(
  list(
    z.discriminatedUnion('kind', [
      Text,
      File,
      z.object({ kind: z.literal('reasoning'), text: z.string(), signature: z.nullable(z.string()) }),
      z.object({
        kind: z.literal('tool-call'),
        callId: id('call'),
        tool: z.string(),
        input: z.string(),
        providerCallId: z.nullable(z.string()),
      }),
      z.object({
        kind: z.literal('provider-call'),
        tool: z.string(),
        input: z.string(),
        outcome: z.enum(['done', 'failed']),
        because: z.exactOptional(z.string()),
      }),
      z.object({
        kind: z.literal('source'),
        url: z.string(),
        title: z.nullable(z.string()),
        citedText: z.nullable(z.string()),
        at: z.exactOptional(z.number()),
      }),
      z.object({
        kind: z.literal('error'),
        code: z.string(),
        message: z.string(),
        status: z.nullable(z.number()),
        retryable: z.boolean(),
        reply: z.exactOptional(z.object({ body: z.string(), requestId: z.nullable(z.string()) })),
      }),
    ]),
  ),
)

export const ResultContent = exactly<ToolResultPart['content']>()(list(z.discriminatedUnion('kind', [Text, File])))

export const ToolResultParts = exactly<readonly ToolResultPart[]>()(
  list(
    z.object({
      kind: z.literal('tool-result'),
      callId: id('call'),
      tool: z.string(),
      outcome: z.enum(['done', 'failed', 'denied', 'unknown']),
      content: ResultContent,
    }),
  ),
)

export const Native = exactly<NativeContent>()(z.object({ protocol: z.string(), content: json }))

export const Usage = z.object({
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
  reasoning: z.number(),
  webSearches: z.number(),
})
const OriginSchema = exactly<Origin>()(z.object({ definition: z.string(), protocol: z.string(), model: z.string() }))

export const requestFields = {
  origin: OriginSchema,
  requestId: z.nullable(id('req')),
  rawUsage: z.nullable(json),
  usage: z.nullable(Usage),
}
export const Request = exactly<RequestFacts>()(z.object(requestFields))

const Spending = z.object({ usage: Usage, cost: z.object({ usd: z.number(), reliable: z.boolean() }) })
export const Cumulative = exactly<CumulativeSpending>()(z.object({ own: Spending, inherited: Spending }))
