import type { Json, ModelFacts } from '@stet/history'
import type { DiscoveredModel } from '../discovered-model.ts'
import type { Prices } from '../price-list.ts'
import { isJsonList, isJsonObject, type JsonObject, jsonField, listField, textField } from '../transport/json-field.ts'

export interface ModelList {
  readonly models: readonly DiscoveredModel[]
  /** How many entries name no model. */
  readonly leftOut: number
}

/** The models of `{ data: […] }`, of a list of objects or of a list of names (P3), or null when it is none of these. */
export function readModelList(answer: Json): ModelList | null {
  const list = [answer, jsonField(answer, 'data'), jsonField(answer, 'models')].find(isJsonList)
  if (list === undefined) return null
  const found = new Map<string, DiscoveredModel>()
  let leftOut = 0
  for (const entry of list) {
    const model = readModel(entry)
    if (model === null) leftOut += 1
    else if (isUsable(entry, model.model)) found.set(model.model, model)
  }
  return leftOut > 0 && leftOut === list.length ? null : { models: [...found.values()], leftOut }
}

function readModel(entry: Json): DiscoveredModel | null {
  if (typeof entry === 'string') return entry === '' ? null : { model: entry }
  if (!isJsonObject(entry)) return null
  const model = ['id', 'model', 'name', 'key']
    .map(field => textField(entry, field))
    .find(id => id !== null && id !== '')
  if (model === undefined || model === null) return null
  const name = ['display_name', 'name']
    .map(field => textField(entry, field))
    .find(reported => reported !== null && reported !== model)
  const contextWindow = windowOf(entry)
  const outputLimit = outputLimitOf(entry)
  const takes = takesOf(entry)
  const reasoning = reasoningOf(entry)
  const caching = cachingOf(entry)
  const prices = pricesOf(entry)
  return {
    model,
    ...(name && { name }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(outputLimit !== undefined && { outputLimit }),
    ...(takes !== undefined && { takes }),
    ...(reasoning !== undefined && { reasoning }),
    ...(caching !== undefined && { caching }),
    ...(prices !== undefined && { prices }),
  }
}

/** Names of models for something else than chats, in lists that say no more than the name. */
const NOT_FOR_CHAT =
  /(^|[/:_-])(whisper|tts|text-embedding|embedding|embed|bge|sora|omni-moderation|text-moderation|moderation|rerank(er)?|gpt-4o(-mini)?-transcribe|davinci-002|babbage-002)([/:_.-]|\d|$)/i

/** False for what the server or the name says is for something else: embeddings, speech. Models that make images are for a tool (T9). */
function isUsable(entry: Json, model: string): boolean {
  if (NOT_FOR_CHAT.test(model)) return false
  const type = textField(entry, 'type')
  if (type !== null && /embed|rerank|audio|speech|transcri|moderation|^video$/i.test(type)) return false
  const makes = listField(jsonField(entry, 'architecture'), 'output_modalities')
  if (makes.length > 0 && !makes.includes('text')) return false
  const talks = jsonField(jsonField(entry, 'capabilities'), 'completion_chat') ?? jsonField(entry, 'supports_chat')
  return talks !== false && jsonField(entry, 'active') !== false
}

/** By the names that servers have for it: OpenRouter and Together, Groq, Mistral, vLLM, llama.cpp. */
function windowOf(entry: JsonObject): number | undefined {
  const fields = ['context_length', 'context_window', 'max_context_length', 'max_model_len'].map(field =>
    jsonField(entry, field),
  )
  return [...fields, jsonField(jsonField(entry, 'meta'), 'n_ctx')].map(toCount).find(count => count !== undefined)
}

function outputLimitOf(entry: JsonObject): number | undefined {
  const provider = jsonField(jsonField(entry, 'top_provider'), 'max_completion_tokens')
  const fields = ['max_completion_tokens', 'max_output_tokens', 'max_output_length'].map(field =>
    jsonField(entry, field),
  )
  return [provider, ...fields].map(toCount).find(count => count !== undefined)
}

export function toCount(value: Json): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function takesOf(entry: JsonObject): Partial<ModelFacts['takes']> | undefined {
  const modalities = listField(jsonField(entry, 'architecture'), 'input_modalities')
  const parameters = jsonField(entry, 'supported_parameters')
  const abilities = jsonField(entry, 'capabilities')
  const hasModalities = modalities.length > 0
  const images = hasModalities ? modalities.includes('image') : flag(abilities, 'vision', entry, 'supports_image_input')
  const tools = isJsonList(parameters)
    ? parameters.includes('tools')
    : flag(abilities, 'function_calling', entry, 'supports_tools')
  if (images === undefined && tools === undefined) return undefined
  return {
    ...(images !== undefined && { images }),
    ...(hasModalities && { files: modalities.includes('file') }),
    ...(tools !== undefined && { tools }),
  }
}

function flag(abilities: Json, ability: string, entry: JsonObject, field: string): boolean | undefined {
  const value = jsonField(abilities, ability) ?? jsonField(entry, field)
  return typeof value === 'boolean' ? value : undefined
}

function reasoningOf(entry: JsonObject): ModelFacts['reasoning'] | undefined {
  const parameters = jsonField(entry, 'supported_parameters')
  if (!isJsonList(parameters)) return undefined
  return parameters.includes('reasoning') || parameters.includes('reasoning_effort') ? 'effort' : 'none'
}

/** A provider that charges for writing to a cache is asked to by marks. */
function cachingOf(entry: JsonObject): ModelFacts['caching'] | undefined {
  const pricing = jsonField(entry, 'pricing')
  if (perToken(pricing, 'input_cache_write') !== undefined) return 'marks'
  return perToken(pricing, 'input_cache_read') === undefined ? undefined : 'automatic'
}

/** OpenRouter's form: US dollars a token, as texts. */
function pricesOf(entry: JsonObject): Partial<Prices> | undefined {
  const pricing = jsonField(entry, 'pricing')
  const input = perMillion(pricing, 'prompt')
  const output = perMillion(pricing, 'completion')
  if (input === undefined || output === undefined) return undefined
  const cacheRead = perMillion(pricing, 'input_cache_read')
  const cacheWrite = perMillion(pricing, 'input_cache_write')
  const webSearch = perToken(pricing, 'web_search')
  const request = perToken(pricing, 'request')
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(webSearch !== undefined && { webSearch }),
    ...(request !== undefined && request > 0 && { request }),
  }
}

function perMillion(pricing: Json, field: string): number | undefined {
  const price = perToken(pricing, field)
  // Rounded to the precision of the list: 0.00000015 × 1,000,000 is 0.15, not 0.15000000000000002.
  return price === undefined ? undefined : Number((price * 1e6).toPrecision(12))
}

/** A negative price is OpenRouter's way to say that it depends on who answers. */
function perToken(pricing: Json, field: string): number | undefined {
  const value = jsonField(pricing, field)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const price = value === '' ? Number.NaN : Number(value)
  return Number.isFinite(price) && price >= 0 ? price : undefined
}
