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
  /** False when a figure that decides a price is none (FP-16). */
  readonly readable: boolean
}

export function readFigures(protocol: string, rawUsage: Json | null): RawFigures {
  const reader = createReader(rawUsage)
  const told = readAs(protocol, reader)
  return {
    longWrites: 0,
    imagesIn: 0,
    imagesOut: 0,
    audioIn: 0,
    apart: { imagesIn: 0, imagesOut: 0 },
    ...told,
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
        longWrites: count('input_tokens_details', 'cache_write_tokens_details', 'ttl_12h_tokens'),
        apart: {
          imagesIn: count('tool_usage', 'image_gen', 'input_tokens'),
          imagesOut: count('tool_usage', 'image_gen', 'output_tokens'),
        },
      }
    case 'openai-chat':
      return {
        imagesIn: count('prompt_tokens_details', 'image_tokens'),
        audioIn: count('prompt_tokens_details', 'audio_tokens'),
        imagesOut: count('completion_tokens_details', 'image_tokens'),
      }
    default:
      return {}
  }
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
