import { describe, expect, it } from 'vitest'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { type CapturedRequest, captureRequests } from './capture-requests.ts'

describe('captureRequests', () => {
  const sent: unknown[] = []
  const connection = testConnection({
    type: 'gemini',
    baseUrl: 'https://api.test',
    fetch: async (_input, init) => {
      sent.push(init?.body)
      return new Response('')
    },
  })

  it.each([
    ['text', `{"text":"${testKey} é"}`],
    ['bytes', new TextEncoder().encode(`{"text":"${testKey} é"}`)],
  ])('[U1] [FP-8] tells of a request of %s before it leaves, without its secrets', async (_name, body) => {
    const captured: CapturedRequest[] = []
    const before = sent.length
    const { fetch } = captureRequests(connection, async request => {
      await Promise.resolve()
      captured.push({ ...request, url: `${request.url} ${sent.length - before}` })
    })
    await fetch(`https://api.test/v1?key=${testKey}`, { method: 'POST', headers: { 'X-Goog-Api-Key': testKey }, body })
    expect(captured).toEqual([
      {
        method: 'POST',
        url: 'https://api.test/v1?key=[secret removed] 0',
        headers: expect.objectContaining({ 'x-goog-api-key': '[secret removed]' }),
        body: '{"text":"[secret removed] é"}',
      },
    ])
    expect(sent.at(-1)).toBe(body)
  })
})
