import { defaultAnswerSettings, type ModelFacts, type RequestMessage } from '@stet/history'
import type { ResponseInputItem } from 'openai/resources/responses/responses'
import { describe, expect, it } from 'vitest'
import { findKnown } from '../facts/find-known.ts'
import { testConnection } from '../testing/test-connection.ts'
import { checkRequest } from './check-request.ts'
import { refineRefusal } from './errors.ts'
import { fixtures } from './fixtures.ts'
import { openAiResponses } from './provider.ts'
import { toRequest } from './to-request.ts'

const say = (text: string) => [{ kind: 'text' as const, text }]
const clock = { name: 'clock', description: 'Gives the time.', input: { type: 'object', properties: {} } }
const odd = { ...clock, name: 'an odd name' }

type After = Pick<Extract<RequestMessage, { role: 'user' }>, 'toolsAfter' | 'webSearchAfter' | 'systemAfter'>

function map(after: After, facts: ModelFacts = fixtures.facts) {
  const messages: readonly RequestMessage[] = [
    { form: 'plain', messageId: 'msg_1', role: 'user', parts: say('Hello?'), cacheMark: false },
    { form: 'plain', messageId: 'msg_2', role: 'assistant', parts: say('Yes.'), cacheMark: false },
    { form: 'plain', messageId: 'msg_3', role: 'user', parts: say('And now?'), cacheMark: false, ...after },
  ]
  return toRequest({
    request: { system: [], tools: [clock], messages },
    facts,
    settings: { ...defaultAnswerSettings, webSearch: 'webSearchAfter' in after },
    files: new Map(),
    connection: testConnection({ type: 'openai-responses', baseUrl: 'https://api.openai.com/v1' }),
  })
}

/** The item as the official SDK has it. */
const ADDITION: Pick<ResponseInputItem.AdditionalTools, 'type' | 'role'> = {
  type: 'additional_tools',
  role: 'developer',
}

describe('tools that are added in mid-chat, to OpenAI', () => {
  it('[C21] follow their message as an item of their own', () => {
    const { body, toolNames } = map({ toolsAfter: [odd], systemAfter: 'You sail.' })
    expect(checkRequest(body)).toEqual([])
    expect(body.tools).toMatchObject([{ type: 'function', name: 'clock' }])
    const [added, said] = body.input.slice(-2)
    const name = expect.stringMatching(/^an_odd_name_/)
    expect(added).toEqual({ ...ADDITION, tools: [expect.objectContaining({ type: 'function', name })] })
    expect(said).toEqual({ role: 'developer', content: [{ type: 'input_text', text: 'You sail.' }] })
    expect([...toolNames.values()]).toContain('an odd name')
  })

  it('[C21] may be its own web search, which is not declared in front then', () => {
    const { body } = map({ webSearchAfter: true })
    expect(body.tools).toMatchObject([{ type: 'function', name: 'clock' }])
    expect(body.input.at(-1)).toEqual({ ...ADDITION, tools: [{ type: 'web_search' }] })
    // A model that takes no tools is not offered it there either.
    const { takes } = fixtures.facts
    const none = map({ webSearchAfter: true }, { ...fixtures.facts, takes: { ...takes, tools: false } })
    expect(JSON.stringify(none.body)).not.toContain('web_search')
  })

  it('[C21] are declared once: a name that is in front already breaks a rule', () => {
    expect(checkRequest(map({ toolsAfter: [clock] }).body)).toEqual(['the tool clock is declared twice'])
  })

  it('[C21] [R8] go in front with one more request where the model refuses them', () => {
    const body = JSON.stringify({
      error: { type: 'invalid_request_error', message: "Input items of type 'additional_tools' are not supported." },
    })
    expect(refineRefusal({ status: 400, body, headers: new Headers() })?.kind).toBe('replay-refused')
  })

  it.each([
    ['gpt-5.6-sol', 'https://api.openai.com', true],
    ['gpt-5.4-mini', 'https://api.openai.com', true],
    ['gpt-5.1', 'https://api.openai.com', undefined],
    ['gpt-5.6-sol', 'https://router.example/v1', undefined],
  ])('[C21] %s at %s takes them: %s', (model, baseUrl, takes) => {
    const { definition } = testConnection({ type: 'openai-responses', baseUrl })
    const facts = openAiResponses.factsAt?.(definition, findKnown('openai-responses', model))
    expect(facts?.appendsTools).toBe(takes)
    expect(facts?.withdrawsTools).toBeUndefined()
  })
})
