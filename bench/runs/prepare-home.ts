import { type ChatId, createClient, defaultDefinitionOptions, type ProviderForm } from '@stet/api/client'

const AT_ONCE = 20

/** Gives a home its provider. */
export async function prepareHome(address: string, upstream: string): Promise<void> {
  const client = clientOf(address)
  const { id: definition } = await client.addProvider({ form: formFor(upstream) })
  await client.changeDefaultModel({ model: { definition, model: 'some-model' } })
}

/** This many new chats, each with a title, so that none is requested. */
export async function addChats(address: string, chats: number): Promise<readonly ChatId[]> {
  const client = clientOf(address)
  const ids: ChatId[] = []
  while (ids.length < chats) {
    const count = Math.min(AT_ONCE, chats - ids.length)
    const made = await Promise.all(Array.from({ length: count }, () => client.createChat()))
    await Promise.all(made.map(({ id }) => client.rename(id, { title: 'Named' })))
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

function clientOf(address: string) {
  return createClient({
    fetch: (input, init) => fetch(input, init),
    base: address,
    newKey: () => crypto.randomUUID(),
  })
}

function formFor(baseUrl: string): ProviderForm {
  return {
    type: 'openai-chat',
    name: 'Upstream',
    icon: null,
    preset: null,
    baseUrl,
    modelsUrl: null,
    options: { ...defaultDefinitionOptions, thisComputer: true },
    enabled: true,
    key: 'none',
    headers: {},
  }
}
