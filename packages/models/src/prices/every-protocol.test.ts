import { calcPrice, extractUsage, findProvider } from '@pydantic/genai-prices'
import type { Json, Usage } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toUsage as fromAnthropic } from '../anthropic/usage.ts'
import { toUsage as fromBedrock } from '../bedrock/usage.ts'
import { defaultDefinitionOptions } from '../definition.ts'
import { toUsage as fromGemini } from '../gemini/usage.ts'
import { toUsage as fromChat } from '../openai-chat/usage.ts'
import { toUsage as fromResponses } from '../openai-responses/usage.ts'
import { costOf } from './cost-of.ts'
import { findPrices } from './find-prices.ts'
import { loadBundledPrices } from './load-bundled-prices.ts'

/** Tokens of one request, none contained in another. */
interface Tokens {
  readonly input: number
  readonly images: number
  readonly cacheRead: number
  readonly shortWrites: number
  readonly longWrites: number
  readonly text: number
  readonly reasoning: number
  readonly madeImages: number
  readonly searches: number
}

const tokens = fc.nat(150_000)
const arbitraryTokens = fc.record<Tokens>({
  input: tokens,
  images: tokens,
  cacheRead: tokens,
  shortWrites: tokens,
  longWrites: tokens,
  text: tokens,
  reasoning: tokens,
  madeImages: tokens,
  searches: fc.nat(5),
})

interface Protocol {
  readonly type: 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'bedrock'
  readonly model: string
  /** By whom and in which form the data's own reader reads it. */
  readonly vendor: string
  readonly form: string
  /** Where the report is in an answer. */
  readonly root: string
  readonly write: (tokens: Tokens) => Json
  readonly read: (raw: Json) => Usage | null
}

const chatOrResponses = ({ input, images, cacheRead, shortWrites, text, reasoning }: Tokens) => ({
  sent: input + images + cacheRead + shortWrites,
  details: { cached_tokens: cacheRead, cache_write_tokens: shortWrites },
  written: text + reasoning,
  writtenDetails: { reasoning_tokens: reasoning },
})

const protocols: readonly Protocol[] = [
  {
    type: 'anthropic',
    model: 'claude-sonnet-4-5',
    vendor: 'anthropic',
    form: 'default',
    root: 'usage',
    write: ({ input, cacheRead, shortWrites, longWrites, text, reasoning, searches }) => ({
      input_tokens: input,
      cache_read_input_tokens: cacheRead,
      cache_creation_input_tokens: shortWrites + longWrites,
      cache_creation: { ephemeral_5m_input_tokens: shortWrites, ephemeral_1h_input_tokens: longWrites },
      output_tokens: text + reasoning,
      output_tokens_details: { thinking_tokens: reasoning },
      server_tool_use: { web_search_requests: searches },
    }),
    read: fromAnthropic,
  },
  {
    type: 'openai-chat',
    model: 'gpt-5.6-sol',
    vendor: 'openai',
    form: 'chat',
    root: 'usage',
    write: reported => {
      const { sent, details, written, writtenDetails } = chatOrResponses(reported)
      return {
        prompt_tokens: sent,
        prompt_tokens_details: details,
        completion_tokens: written,
        completion_tokens_details: writtenDetails,
      }
    },
    read: fromChat,
  },
  {
    type: 'openai-responses',
    model: 'gpt-5.6-sol',
    vendor: 'openai',
    form: 'responses',
    root: 'usage',
    write: reported => {
      const { sent, details, written, writtenDetails } = chatOrResponses(reported)
      return {
        input_tokens: sent,
        input_tokens_details: details,
        output_tokens: written,
        output_tokens_details: writtenDetails,
      }
    },
    read: raw => fromResponses(raw, []),
  },
  ...['gemini-2.5-pro', 'gemini-3-pro-image'].map(
    (model): Protocol => ({
      type: 'gemini',
      model,
      vendor: 'google',
      form: 'default',
      root: 'usageMetadata',
      write: ({ input, images, cacheRead, text, reasoning, madeImages }) => {
        const cached = model.endsWith('image') ? 0 : cacheRead
        return {
          promptTokenCount: input + images + cached,
          promptTokensDetails: [
            { modality: 'TEXT', tokenCount: input + cached },
            { modality: 'IMAGE', tokenCount: images },
          ],
          cachedContentTokenCount: cached,
          candidatesTokenCount: text + madeImages,
          candidatesTokensDetails: [
            { modality: 'TEXT', tokenCount: text },
            { modality: 'IMAGE', tokenCount: madeImages },
          ],
          thoughtsTokenCount: reasoning,
        }
      },
      read: raw => fromGemini(raw, 0),
    }),
  ),
  {
    type: 'bedrock',
    model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    vendor: 'aws',
    form: 'default',
    root: 'usage',
    write: ({ input, cacheRead, shortWrites, text, reasoning }) => ({
      inputTokens: input,
      cacheReadInputTokens: cacheRead,
      cacheWriteInputTokens: shortWrites,
      outputTokens: text + reasoning,
      totalTokens: input + cacheRead + shortWrites + text + reasoning,
    }),
    read: raw => fromBedrock(raw, 0),
  },
]

describe('what a request cost, by what its provider reported', () => {
  for (const { type, model, vendor, form, root, write, read } of protocols) {
    it(`[U3] is what those who keep the data make of it: ${model} over ${type}`, async () => {
      const data = await loadBundledPrices()
      const timestamp = new Date(Date.UTC(2026, 9, 1))
      const definition = { type, baseUrl: null, options: defaultDefinitionOptions }
      const sources = { definition, model, discovered: null, override: null, data, at: timestamp.getTime() }
      const prices = findPrices(sources)
      const provider = findProvider({ providerId: vendor })
      if (provider === undefined) throw new Error(`the data does not know ${vendor}`)
      fc.assert(
        fc.property(arbitraryTokens, reported => {
          const raw = write(reported)
          const ours = costOf({ usage: read(raw), rawUsage: raw, protocol: type, prices })
          const { usage } = extractUsage(provider, { model, [root]: raw }, form)
          const theirs = calcPrice(usage, model, { provider, timestamp })
          expect(ours).toEqual({ usd: expect.closeTo(theirs?.total_price ?? Number.NaN, 9), reliable: true })
        }),
        { numRuns: 50 },
      )
    })
  }
})
