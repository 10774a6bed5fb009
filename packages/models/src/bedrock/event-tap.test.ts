import { EventStreamCodec } from '@smithy/eventstream-codec'
import { fromUtf8, toUtf8 } from '@smithy/util-utf8'
import { defaultAnswerSettings } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { conversation } from '../testing/conversation.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { testConnection } from '../testing/test-connection.ts'
import { bedrockFixtures } from './fixtures.ts'
import { bedrock } from './provider.ts'

const { say, frame, facts, streamType } = bedrockFixtures
const codec = new EventStreamCodec(toUtf8, fromUtf8)

/** A frame that is whole, and whose content is no JSON. */
function garbled(): Uint8Array<ArrayBuffer> {
  const text = (value: string) => ({ type: 'string' as const, value })
  const headers = { ':message-type': text('event'), ':event-type': text('contentBlockDelta') }
  return new Uint8Array(codec.encode({ headers, body: fromUtf8('{"contentBlock') }))
}

async function read(frames: readonly (string | Uint8Array<ArrayBuffer>)[]) {
  const lines: string[] = []
  const fetch: typeof globalThis.fetch = async () =>
    new Response(new Blob([...frames]), { headers: { 'content-type': streamType } })
  const log = (line: string) => lines.push(line)
  const record = await recordStream(
    bedrock.stream({
      connection: testConnection({ type: 'bedrock', baseUrl: 'us-west-2', fetch, log }),
      facts,
      request: conversation('Hello?'),
      settings: defaultAnswerSettings,
      files: new Map(),
      signal: new AbortController().signal,
      onMapped: () => undefined,
    }),
  )
  return { ...record, lines }
}

describe('createEventTap', () => {
  const [first, ...rest] = say('Hello there.').map(frame)
  if (first === undefined) throw new Error('the fixture says nothing')

  it('[FP-2] leaves out an event that is no JSON, and says so', async () => {
    const plain = await read([first, ...rest])
    const { events, thrown, lines } = await read([first, garbled(), ...rest])
    expect({ events, thrown, lines }).toEqual({
      events: plain.events,
      thrown: null,
      lines: ['Bedrock: an event contentBlockDelta was no JSON and was left out'],
    })
  })

  it('[FP-2] ends at the fifth in a row, and keeps what came', async () => {
    const several = Array.from({ length: 5 }, garbled)
    const { events, thrown } = await read([first, ...rest.slice(0, 1), ...several, ...rest.slice(1)])
    expect({ events: events.map(({ kind }) => kind), thrown }).toMatchObject({
      events: ['part-started', 'part-delta'],
      thrown: { kind: 'protocol', message: 'Bedrock sends events that are no JSON' },
    })
  })
})
