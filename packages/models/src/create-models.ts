import type { ModelChoice, ModelFacts, ModelRequest, Origin } from '@stet/history'
import type { ConnectedDefinition, Connections } from './connections.ts'
import type { Definition } from './definition.ts'
import { demoPrices } from './demo/definition.ts'
import type { DemoModel } from './demo/demo-model.ts'
import { askJson, LIST_LIMITS } from './discovery/ask-json.ts'
import { findKnown } from './facts/find-known.ts'
import { mergeFacts } from './facts/merge-facts.ts'
import { makeImages } from './images/make-images.ts'
import { ModelError } from './model-error.ts'
import type { ModelEvent } from './model-event.ts'
import type { ModelCall, Models, PreparedCall } from './models.ts'
import type { PriceList } from './price-list.ts'
import { findContextWindow } from './prices/find-context-window.ts'
import { findPrices } from './prices/find-prices.ts'
import type { PriceData } from './prices/price-data.ts'
import type { Provider } from './provider.ts'
import { loadProvider } from './providers.ts'
import { type OpenedCall, type RetryPolicy, streamAnswer, toSent, toWire, usualRetries } from './stream-answer.ts'
import { jsonField } from './transport/json-field.ts'
import type { Wait } from './wait.ts'

export interface ModelsOptions {
  readonly demo: DemoModel
  readonly connections: Connections
  readonly files: {
    /** The bytes of a file that a request names. */
    read(blob: string): Promise<Uint8Array>
  }
  readonly prices: {
    /** The price data in force: what came with Stet, or what the user refreshed. */
    read(): Promise<PriceData>
  }
  readonly clock: () => number
  readonly retries?: Partial<RetryPolicy>
  readonly wait?: Wait
  readonly random?: () => number
}

/** A model that was found: how it is spoken to, and what is known of it. */
interface Found {
  readonly connected: ConnectedDefinition
  readonly provider: Provider
  readonly facts: ModelFacts
  readonly prices: PriceList | null
}

type Asked = Parameters<Models['prepare']>[0]

type Opened = Pick<OpenedCall, 'connection' | 'prepared' | 'body'> & { readonly priceList: PriceList | null }

