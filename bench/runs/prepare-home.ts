import { type ChatId, createClient, defaultDefinitionOptions, type ProviderForm } from '@stet/api/client'

const AT_ONCE = 20

/** A home with a provider, and so many chats, each named, so that no title is asked for. */
export async function prepareHome(address: string, upstream: string, chats: number): Promise<readonly ChatId[]> {
  const client = createClient({
    fetch: (input, init) => fetch(input, init),
    base: address,
    newKey: () => crypto.randomUUID(),
  })
  const { id: definition } = await client.addProvider({ form: formFor(upstream) })
  await client.changeDefaultModel({ model: { definition, model: 'some-model' } })
  const ids: ChatId[] = []
  while (ids.length < chats) {
    const count = Math.min(AT_ONCE, chats - ids.length)
    const made = await Promise.all(Array.from({ length: count }, () => client.createChat()))
    await Promise.all(made.map(({ id }) => client.rename(id, { title: 'Named' })))
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

function formFor(baseUrl: string): ProviderForm {
  return {
    type: 'openai-chat',
    name: 'Upstream',
    icon: null,
    preset: null,
    baseUrl,
    modelsUrl: null,
    options: defaultDefinitionOptions,
    enabled: true,
    key: 'none',
    headers: {},
  }
}
