import { describe, expect, it } from 'vitest'
import { describeProvider } from '../testing/contract/describe-provider.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { openAnswer } from '../testing/open-answer.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer } from '../testing/wire-server.ts'
import { facts, fixtures } from './fixtures.ts'
import { openAiResponses } from './provider.ts'

describeProvider('OpenAI Responses', {
  provider: openAiResponses,
  fixtures,
  connection: url => testConnection({ type: 'openai-responses', baseUrl: url }),
})

describe('an error within a stream', () => {
  it.each([
    ['an event', { type: 'error', code: 'rate_limit_exceeded', message: `${testKey}: try again in 2s` }],
    [
      'a failed response',
      {
        type: 'response.failed',
        response: { error: { code: 'rate_limit_exceeded', message: `${testKey}: try again in 2s` } },
      },
    ],
  ])('[FP-8] by %s never repeats the key', async (_name, event) => {
    const server = await startWireServer()
    server.reply({ headers: { 'content-type': 'text/event-stream' }, body: fixtures.frame(event).toString() })
    const connection = testConnection({ type: 'openai-responses', baseUrl: server.url })
    const { thrown } = await recordStream(openAnswer(openAiResponses, { connection, facts }))
    await server.close()
    expect(thrown).toMatchObject({
      kind: 'rate-limited',
      message: '[secret removed]: try again in 2s',
      retryAfterMs: 2000,
      reply: { body: expect.stringContaining('"message":"[secret removed]: try again in 2s"'), requestId: null },
    })
  })
})
