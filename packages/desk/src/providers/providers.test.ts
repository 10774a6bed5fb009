import { type DiscoveredModel, ModelError } from '@stet/models'
import { PROVIDERS_SHELF, type Store } from '@stet/store'
import { describe, expect, it } from 'vitest'
import { createTestSealer, demo, form, openTestProviders, SECRET } from '../testing/test-providers.ts'
import type { ProviderForm } from './providers.ts'

/** Every byte that is stored, as text. */
async function keptText(store: Store): Promise<string> {
  const bodies = (await store.changes(0, 1000)).flatMap(change =>
    change.kind === 'put' && 'body' in change.row ? [new TextDecoder('latin1').decode(change.row.body)] : [],
  )
  return bodies.join('\n')
}

async function added(given: Partial<ProviderForm> = {}) {
  const opened = await openTestProviders()
  const provider = await opened.providers.addProvider({ key: 'add', form: { ...form, ...given } })
  return { ...opened, provider, id: provider.id }
}

const { key: _key, ...keeping } = form

describe('a definition', () => {
  it('[P1] [Z-13] is added, shown without its secrets, and reached with them', async () => {
    const headers = { 'X-Title': 'a title of mine' }
    const { providers, provider, id } = await added({ headers })
    const { key: _secret, headers: _headers, ...rest } = form
    expect(provider).toEqual({
      ...rest,
      id: expect.stringMatching(/^def_[a-z2-7]{32}$/),
      hasKey: true,
      headerNames: ['X-Title'],
      secretsTrouble: null,
      overrides: {},
      catalog: { at: null, count: 0, error: null },
    })
    expect(await providers.list()).toEqual({ providers: [provider], unreadable: [] })
    const connected = await providers.connections.find(id)
    expect(connected).toMatchObject({
      connection: { definition: { ...rest, id }, credentials: { key: SECRET, headers } },
      models: [],
      overrides: {},
    })
  })

  it('[Z-13] keeps no secret in any byte of the store, not even as the memory of a command', async () => {
    const { providers, store, id } = await added({ headers: { 'X-Secret': 'another-secret' } })
    await providers.changeProvider({ key: 'change', providerId: id, form: { ...form, key: `${SECRET}-2` } })
    const text = await keptText(store)
    expect([text.includes('sk-test'), text.includes('another-secret'), text.includes('Mine')]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('[Z-4] [S7] that was stored before this computer needed a mark still reaches it', async () => {
    const local = { ...form.options, thisComputer: true }
    const { providers, store, id } = await added({ baseUrl: 'http://127.0.0.1:4000/v1', options: local })
    const row = await store.get(PROVIDERS_SHELF, id)
    if (row === null || 'unreadable' in row) throw new Error('the provider is not stored')
    const written = new TextDecoder().decode(row.body)
    const older = written.replace('"thisComputer":true,', '')
    expect(older).not.toBe(written)
    const body = new TextEncoder().encode(older)
    await store.write([
      { kind: 'put', shelf: PROVIDERS_SHELF, id, parent: '', order: row.order, expect: row.version, refs: [], body },
    ])
    const [shown] = (await providers.list()).providers
    expect(shown?.options.thisComputer).toBe(true)
    const changed = { ...keeping, baseUrl: 'http://127.0.0.1:4000/v1', name: 'Renamed', options: local }
    expect((await providers.changeProvider({ key: 'rename', providerId: id, form: changed })).name).toBe('Renamed')
    const unmarked = { ...changed, options: form.options }
    await expect(providers.changeProvider({ key: 'unmark', providerId: id, form: unmarked })).rejects.toMatchObject({
      code: 'invalid',
      field: 'baseUrl',
    })
  })

  it('[FH-6] is added once for a key, and its answer holds no secret', async () => {
    const { providers, provider } = await added()
    const again = await providers.addProvider({ key: 'add', form })
    expect([again, (await providers.list()).providers.length]).toEqual([provider, 1])
    await expect(providers.addProvider({ key: 'add', form: { ...form, name: 'Other' } })).rejects.toMatchObject({
      code: 'key-reused',
    })
  })

  it('[FH-6] [Z-13] is not answered with another secret under the same key: nothing was saved of it', async () => {
    const { providers, store } = await added()
    const other = { ...form, key: `${SECRET}-2` }
    await expect(providers.addProvider({ key: 'add', form: other })).rejects.toMatchObject({ code: 'secrets-differ' })
    const text = await keptText(store)
    expect([text.includes(SECRET), (await providers.list()).providers.length]).toEqual([false, 1])
  })

  it('[S7] keeps an option that an older page does not know; a new one has its default', async () => {
    const { prefill, ...older } = form.options
    const { providers, id } = await added({ options: { ...older, prefill: 'none' } })
    const changed = await providers.changeProvider({ key: 'a', providerId: id, form: { ...keeping, options: older } })
    const made = await providers.addProvider({ key: 'b', form: { ...form, options: older } })
    expect([changed.options.prefill, made.options.prefill]).toEqual(['none', prefill])
  })

  it('[P1] is changed whole; the key stays unless it is given or taken away', async () => {
    const { providers, id } = await added({ headers: { 'X-One': '1', 'X-Two': '2' } })
    const renamed = await providers.changeProvider({
      key: 'a',
      providerId: id,
      form: { ...keeping, name: 'Other', headers: { 'X-One': null, 'X-Three': '3' } },
    })
    expect(renamed).toMatchObject({ id, name: 'Other', hasKey: true, headerNames: ['X-One', 'X-Three'] })
    expect((await providers.connections.find(id))?.connection.credentials).toEqual({
      key: SECRET,
      headers: { 'X-One': '1', 'X-Three': '3' },
    })
    const without = await providers.changeProvider({ key: 'b', providerId: id, form: { ...form, key: null } })
    expect([without.hasKey, without.headerNames]).toEqual([false, []])
    expect((await providers.connections.find(id))?.connection.credentials).toEqual({ key: null, headers: {} })
  })

  it.each<[string, Partial<ProviderForm>]>([
    ['base URL', { baseUrl: 'https://evil.test/v1' }],
    ['path', { baseUrl: 'https://example.org/v2' }],
    ['scheme', { baseUrl: 'http://example.org/v1' }],
    ['base URL, to the vendor’s own', { baseUrl: null }],
    ['type', { type: 'anthropic' }],
    ['list of models, to another origin', { modelsUrl: 'https://evil.test/models' }],
  ])('[Z-13] asks for the key again when its %s changes', async (_, change) => {
    const { providers, id } = await added({ headers: { 'X-One': '1' } })
    const before = await providers.list()
    const asked = (headers: ProviderForm['headers'], key?: string) =>
      providers.changeProvider({
        key: `change ${key} ${JSON.stringify(headers)}`,
        providerId: id,
        form: { ...keeping, ...change, headers, ...(key === undefined ? {} : { key }) },
      })
    await expect(asked({ 'X-One': '1' })).rejects.toMatchObject({
      code: 'invalid',
      field: 'key',
      message: 'the key was given for another address; enter it again to use it here',
    })
    await expect(asked({ 'X-One': null }, SECRET)).rejects.toMatchObject({ code: 'invalid', field: 'headers.X-One' })
    expect(await providers.list()).toEqual(before)
    expect(await asked({}, 'sk-new')).toMatchObject({ hasKey: true, headerNames: [] })
    expect((await providers.connections.find(id))?.connection.credentials).toEqual({ key: 'sk-new', headers: {} })
  })

  it('[Z-13] does not ask for it when only a slash, or a list at the same origin, is added', async () => {
    const { providers, id } = await added()
    const moved = { ...keeping, baseUrl: 'https://example.org/v1/', modelsUrl: 'https://example.org/all' }
    expect(await providers.changeProvider({ key: 'a', providerId: id, form: moved })).toMatchObject({ hasKey: true })
    expect((await providers.connections.find(id))?.connection.credentials.key).toBe(SECRET)
  })

  it('[Z-13] sealed its secrets for one address: a row that names another does not open them', async () => {
    const { providers, store, id } = await added()
    const row = await store.get(PROVIDERS_SHELF, id)
    if (row === null || !('body' in row)) throw new Error('the row is there')
    const { parent, order, version: expected, refs } = row
    const body = new TextEncoder().encode(
      new TextDecoder().decode(row.body).replace('https://example.org/v1', 'https://evil.test/v1'),
    )
    await store.write([{ kind: 'put', shelf: PROVIDERS_SHELF, id, parent, order, expect: expected, refs, body }])
    await expect(providers.connections.find(id)).rejects.toMatchObject({ kind: 'auth' })
  })

  it('[FS-8] reports that its key cannot be opened with another key file, and accepts a new one', async () => {
    const { store, id } = await added()
    const { providers } = await openTestProviders({}, { store, sealer: await createTestSealer() })
    const trouble = 'The key of “Mine” cannot be opened with the key file that is here. Enter it again.'
    expect((await providers.list()).providers).toMatchObject([{ hasKey: true, secretsTrouble: trouble }])
    await expect(providers.connections.find(id)).rejects.toMatchObject({ kind: 'auth', message: trouble })
    expect((await providers.discover(id)).error).toEqual({ at: expect.any(Number), kind: 'auth', message: trouble })
    expect(
      await providers.changeProvider({ key: 'a', providerId: id, form: { ...keeping, name: 'Renamed' } }),
    ).toMatchObject({
      name: 'Renamed',
      hasKey: true,
    })
    expect(await providers.changeProvider({ key: 'b', providerId: id, form })).toMatchObject({ secretsTrouble: null })
    expect((await providers.connections.find(id))?.connection.credentials.key).toBe(SECRET)
  })

  it('is parsed again only when it changed', async () => {
    const { providers, id } = await added()
    const [first, again] = [await providers.connections.find(id), await providers.connections.find(id)]
    await providers.discover(id)
    const discovered = await providers.connections.find(id)
    await providers.changeProvider({ key: 'a', providerId: id, form: { ...form, key: 'sk-new' } })
    const changed = await providers.connections.find(id)
    expect([first === again, discovered === first, discovered?.models.length !== first?.models.length]).toEqual([
      true,
      false,
      true,
    ])
    expect([first, changed].map(one => one?.connection.credentials.key)).toEqual([SECRET, 'sk-new'])
  })

  it('is switched off: nothing reaches it, and it stays in the list', async () => {
    const { providers, id } = await added()
    await providers.changeProvider({ key: 'a', providerId: id, form: { ...keeping, enabled: false } })
    expect([await providers.connections.find(id), (await providers.list()).providers.length]).toEqual([null, 1])
    expect((await providers.models()).providers.map(each => each.id)).toEqual(['demo'])
  })

  it('[P1] is removed with its secrets and its models, once', async () => {
    const { providers, store, id } = await added()
    await providers.discover(id)
    await providers.deleteProvider({ key: 'a', providerId: id })
    await providers.deleteProvider({ key: 'a', providerId: id })
    expect([await providers.list(), await providers.connections.find(id)]).toEqual([
      { providers: [], unreadable: [] },
      null,
    ])
    expect((await store.usage()).rows).toBe(2)
    for (const act of [
      () => providers.deleteProvider({ key: 'b', providerId: id }),
      () => providers.changeProvider({ key: 'c', providerId: id, form }),
      () => providers.discover(id),
      () => providers.overrideModel({ key: 'd', providerId: id, model: 'm', override: null }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'provider-not-found' })
    }
  })

  it('[FS-7] that cannot be read says so, costs only itself, and can be removed', async () => {
    const { providers, store, id } = await added()
    const { provider: other } = {
      provider: await providers.addProvider({ key: 'other', form: { ...form, name: 'Other' } }),
    }
    const row = await store.get(PROVIDERS_SHELF, id)
    if (row === null) throw new Error('the row is there')
    const { parent, order, version: expected, refs } = row
    const body = new TextEncoder().encode('{')
    await store.write([{ kind: 'put', shelf: PROVIDERS_SHELF, id, parent, order, expect: expected, refs, body }])
    expect(await providers.list()).toEqual({
      providers: [other],
      unreadable: [{ id, because: expect.stringContaining('JSON') }],
    })
    expect((await providers.models()).providers.map(each => each.id)).toEqual([other.id, 'demo'])
    await providers.deleteProvider({ key: 'a', providerId: id })
    expect((await providers.list()).unreadable).toEqual([])
  })

  it.each(['a lone \ud800 surrogate', 'NUL \0 and \u001f', '\ufeffbom \u202e override', '__proto__', 'constructor'])(
    '[FH-5] keeps what is written into it as it is: %j',
    async text => {
      const { providers, id, provider } = await added({ name: text, icon: text, preset: text })
      const override = { contextWindow: 7 }
      expect([provider.name, provider.icon, provider.preset]).toEqual([text, text, text])
      const overriding = providers.overrideModel({ key: 'a', providerId: id, model: text, override })
      if (text === '__proto__') await expect(overriding).rejects.toMatchObject({ code: 'invalid', field: 'model' })
      else expect(await overriding).toEqual({ ...provider, overrides: { [text]: override } })
    },
  )

  it.each<[string, Partial<ProviderForm>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['icon', { icon: 'x'.repeat(101) }],
    ['baseUrl', { baseUrl: 'http://169.254.169.254' }],
    ['baseUrl', { type: 'bedrock', baseUrl: null }],
    ['modelsUrl', { modelsUrl: 'file:///etc/passwd' }],
    ['key', { key: '' }],
    ['key', { key: 'two words' }],
    ['key', { key: 'line\r\nbreak' }],
    ['headers.X-A', { headers: { 'X-A': 'a\r\nX-B: b' } }],
    ['headers.X-A', { headers: { 'X-A': '' } }],
    ['headers.X-A', { headers: { 'X-A': null } }],
    ['headers.x-a', { headers: { 'X-A': 'a', 'x-a': 'b' } }],
    ['headers.Host', { headers: { Host: 'evil.test' } }],
    ['headers.a b', { headers: { 'a b': 'c' } }],
    ['headers', { headers: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, 'a'])) }],
  ])('[FH-1] [Z-4] is refused by the name of what is wrong: %s in %j', async (field, change) => {
    const { providers, store } = await openTestProviders()
    await expect(providers.addProvider({ key: 'a', form: { ...form, ...change } })).rejects.toMatchObject({
      code: 'invalid',
      field,
    })
    expect((await store.usage()).rows).toBe(0)
  })
})

