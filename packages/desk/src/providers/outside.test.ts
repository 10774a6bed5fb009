import { type Connection, ModelError } from '@stet/models'
import { describe, expect, it } from 'vitest'
import { bundledPrices, createTestSealer, form, openTestProviders, SECRET } from '../testing/test-providers.ts'
import { within } from './within.ts'

const { key: _key, ...keeping } = form

describe('what is asked of the world outside', () => {
  it('[P3] a local server is asked for another window, and its models are asked for again', async () => {
    const asked: unknown[] = []
    let contextWindow = 4096
    const { providers } = await openTestProviders({
      async setWindow({ definition }, model, tokens) {
        if (tokens > 100_000) throw new ModelError('invalid-request', { message: 'not enough memory' })
        asked.push([definition.name, model, tokens])
        contextWindow = tokens
      },
      discover: async () => [{ model: 'llama', contextWindow, uncertainWindow: contextWindow === 4096 }],
    })
    const { id } = await providers.addProvider({ key: 'add', form })
    await providers.discover(id)
    const refused = await providers.setWindow(id, 'llama', 200_000)
    expect([refused.error?.message, refused.models.map(({ facts }) => facts.model)]).toEqual([
      'not enough memory',
      ['llama'],
    ])
    expect((await providers.list()).providers[0]?.catalog.error).toBe(null)
    expect((await providers.setWindow(id, 'llama', 32_768)).error).toBe(null)
    expect(asked).toEqual([['Mine', 'llama', 32_768]])
    expect((await providers.connections.find(id))?.models).toEqual([
      { model: 'llama', contextWindow: 32_768, uncertainWindow: false },
    ])
  })

  it('fails when it takes too long, whether or not it respects its signal', async () => {
    const signals: AbortSignal[] = []
    const open = new AbortController().signal
    const never = within(5, open, signal => {
      signals.push(signal)
      return new Promise<string>(() => undefined)
    })
    await expect(never).rejects.toEqual(new ModelError('network', { message: 'No answer came within 0.005 seconds.' }))
    expect([signals[0]?.aborted, await within(1000, open, async () => 'in time')]).toEqual([true, 'in time'])
  })

  it('fails when the home closes, and that is not stored as an error of the provider', async () => {
    const begun = Promise.withResolvers<void>()
    const { providers } = await openTestProviders({
      discover() {
        begun.resolve()
        return new Promise(() => undefined)
      },
    })
    const { id } = await providers.addProvider({ key: 'a', form })
    const asked = providers.discover(id)
    await begun.promise
    providers.close()
    await expect(asked).rejects.toMatchObject({ kind: 'aborted', message: 'Stet is shutting down.' })
    expect((await providers.list()).providers[0]?.catalog).toEqual({ at: null, count: 0, error: null })
    await expect(providers.findLocalServers()).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('[P6] finds local servers when it is asked, and defines none of them', async () => {
    const servers = [{ preset: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b'] }]
    const { providers, store } = await openTestProviders({ findLocalServers: async () => servers })
    expect([await providers.findLocalServers(), (await store.usage()).rows]).toEqual([servers, 0])
  })

  it('[U3] fetches prices on request, keeps them over a restart, and keeps the old ones when that fails', async () => {
    let fail = false
    const upstream = {
      async fetchPrices() {
        if (fail) throw new ModelError('network', { message: 'The list is out of reach.' })
        return { json: '[{"id":"x"}]', at: 77 }
      },
    }
    const { providers, store } = await openTestProviders(upstream)
    expect(await providers.prices.read()).toBe(bundledPrices)
    expect(await providers.refreshPrices()).toEqual({ asOf: 77, error: null })
    expect(await providers.prices.read()).toEqual({ ...bundledPrices, asOf: 77 })
    fail = true
    expect(await providers.refreshPrices()).toEqual({ asOf: 77, error: 'The list is out of reach.' })
    const { providers: next } = await openTestProviders(upstream, { store })
    const first = await next.prices.read()
    expect([first, (await next.prices.read()) === first]).toEqual([{ ...bundledPrices, asOf: 77 }, true])
  })

  it('[U3] reads the price data once, however many ask for it at the same time', async () => {
    let loaded = 0
    const { providers } = await openTestProviders({
      async bundledPrices() {
        loaded += 1
        return bundledPrices
      },
    })
    await Promise.all(Array.from({ length: 50 }, () => providers.prices.read()))
    expect(loaded).toBe(1)
  })

  it('[U3] uses the bundled prices when stored ones cannot be read, and logs it', async () => {
    const { providers, logged } = await openTestProviders({
      readPrices() {
        throw new ModelError('protocol', { message: 'no list of vendors' })
      },
    })
    await providers.refreshPrices()
    expect([await providers.prices.read(), logged.map(({ message }) => message)]).toEqual([
      bundledPrices,
      ['price data that was fetched cannot be read'],
    ])
  })
})

describe('the test of a definition', () => {
  async function openTested() {
    const asked: [Connection, string | null][] = []
    const result = { ok: true, steps: [] }
    const opened = await openTestProviders({
      async test(connection, model) {
        asked.push([connection, model])
        return result
      },
    })
    const tested = () =>
      asked.map(([{ definition, credentials }, model]) => [definition.baseUrl, credentials, model] as const)
    return { ...opened, tested, result }
  }

  it('[P7] tries one that is not saved, with the key in the form, and saves nothing', async () => {
    const { providers, store, tested, result } = await openTested()
    expect(await providers.test({ providerId: null, form, model: 'one' })).toEqual(result)
    expect(tested()).toEqual([['https://example.org/v1', { key: SECRET, headers: {} }, 'one']])
    expect((await store.usage()).rows).toBe(0)
    await expect(providers.test({ providerId: null, form: null, model: null })).rejects.toMatchObject({ field: 'form' })
    await expect(
      providers.test({ providerId: null, form: { ...form, baseUrl: 'http://169.254.169.254' }, model: null }),
    ).rejects.toMatchObject({ field: 'baseUrl' })
  })

  it('[P7] tries one that is stored, with its own key, and as if it were changed', async () => {
    const { providers, tested } = await openTested()
    const { id } = await providers.addProvider({ key: 'a', form: { ...form, headers: { 'X-A': 'a' } } })
    await providers.test({ providerId: id, form: null, model: null })
    await providers.test({ providerId: id, form: { ...keeping, headers: {} }, model: null })
    const moved = { ...keeping, baseUrl: 'https://other.example', headers: {} }
    await providers.test({ providerId: id, form: { ...moved, key: 'sk-other' }, model: null })
    expect(tested()).toEqual([
      ['https://example.org/v1', { key: SECRET, headers: { 'X-A': 'a' } }, null],
      ['https://example.org/v1', { key: SECRET, headers: {} }, null],
      ['https://other.example', { key: 'sk-other', headers: {} }, null],
    ])
  })

  it('[Z-13] does not take a stored key to another address either', async () => {
    const { providers, tested } = await openTested()
    const { id } = await providers.addProvider({ key: 'a', form })
    await expect(
      providers.test({ providerId: id, form: { ...keeping, baseUrl: 'https://evil.test' }, model: null }),
    ).rejects.toMatchObject({ code: 'invalid', field: 'key' })
    expect(tested()).toEqual([])
  })

  it('[P7] reports in words when there is no answer, and when the key cannot be opened', async () => {
    const { providers, store } = await openTestProviders({
      async test() {
        throw new ModelError('network', { message: 'No answer came within 50 seconds.' })
      },
    })
    const { id } = await providers.addProvider({ key: 'a', form })
    expect(await providers.test({ providerId: id, form: null, model: null })).toMatchObject({
      ok: false,
      steps: [
        { step: 'reach', outcome: 'failed', says: 'No answer came within 50 seconds.', kind: 'network' },
        { step: 'key', outcome: 'not-tried' },
        { step: 'models', outcome: 'not-tried' },
        { step: 'answer', outcome: 'not-tried' },
      ],
    })
    const { providers: other } = await openTestProviders({}, { store, sealer: await createTestSealer() })
    await expect(other.test({ providerId: id, form: null, model: null })).rejects.toMatchObject({ field: 'key' })
  })
})
