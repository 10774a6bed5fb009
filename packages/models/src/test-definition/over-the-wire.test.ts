import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gemini } from '../gemini/provider.ts'
import { openaiChat } from '../openai-chat/provider.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireReply, type WireServer } from '../testing/wire-server.ts'
import { testDefinition } from './test-definition.ts'

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

function json(body: unknown, status = 200): WireReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function test(baseUrl = server.url) {
  const connection = testConnection({ type: 'gemini', baseUrl, definition: { name: 'Gemini' } })
  return testDefinition({ connection, provider: gemini, signal: new AbortController().signal })
}

describe('a definition that is tested over the wire', () => {
  it('[P7] lists and answers, by two requests', async () => {
    const list = {
      models: [
        { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
        { name: 'models/gemini-3-flash', supportedGenerationMethods: ['generateContent'], inputTokenLimit: 1_000 },
      ],
    }
    const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'yes' }] }, finishReason: 'STOP' }] }
    const events = { headers: { 'content-type': 'text/event-stream' }, body: `data: ${JSON.stringify(answer)}\r\n\r\n` }
    server.reply(json(list), events)
    const { ok, steps } = await test()
    expect({ ok, says: steps.map(({ says }) => says) }).toEqual({
      ok: true,
      says: ['Gemini is there.', 'The key was accepted.', '1 model found.', 'gemini-3-flash answered.'],
    })
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  it('[P7] says that the key is wrong, and does not repeat it', async () => {
    const message = `API key not valid: ${testKey}`
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }]
    server.reply(json({ error: { code: 400, message, status: 'INVALID_ARGUMENT', details } }, 400))
    const { ok, steps } = await test()
    expect({ ok, key: steps[1]?.outcome, kind: steps[1]?.kind }).toEqual({ ok: false, key: 'failed', kind: 'auth' })
    expect(JSON.stringify(steps)).not.toContain(testKey)
    expect(server.requests).toHaveLength(1)
  })

  it('[P7] says that nothing listens there', async () => {
    const gone = await startWireServer()
    await gone.close()
    const { ok, steps } = await test(gone.url)
    expect({ ok, reach: steps[0]?.outcome, kind: steps[0]?.kind }).toEqual({
      ok: false,
      reach: 'failed',
      kind: 'network',
    })
    expect(steps[0]?.detail).toContain('ECONNREFUSED')
  })

  it('[P7] does not take a server that answers 404 to everything for one that accepted the key', async () => {
    server.reply(json({ error: { message: 'Not found.' } }, 404))
    const connection = testConnection({ type: 'openai-chat', baseUrl: server.url })
    const signal = new AbortController().signal
    const { ok, steps } = await testDefinition({ connection, provider: openaiChat, signal, model: 'some-model' })
    expect({ ok, key: steps[1]?.outcome }).toEqual({ ok: false, key: 'not-tried' })
  })
})
