import { ModelError } from '@stet/desk'
import { defaultAnswerSettings, EngineError } from '@stet/engine'
import { describe, expect, it } from 'vitest'
import { CHAT_ID, FORM, fakeApi, fakeProviders, PROVIDER, PROVIDER_ID } from './testing/fakes.ts'
import { problem, problemOf } from './testing/problems.ts'
import { READ_REQUESTS } from './testing/requests.ts'

describe('the routes of providers and models', () => {
  const { command, request, logged } = fakeApi()

  it.each(READ_REQUESTS.filter(({ body }) => body !== null))(
    'needs no key for $method $path, which may be asked as often as one likes',
    async ({ method, path, body }) => {
      const headers = { 'content-type': 'application/json' }
      expect((await request(path, { method, headers, body: JSON.stringify(body) })).status).toBe(200)
    },
  )

  it.each([
    ['PUT', `/api/chats/${CHAT_ID}/model`, { definition: 'a' }, 'model'],
    ['PUT', `/api/chats/${CHAT_ID}/model`, { definition: 1, model: 'a' }, 'definition'],
    ['PUT', `/api/chats/${CHAT_ID}/answer`, {}, 'body'],
    ['PUT', `/api/chats/${CHAT_ID}/answer`, { ...defaultAnswerSettings, topP: 2 }, 'topP'],
    ['PUT', `/api/chats/${CHAT_ID}/answer`, { ...defaultAnswerSettings, reasoning: null }, 'reasoning'],
    ['PUT', `/api/chats/${CHAT_ID}/model`, { definition: 'a', model: 'x'.repeat(501) }, 'model'],
    ['PUT', '/api/workspace/model', {}, 'model'],
    ['PUT', '/api/workspace/model', { model: { definition: 'a' } }, 'model.model'],
    ['POST', '/api/providers', {}, 'type'],
    ['POST', '/api/providers', { ...FORM, type: 'demo' }, 'type'],
    ['POST', '/api/providers', { ...FORM, name: '' }, 'name'],
    ['POST', '/api/providers', { ...FORM, baseUrl: 7 }, 'baseUrl'],
    ['POST', '/api/providers', { ...FORM, key: 7 }, 'key'],
    ['POST', '/api/providers', { ...FORM, headers: { 'X-A': 7 } }, 'headers.X-A'],
    ['POST', '/api/providers', { ...FORM, headers: [] }, 'headers'],
    ['PUT', `/api/providers/${PROVIDER_ID}`, { ...FORM, enabled: 1 }, 'enabled'],
    ['POST', '/api/providers/test', { form: null }, 'form'],
    ['POST', '/api/providers/test', { form: { ...FORM, enabled: 1 } }, 'form.enabled'],
    ['POST', '/api/providers/test', { form: FORM, model: '' }, 'model'],
    ['POST', `/api/providers/${PROVIDER_ID}/test`, { model: 1 }, 'model'],
    ['PUT', `/api/providers/${PROVIDER_ID}/overrides`, { model: 'm' }, 'override'],
    ['PUT', `/api/providers/${PROVIDER_ID}/overrides`, { model: '', override: null }, 'model'],
    [
      'PUT',
      `/api/providers/${PROVIDER_ID}/overrides`,
      { model: 'm', override: { prices: { input: -1 } } },
      'override.prices.input',
    ],
    [
      'PUT',
      `/api/providers/${PROVIDER_ID}/overrides`,
      { model: 'm', override: { contextWindow: 0 } },
      'override.contextWindow',
    ],
    [
      'PUT',
      `/api/providers/${PROVIDER_ID}/overrides`,
      { model: 'm', override: { outputLimit: 1.5 } },
      'override.outputLimit',
    ],
    [
      'PUT',
      `/api/providers/${PROVIDER_ID}/overrides`,
      { model: 'm', override: { takes: { sound: true } } },
      'override.takes.sound',
    ],
    ['PUT', `/api/providers/${PROVIDER_ID}/overrides`, { model: 'm', override: { caching: 'on' } }, 'override.caching'],
  ])('[FH-1] %s %s with %j names the field', async (method, path, body, field) => {
    expect(await problemOf(await command(method, path, body))).toEqual(problem(400, 'invalid', field))
  })

  it.each([
    ['PUT', '/api/chats/nonsense/model', { definition: 'a', model: 'b' }, 'chat-not-found'],
    ['PUT', '/api/chats/nonsense/answer', defaultAnswerSettings, 'chat-not-found'],
    ['PUT', '/api/providers/nonsense', FORM, 'provider-not-found'],
    ['DELETE', '/api/providers/nonsense', {}, 'provider-not-found'],
    ['POST', '/api/providers/nonsense/test', {}, 'provider-not-found'],
    ['POST', '/api/providers/nonsense/models', {}, 'provider-not-found'],
    ['PUT', '/api/providers/nonsense/overrides', { model: 'm', override: null }, 'provider-not-found'],
  ])('[FH-7] %s %s with %j is a 404', async (method, path, body, code) => {
    expect(await problemOf(await command(method, path, body))).toEqual(problem(404, code))
  })

  it('log nothing about any of this', () => {
    expect(logged).toEqual([])
  })
})

describe('the world outside', () => {
  it('[FP-18] that does not answer is reported in words, and is not an error of this home', async () => {
    const findLocalServers = async () => {
      throw new ModelError('network', { message: 'No answer came within 10 seconds.' })
    }
    const { command, logged } = fakeApi({ providers: fakeProviders({ findLocalServers }) })
    const response = await command('POST', '/api/local-servers', {})
    expect([response.status, await response.json(), logged]).toEqual([
      502,
      expect.objectContaining({
        code: 'model-network',
        detail: 'No answer came within 10 seconds.',
        retryable: true,
      }),
      [],
    ])
  })
})

describe('a form', () => {
  it('[Z-13] is refused by the field that the desk names, without a word of what was in it', async () => {
    const because = 'the key was given for another address; enter it again to use it here'
    const changeProvider = async () => {
      throw new EngineError('invalid', because, 'key')
    }
    const { command, logged } = fakeApi({ providers: fakeProviders({ changeProvider }) })
    const response = await command('PUT', `/api/providers/${PROVIDER_ID}`, FORM)
    expect([response.status, await response.json(), logged]).toEqual([
      400,
      expect.objectContaining({
        code: 'invalid',
        field: 'key',
        detail: 'The key was given for another address; enter it again to use it here.',
      }),
      [],
    ])
  })

  it('reaches the desk with what is absent absent, and what is null null', async () => {
    const forms: unknown[] = []
    const changeProvider = async ({ form }: { form: unknown }) => {
      forms.push(form)
      return PROVIDER
    }
    const { command } = fakeApi({ providers: fakeProviders({ changeProvider }) })
    const { key: _key, ...keeping } = FORM
    const given = [keeping, { ...keeping, key: null }, { ...FORM, headers: { 'X-A': null } }]
    for (const form of given) await command('PUT', `/api/providers/${PROVIDER_ID}`, form)
    expect(forms).toStrictEqual(given)
  })
})
