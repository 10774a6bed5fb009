import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { parseJson } from '../transport/json-field.ts'

type Marshaller = BedrockRuntimeClient['config']['eventStreamMarshaller']

/** Takes the events of a stream as they were written, once the SDK has made them out. */
export interface EventTap {
  /** A marshaller that tells its events. The SDK itself is given them empty: it drops what it does not know and throws on what it does not expect. */
  on(marshaller: Marshaller): Marshaller
  /** What has come since it was last asked. */
  take(): readonly Json[]
}

/** So many in a row end a stream (FP-2): one now and then is noise, this is another language. */
const MOST_MALFORMED_IN_A_ROW = 5

export function createEventTap(log?: (line: string) => void): EventTap {
  let events: Json[] = []
  let malformed = 0

  function keep(type: string, body: Uint8Array): void {
    const value = parseJson(new TextDecoder().decode(body))
    if (value !== undefined) {
      malformed = 0
      events.push({ [type]: value })
      return
    }
    malformed += 1
    log?.(`Bedrock: an event ${type} was no JSON and was left out`)
    if (malformed === MOST_MALFORMED_IN_A_ROW) {
      throw new ModelError('protocol', { message: 'Bedrock sends events that are no JSON' })
    }
  }

  return {
    on: marshaller => ({
      serialize: marshaller.serialize,
      deserialize: (body, deserializer) =>
        marshaller.deserialize(body, input => {
          const [entry] = Object.entries(input)
          if (entry === undefined || entry[1].headers[':message-type']?.value !== 'event') return deserializer(input)
          const [type, message] = entry
          keep(type, message.body)
          return deserializer({ [type]: { ...message, body: new Uint8Array() } })
        }),
    }),
    take() {
      const taken = events
      events = []
      return taken
    },
  }
}
