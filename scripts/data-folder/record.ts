import type { Recorded } from './fill.ts'
import type { CheckoutServer } from './server-of.ts'

/** Asks a server about everything in its data folder, in an order that another version can repeat. */
export async function recordAnswers(
  server: CheckoutServer,
  commands: readonly Recorded[],
): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = []
  const requests = new Set<string>()

  async function ask(method: string, path: string, body?: unknown, key?: string): Promise<unknown> {
    const options = { ...(body === undefined ? {} : { body }), ...(key === undefined ? {} : { key }) }
    const { status, body: answer } = await server.call(method, path, options)
    recorded.push({ method, path, ...options, status, answer })
    for (const id of requestIds(answer)) requests.add(id)
    return answer
  }

  /** Everything that can be read about a chat as it is shown now. */
  async function readChat(chat: string): Promise<View> {
    const view = (await ask('GET', `/api/chats/${chat}`)) as View
    await ask('GET', `/api/chats/${chat}/usage`)
    await ask('GET', `/api/chats/${chat}/answer`)
    await ask('POST', `/api/chats/${chat}/inspection`, { context: null, text: 'What would be sent now?' })
    return view
  }

  // Given again, a command answers what it answered, and changes nothing.
  for (const { method, path, body, key } of commands) await ask(method, path, body, key)

  const page = (await ask('GET', '/api/chats?limit=100')) as { chats: { chat: { id: string } }[] }
  const chats = [...page.chats]
  const days = new Set<string>()
  for (const path of ['/api/workspace', '/api/models', '/api/prompts']) await ask('GET', path)
  const { workspaces } = (await ask('GET', '/api/workspaces')) as { workspaces: { id: string }[] }
  for (const { id } of workspaces) {
    for (const path of ['', '/contents', '/files?path=/', '/prompt-values'])
      await ask('GET', `/api/workspaces/${id}${path}`)
  }
  for (const place of ['pinned', 'archived']) {
    const placed = (await ask('GET', `/api/chats?limit=100&place=${place}`)) as typeof page
    chats.push(...placed.chats)
  }
  // The provider cannot be reached, which is only found out once its sealed key was opened.
  const { providers } = (await ask('GET', '/api/providers')) as { providers: { id: string }[] }
  for (const { id } of providers) await ask('POST', `/api/providers/${id}/test`, {})
  const shown: View[] = []
  for (const { chat } of chats) shown.push(await readChat(chat.id))
  for (const id of requests) {
    const past = (await ask('GET', `/api/requests/${id}`)) as { facts?: { sentAt: number } }
    if (past.facts !== undefined) days.add(new Date(past.facts.sentAt).toISOString().slice(0, 10))
  }
  const workspace = shown[0]?.chat.workspaceId
  await ask('GET', `/api/usage?workspace=${workspace}`)
  for (const day of days) await ask('GET', `/api/usage?day=${day}`)
  const models = new Set(
    shown.map(({ chat: { settings } }) => `definition=${settings.model.definition}&model=${settings.model.model}`),
  )
  for (const model of models) await ask('GET', `/api/usage?${model}`)

  // The branches that are not shown, each after a switch to it.
  let switches = 0
  for (const view of shown) {
    for (const messageId of new Set(Object.values(view.siblings).flat())) {
      switches += 1
      await ask('PUT', `/api/chats/${view.chat.id}/tip`, { messageId }, `switch-${switches}`)
      await readChat(view.chat.id)
    }
  }
  return recorded
}

interface View {
  readonly chat: {
    readonly id: string
    readonly workspaceId: string
    readonly settings: { readonly model: { readonly definition: string; readonly model: string } }
  }
  readonly siblings: Readonly<Record<string, readonly string[]>>
}

function requestIds(answer: unknown): readonly string[] {
  return [...new Set(JSON.stringify(answer ?? null).match(/\breq_\w+/g))]
}
