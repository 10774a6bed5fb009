import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/answer-of.ts'
import { describeProvider } from '../testing/contract/describe-provider.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { openAnswer } from '../testing/open-answer.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { toFrame } from '../testing/to-frame.ts'
import { anthropicFixtures } from './fixtures.ts'
import { anthropic } from './provider.ts'

const JSON_TYPE = { ':content-type': 'application/json' }

/** An event of Anthropic's in one of Amazon's; `{ exception, message }` is an exception of Amazon's own. */
function frame(event: Json): Uint8Array<ArrayBuffer> {
  if (typeof event === 'object' && event !== null && 'exception' in event) {
    const headers = { ':message-type': 'exception', ':exception-type': String(event.exception), ...JSON_TYPE }
    return toFrame(headers, JSON.stringify({ message: event.message ?? null }))
  }
  const headers = { ':message-type': 'event', ':event-type': 'chunk', ...JSON_TYPE }
  return toFrame(headers, JSON.stringify({ bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abc' }))
}

const begun = anthropicFixtures.say('Once upon').slice(0, 4)

describeProvider('anthropic on Bedrock', {
  provider: anthropic,
  connection: url => testConnection({ type: 'anthropic', baseUrl: `bedrock:${url}` }),
  fixtures: {
    ...anthropicFixtures,
    facts: { ...anthropicFixtures.facts, model: 'us.anthropic.claude-test-1-v1:0' },
    streamType: 'application/vnd.amazon.eventstream',
    frame,
    failures: [
      {
        name: 'a throttling at the very start',
        events: [{ exception: 'throttlingException', message: 'Too many requests' }],
        kind: 'rate-limited',
        retryable: true,
        published: '',
      },
      {
        name: 'an error of the model in mid-stream',
        events: [...begun, { exception: 'modelStreamErrorException', message: 'It broke' }],
        kind: 'overloaded',
        retryable: true,
        published: 'Once upon',
      },
    ],
    refusals: [
      {
        name: 'a prompt that is too long',
        status: 400,
        headers: { 'x-amzn-errortype': 'ValidationException:http://internal.amazon.com/' },
        body: { message: 'Input is too long for requested model.' },
        kind: 'context-too-long',
        retryable: false,
      },
      {
        name: 'a signature that does not hold',
        status: 400,
        headers: { 'x-amzn-errortype': 'ValidationException' },
        body: { message: 'messages.1.content.0: Invalid `signature` in `thinking` block' },
        kind: 'replay-refused',
        retryable: false,
      },
      {
        name: 'a key that may not',
        status: 403,
        headers: { 'x-amzn-errortype': 'AccessDeniedException' },
        body: { message: 'You do not have access to the model' },
        kind: 'auth',
        retryable: false,
      },
    ],
    recorded: [],
  },
})

describe('Claude on Bedrock', () => {
  const type = 'application/vnd.amazon.eventstream'
  const model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'

  async function send(baseUrl: string, frames: readonly Uint8Array<ArrayBuffer>[], streaming = true) {
    const sent: { readonly url: string; readonly authorization: string | null; readonly body: Json }[] = []
    const lines: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      const { url, headers } = request
      sent.push({ url, authorization: headers.get('authorization'), body: JSON.parse(await request.text()) })
      return new Response(new Blob(frames.slice()), {
        headers: { 'content-type': streaming ? type : 'application/json' },
      })
    }
    const record = await recordStream(
      openAnswer(anthropic, {
        connection: testConnection({ type: 'anthropic', baseUrl, fetch, log: line => lines.push(line) }),
        facts: { ...anthropicFixtures.facts, model },
        settings: { streaming, temperature: 0.2, outputLimit: 1536 },
      }),
    )
    return { sent, lines, answer: answerOf(record) }
  }

  const body = {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 1536,
    temperature: 0.2,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello?' }] }],
  }
  const named = encodeURIComponent(model)

  it.each(['us-west-2', 'bedrock:us-west-2', 'https://bedrock-runtime.us-west-2.amazonaws.com/'])(
    "[P2] is spoken to at %s in Anthropic's own words, with the key as a bearer",
    async baseUrl => {
      const { sent, answer } = await send(baseUrl, anthropicFixtures.say('Hello there.').map(frame))
      const url = `https://bedrock-runtime.us-west-2.amazonaws.com/model/${named}/invoke-with-response-stream`
      expect({ sent, native: answer.native }).toEqual({
        sent: [{ url, authorization: `Bearer ${testKey}`, body }],
        native: { protocol: 'anthropic', content: [{ type: 'text', text: 'Hello there.' }] },
      })
    },
  )

  it('[P2] answers whole where it is not to stream', async () => {
    const { whole } = anthropicFixtures.scenarios.text
    const frames = [new TextEncoder().encode(JSON.stringify(whole))]
    const { sent, answer } = await send('us-west-2', frames, false)
    const url = `https://bedrock-runtime.us-west-2.amazonaws.com/model/${named}/invoke`
    expect({ url: sent.map(request => request.url), parts: answer.parts }).toEqual({
      url: [url],
      parts: anthropicFixtures.scenarios.text.expected.parts,
    })
  })

  it('[FP-2] continues after a chunk that cannot be read, and logs it', async () => {
    const headers = { ':message-type': 'event', ':event-type': 'chunk', ...JSON_TYPE }
    const broken = [toFrame(headers, '{"bytes":"no base64!"}'), toFrame(headers, '{"bytes":"bm8gSlNPTg=="}')]
    const { answer, lines } = await send('us-west-2', [...broken, ...anthropicFixtures.say('Hello there.').map(frame)])
    expect({ parts: answer.parts, lines }).toEqual({
      parts: [{ kind: 'text', text: 'Hello there.' }],
      lines: ['2 events of an unknown kind were not read'],
    })
  })
})
