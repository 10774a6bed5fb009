import type { Json, ModelFacts } from '@stet/history'
import type { DiscoveredModel } from '../discovered-model.ts'
import { toCount } from '../discovery/read-model-list.ts'
import { findKnown } from '../facts/find-known.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject, jsonField, listField, textField } from '../transport/json-field.ts'

/** Asks a path of the server, with a body by POST. */
export type Ask = (path: string, body?: Json) => Promise<Json>

/** What a server tells beside its list; null for a model that it says is for something else than chats. */
type Told = ReadonlyMap<string, Partial<DiscoveredModel> | null>

/** So many models are asked for at once: a server at home has one disk. */
const AT_ONCE = 8

/**
 * What servers at home tell of their models in their own ways: Ollama, LM Studio and llama.cpp are asked, and whoever does not answer
 * is none of them.
 */
export async function probeServer(models: readonly DiscoveredModel[], ask: Ask): Promise<readonly DiscoveredModel[]> {
  const names = models.map(({ model }) => model)
  const answers = await Promise.all([askOllama(names, ask), askLmStudio(ask), askLlamaCpp(names, ask)])
  return models.flatMap(listed => {
    const told = answers.map(answer => answer.get(listed.model))
    return told.includes(null) ? [] : [withFacts(listed, told)]
  })
}

function withFacts(
  listed: DiscoveredModel,
  told: readonly (Partial<DiscoveredModel> | null | undefined)[],
): DiscoveredModel {
  const takes: Partial<ModelFacts['takes']> = Object.assign({}, listed.takes, ...told.map(facts => facts?.takes))
  const merged: DiscoveredModel = Object.assign({}, listed, ...told)
  return Object.keys(takes).length === 0 ? merged : { ...merged, takes }
}

/** The answer to a probe, or null where there is none: then the server is another one. */
async function tryAsk(ask: Ask, path: string, body?: Json): Promise<Json> {
  try {
    return await ask(path, body)
  } catch (error) {
    if (error instanceof ModelError && error.kind !== 'aborted') return null
    throw error
  }
}

async function askOllama(names: readonly string[], ask: Ask): Promise<Told> {
  const [first, ...others] = names
  if (first === undefined) return new Map()
  const [shown, running] = await Promise.all([tryAsk(ask, '/api/show', { model: first }), tryAsk(ask, '/api/ps')])
  if (!isJsonObject(jsonField(shown, 'model_info'))) return new Map()
  const answers = new Map([[first, shown]])
  for (let from = 0; from < others.length; from += AT_ONCE) {
    const some = others.slice(from, from + AT_ONCE)
    const asked = await Promise.all(some.map(model => tryAsk(ask, '/api/show', { model })))
    for (const [index, model] of some.entries()) answers.set(model, asked[index] ?? null)
  }
  const loaded = new Map(
    listField(running, 'models').map(entry => [textField(entry, 'model'), toCount(jsonField(entry, 'context_length'))]),
  )
  return new Map([...answers].map(([model, shownOf]) => [model, fromOllama(model, shownOf, loaded.get(model))]))
}

function fromOllama(model: string, shown: Json, loaded: number | undefined): Partial<DiscoveredModel> | null {
  const abilities = jsonField(shown, 'capabilities')
  if (isJsonList(abilities) && !abilities.includes('completion')) return null
  // What is loaded and what its file asks for is less than the model could: the rest of a prompt is cut off without a word.
  const window = loaded ?? parameterOf(shown) ?? trainedWindow(jsonField(shown, 'model_info'))
  const known = window === undefined ? {} : { contextWindow: window }
  if (!isJsonList(abilities)) return known
  return {
    ...known,
    takes: { images: abilities.includes('vision'), tools: abilities.includes('tools') },
    reasoning: abilities.includes('thinking') ? thinkingOf(model, shown) : 'none',
  }
}

function thinkingOf(model: string, shown: Json): ModelFacts['reasoning'] {
  const levels = listField(jsonField(shown, 'thinking'), 'values').filter(value => typeof value === 'string')
  return levels.length > 0 ? 'effort' : (findKnown('openai-chat', model)?.reasoning ?? 'switch')
}

function parameterOf(shown: Json): number | undefined {
  const figure = /^num_ctx\s+(\d+)/m.exec(textField(shown, 'parameters') ?? '')?.[1]
  return figure === undefined ? undefined : toCount(Number(figure))
}

/** It bears the name of its architecture: `llama.context_length`. */
function trainedWindow(info: Json): number | undefined {
  if (!isJsonObject(info)) return undefined
  const [, window] = Object.entries(info).find(([field]) => field.endsWith('.context_length')) ?? []
  return window === undefined ? undefined : toCount(window)
}

async function askLmStudio(ask: Ask): Promise<Told> {
  const [current, earlier] = await Promise.all([tryAsk(ask, '/api/v1/models'), tryAsk(ask, '/api/v0/models')])
  return new Map([
    ...listField(earlier, 'data').flatMap(fromLmStudio),
    // Its list names models and what is loaded of them; the latter are other names of the same.
    ...listField(current, 'models').flatMap(fromLmStudio),
  ])
}

function fromLmStudio(entry: Json): readonly (readonly [string, Partial<DiscoveredModel> | null])[] {
  const type = textField(entry, 'type')
  const most = toCount(jsonField(entry, 'max_context_length'))
  const model = textField(entry, 'key') ?? textField(entry, 'id')
  if (model === null || most === undefined) return []
  if (type !== null && /embed/.test(type)) return [[model, null]]
  const instances = listField(entry, 'loaded_instances')
  const loaded = instances.map(instance => toCount(jsonField(jsonField(instance, 'config'), 'context_length')))
  const window = loaded.find(count => count !== undefined) ?? toCount(jsonField(entry, 'loaded_context_length')) ?? most
  const sees = jsonField(jsonField(entry, 'capabilities'), 'vision') === true || type === 'vlm'
  const name = textField(entry, 'display_name')
  const facts = { contextWindow: window, takes: { images: sees }, ...(name !== null && { name }) }
  const others = instances.flatMap(instance => textField(instance, 'id') ?? [])
  return [model, ...others].map(name => [name, facts] as const)
}

/** It serves one model, whatever it is called. */
async function askLlamaCpp(names: readonly string[], ask: Ask): Promise<Told> {
  const properties = await tryAsk(ask, '/props')
  const window = toCount(jsonField(jsonField(properties, 'default_generation_settings'), 'n_ctx'))
  if (window === undefined) return new Map()
  const sees = jsonField(jsonField(properties, 'modalities'), 'vision')
  const facts = { contextWindow: window, ...(typeof sees === 'boolean' && { takes: { images: sees } }) }
  return new Map(names.map(name => [name, facts]))
}
