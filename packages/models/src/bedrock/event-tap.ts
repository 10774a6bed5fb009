import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import type { Json } from '@stet/history'

type Marshaller = BedrockRuntimeClient['config']['eventStreamMarshaller']

/** Takes the events of a stream as they were written, once the SDK has made them out. */
export interface EventTap {
  /** A marshaller that tells its events. The SDK itself is given them empty: it drops what it does not know and throws on what it does not expect. */
  on(marshaller: Marshaller): Marshaller
  /** What has come since it was last asked. */
  take(): readonly Json[]
}

export function createEventTap(): EventTap {
  let events: Json[] = []
  return {
    on: marshaller => ({
      serialize: marshaller.serialize,
      deserialize: (body, deserializer) =>
        marshaller.deserialize(body, input => {
          const [entry] = Object.entries(input)
          if (entry === undefined || entry[1].headers[':message-type']?.value !== 'event') return deserializer(input)
          const [type, message] = entry
          events.push({ [type]: JSON.parse(new TextDecoder().decode(message.body)) })
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
