import type { AnswerSettings, Json, ModelFacts, ModelRequest } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { ModelEvent } from '../model-event.ts'
import type { NotApplied } from '../not-applied.ts'
import type { Provider } from '../provider.ts'
import { recordStream, type StreamRecord } from './find-breaches.ts'
import { openAnswer } from './open-answer.ts'
import type { ProviderFixtures } from './provider-fixtures.ts'
import { startWireServer, type WireServer, type WireStep } from './wire-server.ts'

export interface ProviderUnderTest {
  readonly provider: Provider
  readonly fixtures: ProviderFixtures
  /** A connection to a server at this address, with `testKey` for its key. */
  readonly connection: (url: string) => Connection
}

export interface RunOptions {
  readonly request?: ModelRequest
  readonly facts?: ModelFacts
  readonly settings?: Partial<AnswerSettings>
  readonly connection?: Partial<Connection>
  readonly signal?: AbortSignal
  readonly onMapped?: (mapped: Mapped) => void
}

export interface Mapped {
  readonly notApplied: readonly NotApplied[]
  readonly notes: readonly string[]
}

/** One provider against one scripted server. */
export interface Harness {
  readonly server: () => WireServer
  start(): Promise<void>
  close(): Promise<void>
  /** The pieces of a whole streamed answer. */
  pieces(events: readonly Json[]): readonly (string | Uint8Array)[]
  /** The next requests are answered by a stream of these steps. */
  serve(steps: Iterable<WireStep>): void
  /** The next requests are answered without streaming. */
  serveWhole(body: Json): void
  open(options?: RunOptions): AsyncIterable<ModelEvent>
  run(options?: RunOptions): Promise<StreamRecord>
}

export function createHarness({ provider, fixtures, connection }: ProviderUnderTest): Harness {
  let server: WireServer | null = null

  function started(): WireServer {
    if (server === null) throw new Error('the wire server has not started')
    return server
  }

  function open(options: RunOptions = {}): AsyncIterable<ModelEvent> {
    const { onMapped, ...call } = options
    return openAnswer(provider, {
      facts: fixtures.facts,
      ...call,
      connection: { ...connection(started().url), ...options.connection },
      ...(onMapped && { onSent: ({ notApplied, notes }) => onMapped({ notApplied, notes }) }),
    })
  }

  return {
    server: started,
    async start() {
      server = await startWireServer()
    },
    async close() {
      await started().close()
    },
    pieces: events => [...events.map(fixtures.frame), ...fixtures.terminator],
    serve(steps) {
      started().reply({ headers: { 'content-type': fixtures.streamType }, body: steps })
    },
    serveWhole(body) {
      started().reply({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    },
    open,
    run: options => recordStream(open(options)),
  }
}