describe('the models of a definition', () => {
  it('[P1] are discovered with its secrets, stored with their time, and listed with the demo last', async () => {
    const asked: unknown[] = []
    const discovered = [{ model: 'large' }, { model: 'small', name: 'A small one', note: '8B' }]
    const { providers } = await openTestProviders({
      async discover({ definition, credentials }) {
        asked.push([definition.name, credentials.key])
        return discovered
      },
    })
    const { id } = await providers.addProvider({ key: 'a', form })
    const catalog = await providers.discover(id)
    expect(asked).toEqual([['Mine', SECRET]])
    expect(catalog).toEqual({
      at: expect.any(Number),
      count: 2,
      error: null,
      models: [
        { facts: expect.objectContaining({ model: 'small' }), prices: null, note: '8B', overridden: false },
        { facts: expect.objectContaining({ model: 'large' }), prices: null, note: null, overridden: false },
      ],
    })
    const { models, ...state } = catalog
    expect(await providers.models()).toEqual({
      providers: [
        { id, type: 'openai-chat', name: 'Mine', icon: null, catalog: state },
        { id: 'demo', type: 'demo', name: 'Demo', icon: null, catalog: { at: null, count: 1, error: null } },
      ],
      models: [...models, { facts: demo, prices: null, note: null, overridden: false }],
    })
    expect((await providers.connections.find(id))?.models).toEqual(discovered)
  })

  it('[P1] stay when discovery fails, and the failure is reported in words', async () => {
    let refuse = false
    const { providers } = await openTestProviders({
      async discover() {
        if (refuse) throw new ModelError('auth', { message: 'The key was refused.', status: 401 })
        return [{ model: 'one' }]
      },
    })
    const { id } = await providers.addProvider({ key: 'a', form })
    const first = await providers.discover(id)
    refuse = true
    const second = await providers.discover(id)
    expect(second).toEqual({
      ...first,
      error: { at: expect.any(Number), kind: 'auth', message: 'The key was refused.' },
    })
    refuse = false
    expect((await providers.discover(id)).error).toBeNull()
  })

  it('are those of where it is now: another address starts without any', async () => {
    const { providers, id } = await added()
    await providers.discover(id)
    const moved = { ...form, baseUrl: 'https://other.example/v1' }
    expect((await providers.changeProvider({ key: 'a', providerId: id, form: moved })).catalog).toEqual({
      at: null,
      count: 0,
      error: null,
    })
  })

  it('[FH-10] are asked for again when the definition was changed meanwhile, and once for many who ask at once', async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const asked: (string | null)[] = []
    const { providers } = await openTestProviders({
      async discover({ definition }) {
        asked.push(definition.baseUrl)
        begun.resolve()
        await goOn.promise
        return [{ model: definition.baseUrl ?? '' }]
      },
    })
    const { id } = await providers.addProvider({ key: 'a', form })
    const answers = [providers.discover(id), providers.discover(id)]
    await begun.promise
    await providers.changeProvider({ key: 'b', providerId: id, form: { ...form, baseUrl: 'https://other.example' } })
    goOn.resolve()
    const published = await Promise.all(answers)
    expect(published.map(({ models }) => models.map(({ facts }) => facts.model))).toEqual([
      ['https://other.example'],
      ['https://other.example'],
    ])
    expect(asked).toEqual(['https://example.org/v1', 'https://other.example'])
  })

  it('are stored without what no model can have', async () => {
    const published: DiscoveredModel[] = [
      { model: 'one', contextWindow: Number.NaN, outputLimit: -1, prices: { input: -1, output: 2 } },
      { model: 'one', contextWindow: 5 },
      { model: '' },
      { model: 'x'.repeat(501) },
      { model: 'two', contextWindow: 5, prices: { input: null }, takes: { images: true } },
    ]
    const { providers } = await openTestProviders({ discover: async () => published })
    const { id } = await providers.addProvider({ key: 'a', form })
    await providers.discover(id)
    expect((await providers.connections.find(id))?.models).toEqual([
      { model: 'one', prices: { output: 2 } },
      { model: 'two', contextWindow: 5, prices: { input: null }, takes: { images: true } },
    ])
  })

  it('[P1] [U3] follow the overrides of the user, also for a model that the provider does not list', async () => {
    const { providers, id } = await added()
    const override = { contextWindow: 4096, takes: { images: true } }
    const shown = await providers.overrideModel({ key: 'a', providerId: id, model: 'mine', override })
    expect(shown.overrides).toEqual({ mine: override })
    expect((await providers.models()).models).toEqual([
      {
        facts: expect.objectContaining({ definition: id, model: 'mine', contextWindow: 4096 }),
        prices: null,
        note: null,
        overridden: true,
      },
      expect.objectContaining({ facts: demo }),
    ])
    expect((await providers.connections.find(id))?.overrides).toEqual({ mine: override })
    const back = await providers.overrideModel({ key: 'b', providerId: id, model: 'mine', override: null })
    expect(back.overrides).toEqual({})
  })
})
