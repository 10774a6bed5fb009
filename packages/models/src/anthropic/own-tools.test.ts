import { type AnswerSettings, defaultAnswerSettings } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { testConnection } from '../testing/test-connection.ts'
import { anthropicFixtures } from './fixtures.ts'
import { toRequest } from './to-request.ts'

const own = { name: 'web_fetch', description: 'Fetches pages.', input: { type: 'object', properties: {} } }

function map(settings: Partial<AnswerSettings>) {
  const said = [{ kind: 'text', text: 'Read it' }] as const
  return toRequest({
    request: {
      system: [],
      tools: [own],
      messages: [{ form: 'plain', messageId: 'msg_u', role: 'user', parts: said, cacheMark: false }],
    },
    facts: anthropicFixtures.facts,
    settings: { ...defaultAnswerSettings, ...settings },
    files: new Map(),
    connection: testConnection({ type: 'anthropic', baseUrl: '' }),
  })
}

describe('tools that Anthropic runs itself', () => {
  it('[T8] declares the fetch of Anthropic, and Stet’s under another name as its fallback', () => {
    const { body } = map({ webFetch: true })
    expect(body.tools).toEqual([
      {
        name: expect.stringMatching(/^web_fetch_[0-9a-f]{8}$/),
        description: 'Only for pages that your built-in web fetch could not read. Fetches pages.',
        input_schema: { type: 'object', properties: {} },
      },
      { type: 'web_fetch_20250910', name: 'web_fetch', citations: { enabled: true }, max_content_tokens: 25_000 },
    ])
    expect(map({}).body.tools).toMatchObject([{ name: 'web_fetch', description: 'Fetches pages.' }])
  })
})
