import type { Json, ModelFacts } from '@stet/history'
import type { DiscoveredModel } from '../discovered-model.ts'
import { toCount } from '../discovery/read-model-list.ts'
import { findKnown } from '../facts/find-known.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject, jsonField, listField, textField } from '../transport/json-field.ts'
import { shorten } from '../transport/to-model-error.ts'

/** Asks a path of the server, with a body by POST. */
export type Ask = (path: string, body?: Json) => Promise<Json>

/** What a server says of its models beside its list; null for one that is not for chats. */
type Probed = ReadonlyMap<string, Partial<DiscoveredModel> | null>

/** How many models are asked about at once: a local server has one disk. */
const AT_ONCE = 8

/**
 * What local servers say of their models, each in its own way: Ollama, LM Studio and llama.cpp are asked, and a server that does not answer
 * is none of them.
 */
export async function probeServer(models: readonly DiscoveredModel[], ask: Ask): Promise<readonly DiscoveredModel[]> {
  const names = models.map(({ model }) => model)
  const answers = await Promise.all([askOllama(names, ask), askLmStudio(ask), askLlamaCpp(names, ask)])
  return models.flatMap(listed => {
    const said = answers.map(answer => answer.get(listed.model))
    return said.includes(null) ? [] : [withFacts(listed, said)]
  })
}

function withFacts(
  listed: DiscoveredModel,
  said: readonly (Partial<DiscoveredModel> | null | undefined)[],
): DiscoveredModel {
  const takes: Partial<ModelFacts['takes']> = Object.assign({}, listed.takes, ...said.map(facts => facts?.takes))
  const merged: DiscoveredModel = Object.assign({}, listed, ...said)
  return Object.keys(takes).length === 0 ? merged : { ...merged, takes }
}

/** The answer to a probe; null where there is none, because the server is another one. */
async function tryAsk(ask: Ask, path: string, body?: Json): Promise<Json> {
  try {
    return await ask(path, body)
  } catch (error) {
    if (error instanceof ModelError && error.kind !== 'aborted') return null
    throw error
  }
}

async function askOllama(names: readonly string[], ask: Ask): Promise<Probed> {
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
  const usual = serverDefault(answers, loaded)
  return new Map([...answers].map(([model, shownOf]) => [model, fromOllama(model, shownOf, loaded.get(model), usual)]))
}

/** What Ollama loads a model with where neither its file nor `OLLAMA_CONTEXT_LENGTH` says otherwise. */
const OLLAMA_WINDOW = 4096

/** The server does not say its default, but a model that is loaded without a setting of its own has it. */
function serverDefault(
  shown: ReadonlyMap<string, Json>,
  loaded: ReadonlyMap<string | null, number | undefined>,
): number {
  const unset = [...shown].filter(([, answer]) => parameterOf(answer) === undefined)
  return unset.map(([model]) => loaded.get(model)).find(window => window !== undefined) ?? OLLAMA_WINDOW
}

function fromOllama(
  model: string,
  shown: Json,
  loaded: number | undefined,
  usual: number,
): Partial<DiscoveredModel> | null {
  const abilities = jsonField(shown, 'capabilities')
  if (isJsonList(abilities) && !abilities.includes('completion')) return null
  // A model is loaded with less than it was trained for, and Ollama silently cuts off what exceeds it.
  const sure = loaded ?? parameterOf(shown)
  const contextWindow = sure ?? Math.min(usual, trainedWindow(jsonField(shown, 'model_info')) ?? usual)
  const known = { contextWindow, ...(sure === undefined && { uncertainWindow: true }) }
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

/** Its name begins with that of the architecture: `llama.context_length`. */
function trainedWindow(info: Json): number | undefined {
  if (!isJsonObject(info)) return undefined
  const [, window] = Object.entries(info).find(([field]) => field.endsWith('.context_length')) ?? []
  return window === undefined ? undefined : toCount(window)
}

/**
 * Makes Ollama load a model with this window from now on. A request over Chat Completions cannot say it, so the model is written again
 * from itself with the parameter: its weights and its other parameters stay.
 */
export async function setOllamaWindow(model: string, tokens: number, ask: Ask): Promise<void> {
  const answer = await ask('/api/create', { model, from: model, parameters: { num_ctx: tokens }, stream: false })
  if (textField(answer, 'status') === 'success') return
  const said = textField(answer, 'error') ?? textField(answer, 'status') ?? 'it did not say why'
  throw new ModelError('invalid-request', { message: `Ollama did not set the window: ${shorten(said)}` })
}

async function askLmStudio(ask: Ask): Promise<Probed> {
  const [current, earlier] = await Promise.all([tryAsk(ask, '/api/v1/models'), tryAsk(ask, '/api/v0/models')])
  return new Map([
    ...listField(earlier, 'data').flatMap(fromLmStudio),
    // Its list names models and their loaded instances, which are other names of the same.
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

/** It serves one model, under any name. */
async function askLlamaCpp(names: readonly string[], ask: Ask): Promise<Probed> {
  const properties = await tryAsk(ask, '/props')
  const window = toCount(jsonField(jsonField(properties, 'default_generation_settings'), 'n_ctx'))
  if (window === undefined) return new Map()
  const sees = jsonField(jsonField(properties, 'modalities'), 'vision')
  const facts = { contextWindow: window, ...(typeof sees === 'boolean' && { takes: { images: sees } }) }
  return new Map(names.map(name => [name, facts]))
}
