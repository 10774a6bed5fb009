import type { Json } from '@stet/history'
import { fromStreamError } from '../bedrock/errors.ts'
import { createEventTap } from '../bedrock/event-tap.ts'
import { openRuntime } from '../bedrock/open-client.ts'
import type { Connection } from '../definition.ts'
import { jsonField, parseJson, textField } from '../transport/json-field.ts'
import { fromBase64 } from '../transport/to-base64.ts'
import { toEvents } from './read-answer.ts'
import type { RequestBody } from './request-body.ts'

/** Bedrock's name of the API; it knows no other. */
const VERSION = 'bedrock-2023-05-31'

export interface BedrockCall {
  /** Its base URL is Bedrock's. */
  readonly connection: Pick<Connection, 'definition' | 'credentials'>
  readonly body: RequestBody
  readonly fetch: typeof globalThis.fetch
}

/** The events of an answer that Bedrock carries: Anthropic's own, each wrapped in one of Amazon's (P2). */
export function askBedrock({ connection, body, fetch }: BedrockCall): AsyncGenerator<Json> {
  // Bedrock has the model in the address, and two addresses for an answer that streams and one that does not.
  const { model, stream, ...rest } = body
  const written = JSON.stringify({ anthropic_version: VERSION, ...rest })
  return stream ? streamed(connection, model, written, fetch) : whole(connection, model, written, fetch)
}

function inputOf(model: string) {
  return { modelId: model, contentType: 'application/json', accept: 'application/json', body: '' }
}

async function* streamed(
  connection: BedrockCall['connection'],
  model: string,
  body: string,
  fetch: typeof globalThis.fetch,
): AsyncGenerator<Json> {
  const tap = createEventTap()
  const client = await openRuntime(connection, { fetch, body }, tap)
  const { InvokeModelWithResponseStreamCommand } = await import('@aws-sdk/client-bedrock-runtime')
  try {
    const { body: events = [] } = await client.send(new InvokeModelWithResponseStreamCommand(inputOf(model)))
    for await (const _ of events) yield* tap.take().map(unwrap)
    yield* tap.take().map(unwrap)
  } catch (error) {
    // What came before it in the same piece of the stream stands.
    yield* tap.take().map(unwrap)
    throw fromStreamError(error)
  }
}

/** Null, which no event is, for a chunk that cannot be read: it is counted, and the others are read. */
function unwrap(event: Json): Json {
  const bytes = fromBase64(textField(jsonField(event, 'chunk'), 'bytes') ?? '')
  return bytes === null ? null : (parseJson(new TextDecoder().decode(bytes)) ?? null)
}

async function* whole(
  connection: BedrockCall['connection'],
  model: string,
  body: string,
  fetch: typeof globalThis.fetch,
): AsyncGenerator<Json> {
  let answer = ''
  const onWhole = (text: string) => {
    answer = text
  }
  const client = await openRuntime(connection, { fetch, body, onWhole }, createEventTap())
  const { InvokeModelCommand } = await import('@aws-sdk/client-bedrock-runtime')
  await client.send(new InvokeModelCommand(inputOf(model)))
  yield* toEvents(parseJson(answer) ?? null)
}
