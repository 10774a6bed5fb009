import type { Json } from '@stet/history'

/** What raw usage says about prices beyond `Usage`, in tokens. */
export interface RawFigures {
  /** Of the cache writes, those that live longer than is usual. */
  readonly longWrites: number
  /** Of the uncached input and of the output, those of pictures. */
  readonly imagesIn: number
  readonly imagesOut: number
  /** Of the uncached input, those of sound. */
  readonly audioIn: number
  /** Those of a tool that makes pictures, which are in neither. */
  readonly apart: { readonly imagesIn: number; readonly imagesOut: number }
  /** What the provider says that it charged, in US dollars; null where it says nothing (U3). */
  readonly reportedUsd: number | null
  /** A service tier, a speed or a region that has prices of its own; null for the standard one (U5). */
  readonly tier: string | null
  /** False when a figure that decides a price is none (FP-16). */
  readonly readable: boolean
}

export function readFigures(protocol: string, rawUsage: Json | null): RawFigures {
  const reader = createReader(rawUsage)
  const reported = readAs(protocol, reader)
  return {
    longWrites: 0,
    imagesIn: 0,
    imagesOut: 0,
    audioIn: 0,
    apart: { imagesIn: 0, imagesOut: 0 },
    reportedUsd: protocol === 'openai-chat' ? reportedUsd(rawUsage) : null,
    tier: tierOf(rawUsage),
    ...reported,
    readable: reader.readable(),
  }
}

function readAs(protocol: string, { count, sum }: Reader): Partial<RawFigures> {
  switch (protocol) {
    case 'anthropic':
      return { longWrites: count('cache_creation', 'ephemeral_1h_input_tokens') }
    case 'bedrock':
      return { longWrites: sum('cacheDetails', { field: 'ttl', among: ['1h'] }, 'inputTokens') }
    case 'gemini': {
      // Pages of a document are read as pictures.
      const images = { field: 'modality', among: ['IMAGE', 'DOCUMENT'] }
      const audio = { field: 'modality', among: ['AUDIO'] }
      const cached = sum('cacheTokensDetails', images, 'tokenCount')
      const cachedAudio = sum('cacheTokensDetails', audio, 'tokenCount')
      return {
        imagesIn: Math.max(0, sum('promptTokensDetails', images, 'tokenCount') - cached),
        imagesOut: sum('candidatesTokensDetails', images, 'tokenCount'),
        audioIn: Math.max(0, sum('promptTokensDetails', audio, 'tokenCount') - cachedAudio),
      }
    }
    case 'openai-responses':
      return {
        ...ofImages(count),
        longWrites: count('input_tokens_details', 'cache_write_tokens_details', 'ttl_12h_tokens'),
        apart: {
          imagesIn: count('tool_usage', 'image_gen', 'input_tokens'),
          imagesOut: count('tool_usage', 'image_gen', 'output_tokens'),
        },
      }
    case 'openai-chat':
      return {
        imagesIn: count('prompt_tokens_details', 'image_tokens') + ofImages(count).imagesIn,
        audioIn: count('prompt_tokens_details', 'audio_tokens'),
        imagesOut: count('completion_tokens_details', 'image_tokens') + ofImages(count).imagesOut,
      }
    default:
      return {}
  }
}

/** OpenAI's images API has names of its own. */
function ofImages(count: Reader['count']): Pick<RawFigures, 'imagesIn' | 'imagesOut'> {
  return {
    imagesIn: count('input_tokens_details', 'image_tokens'),
    imagesOut: count('output_tokens_details', 'image_tokens'),
  }
}

/** OpenRouter's `cost`. With a key of the user's own, its provider bills the rest apart; Perplexity reports a sum among others. */
function reportedUsd(rawUsage: Json | null): number | null {
  const cost = fieldOf(rawUsage ?? undefined, 'cost')
  const charged = typeof cost === 'number' ? cost : fieldOf(cost, 'total_cost')
  if (!isMoney(charged)) return null
  const apart = fieldOf(fieldOf(rawUsage ?? undefined, 'cost_details'), 'upstream_inference_cost')
  const isOwnKey = fieldOf(rawUsage ?? undefined, 'is_byok') === true
  return isOwnKey && isMoney(apart) ? charged + apart : charged
}

function isMoney(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/** Fields that name how a request was served, in the words of every protocol, and what is standard there. */
const TIER_FIELDS: readonly (readonly [field: string, standard: readonly string[]])[] = [
  ['service_tier', ['standard', 'default', 'auto', 'on_demand']],
  ['speed', ['standard']],
  ['inference_geo', ['global', 'not_available']],
  ['serviceTier', ['standard', 'default', 'unspecified']],
  ['trafficType', ['on_demand', 'traffic_type_unspecified']],
]

function tierOf(rawUsage: Json | null): string | null {
  for (const [field, standard] of TIER_FIELDS) {
    const value = fieldOf(rawUsage ?? undefined, field)
    if (typeof value === 'string' && value !== '' && !standard.includes(value.toLowerCase())) return value
  }
  return null
}

interface Reader {
  /** A count by its path; 0 where there is none. */
  count(...path: readonly string[]): number
  /** The sum of the counts of those entries of a list whose field has one of some values. */
  sum(list: string, word: { readonly field: string; readonly among: readonly string[] }, counted: string): number
  readable(): boolean
}

function createReader(rawUsage: Json | null): Reader {
  let readable = true

  function toCount(value: Json | undefined): number {
    if (value === undefined || value === null) return 0
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    readable = false
    return 0
  }

  return {
    count: (...path) => toCount(path.reduce<Json | undefined>(fieldOf, rawUsage ?? undefined)),
    sum(list, { field, among }, counted) {
      const entries = fieldOf(rawUsage, list)
      if (!isList(entries)) return 0
      const chosen = entries.filter(entry => among.some(word => fieldOf(entry, field) === word))
      return chosen.reduce<number>((total, entry) => total + toCount(fieldOf(entry, counted)), 0)
    },
    readable: () => readable,
  }
}

function fieldOf(json: Json | undefined, name: string): Json | undefined {
  if (typeof json !== 'object' || json === null || isList(json)) return undefined
  return Object.hasOwn(json, name) ? json[name] : undefined
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json)
}