/** The models that can be chosen: those of every definition, and the demo, which needs none. */
export function createModels(options: ModelsOptions): Models {
  const { demo, connections, files, prices, clock, wait, random } = options
  const retries = { ...usualRetries, ...options.retries }

  function isDemo({ definition, model }: ModelChoice): boolean {
    return definition === demo.facts.definition && model === demo.facts.model
  }

  async function find({ definition: id, model }: ModelChoice): Promise<Found | null> {
    const connected = await connections.find(id)
    if (connected === null) return null
    const { definition } = connected.connection
    const provider = await loadProvider(definition.type)
    if (provider === null) return null
    const data = await prices.read()
    const discovered = connected.models.find(each => each.model === model) ?? null
    const override = connected.overrides[model] ?? null
    const known = findKnown(definition.type, model)
    const facts = mergeFacts({
      definition,
      model,
      defaults: provider.defaults,
      known,
      contextWindow: findContextWindow({ definition, model, data }),
      discovered,
      override,
      atAddress: provider.factsAt?.(definition, known) ?? {},
    })
    const list = findPrices({ definition, model, discovered, override, data, at: clock() })
    return { connected, provider, facts, prices: list }
  }

  /** How prepared calls are sent. It has their secrets, which are for nobody else. */
  const opened = new WeakMap<PreparedCall, Opened>()

  async function open({ choice, request, settings, room }: Asked): Promise<Opened> {
    const found = await find(choice)
    if (found === null) {
      throw new ModelError('not-found', { message: `no model ${choice.model} is defined under ${choice.definition}` })
    }
    const { connected, provider, prices: priceList } = found
    const { connection } = connected
    const facts = room === undefined ? found.facts : withinRoom(found.facts, room)
    const files = await readFiles(request)
    return { connection, prepared: provider.prepare({ connection, facts, request, settings, files }), priceList }
  }

  async function openToStream(call: ModelCall): Promise<OpenedCall> {
    const { onSent, onUsage, prepared } = call
    const { priceList, ...rest } = (prepared && opened.get(prepared)) ?? (await open(call))
    return {
      ...rest,
      ...(onSent && { onSent: sent => onSent({ ...sent, prices: priceList }) }),
      ...(onUsage && { onUsage }),
    }
  }

  async function prepare(call: Asked): Promise<PreparedCall | null> {
    if (isDemo(call.choice)) return null
    const { priceList, ...rest } = await open(call)
    const wire = toWire(rest)
    const sent = { ...toSent(wire, rest.prepared, rest.connection.credentials), prices: priceList }
    const prepared = { sent }
    opened.set(prepared, { ...rest, priceList, ...(wire.body !== undefined && { body: wire.body }) })
    return prepared
  }

  function stream(call: ModelCall): AsyncIterable<ModelEvent> {
    if (isDemo(call.choice)) return demo.stream(call)
    const { settings, signal } = call
    const openCall = () => openToStream(call)
    return streamAnswer({ open: openCall, streaming: settings.streaming, signal, retries, wait, random })
  }

  async function readFiles(request: ModelRequest): Promise<ReadonlyMap<string, Uint8Array>> {
    const blobs = blobsIn(request)
    return new Map(await Promise.all(blobs.map(async blob => [blob, await files.read(blob)] as const)))
  }

  /** Whether an answer came from this definition, or from another one with the same address. */
  async function isSamePlace(origin: Origin, { id, type, baseUrl }: Definition): Promise<boolean> {
    if (origin.definition === id) return true
    const other = (await connections.find(origin.definition))?.connection.definition
    return other?.type === type && addressOf(other.baseUrl) === addressOf(baseUrl)
  }

  return {
    async facts(choice) {
      return isDemo(choice) ? demo.facts : ((await find(choice))?.facts ?? null)
    },
    async prices(choice) {
      return isDemo(choice) ? demoPrices : ((await find(choice))?.prices ?? null)
    },
    async notApplied(choice, settings) {
      const found = isDemo(choice) ? null : await find(choice)
      return found === null ? [] : found.provider.notApplied(found.facts, settings, found.connected.connection)
    },
    async reads(choice, origins) {
      const found = isDemo(choice) || origins.length === 0 ? null : await find(choice)
      if (found === null) return []
      const { connected, provider } = found
      const { definition } = connected.connection
      const readable: Origin[] = []
      for (const origin of origins) {
        if (origin.protocol !== definition.type) continue
        if (provider.familyOf(origin.model) !== provider.familyOf(choice.model)) continue
        if (await isSamePlace(origin, definition)) readable.push(origin)
      }
      return readable
    },
    async count({ choice, request, settings, signal }) {
      const found = isDemo(choice) ? null : await find(choice)
      if (found === null) return null
      const { connected, provider, facts } = found
      const { connection } = connected
      const asked = provider.count?.({ connection, facts, request, settings, files: await readFiles(request) }) ?? null
      if (asked === null) return null
      const { field, ...question } = asked
      const tokens = jsonField(await askJson(connection, signal, { ...question, limits: LIST_LIMITS }), field)
      if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0) return tokens
      throw new ModelError('protocol', { message: `${connection.definition.name} answered without a count` })
    },
    prepare,
    stream,
    async makeImages({ choice, prompt, images, signal, onSent }) {
      const found = isDemo(choice) ? null : await find(choice)
      const maker = found?.provider.images
      if (found === null || maker === undefined) {
        throw new ModelError('not-found', { message: `${choice.model} makes no images` })
      }
      const { connected, facts, prices: priceList } = found
      return makeImages({
        maker,
        connection: connected.connection,
        model: facts.model,
        prompt,
        images,
        signal,
        onSent: sent => onSent({ ...sent, prices: priceList }),
      })
    },
  }
}

function addressOf(baseUrl: string | null): string {
  return baseUrl?.trim().replace(/\/+$/, '') ?? ''
}

/** What is assumed where a protocol needs an output limit and none is known (W1). */
const USUAL_OUTPUT_LIMIT = 8192

/** The facts of a model that has that many tokens left for its answer. */
function withinRoom(facts: ModelFacts, room: number): ModelFacts {
  return room < (facts.outputLimit ?? USUAL_OUTPUT_LIMIT) ? { ...facts, outputLimit: Math.max(1, room) } : facts
}

function blobsIn({ messages }: ModelRequest): readonly string[] {
  const blobs = new Set<string>()
  for (const message of messages) {
    if (message.form === 'native') continue
    for (const part of message.parts) {
      for (const file of part.kind === 'tool-result' ? part.content : [part]) {
        if (file.kind !== 'file') continue
        blobs.add(file.blob)
        if (file.extracted !== undefined) blobs.add(file.extracted.blob)
      }
    }
  }
  return [...blobs]
}
