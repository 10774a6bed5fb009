import { describe, expect, it } from 'vitest'
import { fromException } from '../bedrock/errors.ts'
import { bedrockFixtures } from '../bedrock/fixtures.ts'
import { bedrock } from '../bedrock/provider.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { openAnswer } from '../testing/open-answer.ts'
import { testConnection } from '../testing/test-connection.ts'
import { toFrame } from '../testing/to-frame.ts'
import { createFrameDecoder } from './frame-decoder.ts'

const { say, frame, facts, streamType } = bedrockFixtures

/** A complete frame whose content is not JSON. */
function garbled(): Uint8Array<ArrayBuffer> {
  return toFrame({ ':message-type': 'event', ':event-type': 'contentBlockDelta' }, '{"contentBlock')
}

async function read(frames: readonly (string | Uint8Array<ArrayBuffer>)[]) {
  const lines: string[] = []
  const fetch: typeof globalThis.fetch = async () =>
    new Response(new Blob([...frames]), { headers: { 'content-type': streamType } })
  const log = (line: string) => lines.push(line)
  const connection = testConnection({ type: 'bedrock', baseUrl: 'us-west-2', fetch, log })
  return { ...(await recordStream(openAnswer(bedrock, { connection, facts }))), lines }
}

describe('createFrameDecoder', () => {
  const [first, ...rest] = say('Hello there.').map(frame)
  if (first === undefined) throw new Error('the fixture says nothing')

  it('[FP-2] leaves out an event that is not JSON, and logs it', async () => {
    const plain = await read([first, ...rest])
    const { events, thrown, lines } = await read([first, garbled(), ...rest])
    expect({ events, thrown, lines }).toEqual({
      events: plain.events,
      thrown: null,
      lines: ['Bedrock: an event contentBlockDelta was not JSON and was left out'],
    })
  })

  it('[FP-2] ends at the fifth in a row, and keeps what came', async () => {
    const several = Array.from({ length: 5 }, garbled)
    const { events, thrown } = await read([first, ...rest.slice(0, 1), ...several, ...rest.slice(1)])
    expect({ events: events.map(({ kind }) => kind), thrown }).toMatchObject({
      events: ['part-started', 'part-delta'],
      thrown: { kind: 'protocol', message: 'Bedrock sends events that are not JSON' },
    })
  })

  it('[FP-4] says that an answer broke off where bytes are not a frame, and keeps what came', async () => {
    const broken = new Uint8Array(frame(say('x')[0] ?? {}).length)
    const { events, thrown } = await read([first, ...rest.slice(0, 1), broken])
    expect({ events: events.map(({ kind }) => kind), thrown }).toMatchObject({
      events: ['part-started', 'part-delta'],
      thrown: { kind: 'protocol', message: expect.stringContaining('cannot be read any further') },
    })
  })

  it('[FP-2] [FP-4] takes a frame with a wrong checksum for broken off', () => {
    const bytes = toFrame({ ':message-type': 'event', ':event-type': 'messageStart' }, '{"role":"assistant"}')
    bytes[bytes.length - 6] = 0
    const decoder = createFrameDecoder('host', { fromException })
    expect({ events: decoder.push(bytes), failure: decoder.failure()?.kind }).toEqual({
      events: [],
      failure: 'protocol',
    })
  })
})
