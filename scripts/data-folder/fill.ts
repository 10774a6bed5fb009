import { setTimeout as after } from 'node:timers/promises'
import { fillDesk } from './fill-desk.ts'
import { HANGING_ITEM, HANGS } from './scripted-provider.ts'
import type { CallOptions, CheckoutServer } from './server-of.ts'

/** A request to the server and what it answered. A command has a key, and answers the same when it is given again. */
export interface Recorded extends CallOptions {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly answer: unknown
}

/** What the script reads of a chat's view. Answers of the server are not parsed: this is a script for one version of it. */
interface View {
  readonly chat: {
    readonly title: object | null
    readonly settings: { readonly context: object; readonly answer: object }
  }
  readonly path: readonly {
    readonly id: string
    readonly role: string
    readonly parts?: readonly { kind: string; callId?: string }[]
  }[]
  readonly calls: Readonly<
    Record<string, { readonly id: string; readonly hash: string; readonly state: { readonly kind: string } }>
  >
  readonly runs: readonly object[]
  readonly drafts: readonly { readonly parts: readonly object[] }[]
  readonly compactions: readonly object[]
}

const paragraph = 'The tide comes in twice a day, and the harbour wall must stand the higher of the two. '

/** Makes chats of every kind and gives back the commands that made them, in order. Ends with answers and calls that still run. */
export async function fillDataFolder(server: CheckoutServer, upstreamUrl: string): Promise<readonly Recorded[]> {
  const commands: Recorded[] = []

  async function act<T = unknown>(method: string, path: string, body: unknown = {}): Promise<T> {
    const key = `key-${commands.length + 1}`
    const { status, body: answer } = await server.call(method, path, { body, key })
    if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${JSON.stringify(answer)}`)
    commands.push({ method, path, body, key, status, answer })
    return answer as T
  }
  const view = async (chat: string) => (await server.call('GET', `/api/chats/${chat}`)).body as View
  async function until(chat: string, what: string, holds: (view: View) => boolean): Promise<View> {
    for (let attempt = 0; attempt < 3000; attempt += 1) {
      const now = await view(chat)
      if (holds(now)) return now
      await after(20)
    }
    throw new Error(`${chat}: ${what} did not happen`)
  }
  const idle = (chat: string) =>
    until(chat, 'the end of its runs', ({ runs, compactions }) => runs.length === 0 && compactions.length === 0)

  const newChat = async () => (await act<{ id: string }>('POST', '/api/chats')).id
  const lastLink = ({ path }: View) =>
    path.findLast(({ role }) => ['user', 'assistant', 'tool-results'].includes(role))?.id
  async function send(
    chat: string,
    text: string,
    parentId: string | null | 'last' = 'last',
    attachments: readonly object[] = [],
  ) {
    const parent = parentId === 'last' ? (lastLink(await view(chat)) ?? null) : parentId
    return act<{ messageId: string; answerId: string }>('POST', `/api/chats/${chat}/messages`, {
      text,
      parentId: parent,
      ...(attachments.length === 0 ? {} : { attachments }),
    })
  }
  /** Sends and waits for the answer, and for the title that follows the first one. */
  async function ask(
    chat: string,
    text: string,
    parentId: string | null | 'last' = 'last',
    attachments: readonly object[] = [],
  ) {
    const sent = await send(chat, text, parentId, attachments)
    await until(chat, 'a title', ({ chat: { title } }) => title !== null)
    await idle(chat)
    return sent
  }
  const use = (chat: string, definition: string, model: string) =>
    act('PUT', `/api/chats/${chat}/model`, { definition, model })
  const offer = (chat: string, policy: string | null) =>
    act('PUT', `/api/chats/${chat}/tools`, { tools: [{ name: 'write_todo', policy, options: {} }] })
  async function setContext(chat: string, changes: object) {
    const {
      chat: { settings },
    } = await view(chat)
    await act('PUT', `/api/chats/${chat}/context`, { ...settings.context, ...changes })
  }

  // Providers: keys and headers are sealed, models discovered and corrected.
  async function addProvider(type: string, preset: string, name: string, baseUrl: string) {
    const { presets } = (await server.call('GET', '/api/presets')).body as {
      presets: { id: string; options: object }[]
    }
    const options = { ...presets.find(({ id }) => id === preset)?.options, thisComputer: true }
    const form = { type, name, icon: null, preset, baseUrl, modelsUrl: null, options, enabled: true }
    const secrets = { key: `sk-${name.toLowerCase()}-0123456789`, headers: { 'x-team': 'harbour' } }
    const { id } = await act<{ id: string }>('POST', '/api/providers', { ...form, ...secrets })
    await server.call('POST', `/api/providers/${id}/models`, { body: {} })
    return { id, form }
  }
  const quill = await addProvider('openai-chat', 'openai-compatible', 'Quill', `${upstreamUrl}/v1`)
  const claude = await addProvider('anthropic', 'anthropic', 'Claude', upstreamUrl)
  const removed = await addProvider('openai-chat', 'openai-compatible', 'Gone', `${upstreamUrl}/v1`)
  await act('PUT', `/api/providers/${quill.id}`, { ...quill.form, name: 'Quill & Co', headers: { 'x-team': null } })
  await act('PUT', `/api/providers/${quill.id}/overrides`, {
    model: 'quill-tiny',
    override: { contextWindow: 3_000, outputLimit: 400, takes: { tools: true } },
  })

  // Plain chats with the demo: Markdown, thinking, a call that fails, an error, a length end.
  const demo = await newChat()
  for (const text of ['mathematics', 'think', 'tool call', 'error', 'length']) await ask(demo, text)
  await act('PATCH', `/api/chats/${demo}`, { title: 'Renamed by hand' })

  await act('PUT', '/api/workspace/model', { model: { definition: quill.id, model: 'quill-large' } })

  // Branches: an edited first message, an answer again, switching back, an answer stopped.
  const branches = await newChat()
  const first = await ask(branches, 'Which stone for the wall?')
  await ask(branches, 'And for the stairs?')
  await ask(branches, 'Which brick for the wall?', null)
  await act('POST', `/api/chats/${branches}/messages/${first.messageId}/retry`)
  await idle(branches)
  await act('PUT', `/api/chats/${branches}/tip`, { messageId: first.answerId })
  await send(branches, HANGS)
  await until(branches, 'the first words', ({ drafts }) => drafts.some(({ parts }) => parts.length > 0))
  await act('POST', `/api/chats/${branches}/stop`, { runId: null, compactionId: null })
  await idle(branches)
  const fork = await act<{ chatId: string }>('POST', `/api/chats/${branches}/messages/${first.answerId}/fork`)
  await ask(fork.chatId, 'A question in the fork.')

  // Deleted messages and their accounting, on a message and at the root.
  const deleted = await newChat()
  await ask(deleted, 'Keep this question.')
  const second = await ask(deleted, 'Delete this question.')
  await ask(deleted, 'This goes with it.')
  await act('DELETE', `/api/chats/${deleted}/messages/${second.messageId}`)
  await ask(deleted, 'This comes after.')
  const rootless = await newChat()
  const root = await ask(rootless, 'Delete everything.')
  await act('DELETE', `/api/chats/${rootless}/messages/${root.messageId}`)
  await ask(rootless, 'Another beginning.', null)

  // Checkpoints: clear, lift, hold again, summaries in both forms, one made again, a failed summary cut short instead.
  const cleared = await newChat()
  await ask(cleared, 'Before the clear.')
  const clear = await act<{ checkpointId: string }>('POST', `/api/chats/${cleared}/clear`)
  await ask(cleared, 'After the clear.')
  await act('PUT', `/api/chats/${cleared}/lifts/${clear.checkpointId}`, { act: 'lift' })
  await ask(cleared, 'After the lift.')
  const summarised = await newChat()
  for (let turn = 1; turn <= 4; turn += 1) await ask(summarised, `Question ${turn}. ${paragraph.repeat(4)}`)
  await act('POST', `/api/chats/${summarised}/summaries`, { form: 'prose' })
  const withSummary = await idle(summarised)
  const summary = withSummary.path.find(({ role }) => role === 'summary')?.id
  await act('POST', `/api/chats/${summarised}/summaries`, { form: 'prose', again: summary })
  await idle(summarised)
  await ask(summarised, 'After the summary.')
  await act('POST', `/api/chats/${summarised}/summaries`, { form: 'snapshot' })
  await idle(summarised)
  for (const [text, name] of [
    ['', 'compacted'],
    ['FAIL THE SUMMARY. ', 'truncated'],
  ] as const) {
    const chat = await newChat()
    await use(chat, quill.id, 'quill-tiny')
    for (let turn = 1; turn <= 4; turn += 1) await ask(chat, `${text}Long ${turn}. ${paragraph.repeat(20)}`)
    await act('PATCH', `/api/chats/${chat}`, { title: `A chat that was ${name} by itself` })
  }

  // Settings, pins and messages left out, on a chat long enough that its requests are stored on each other.
  const long = await newChat()
  await use(long, claude.id, 'claude-sonnet-4-6')
  await offer(long, 'auto')
  const {
    chat: { settings },
  } = await view(long)
  await act('PUT', `/api/chats/${long}/answer`, { ...settings.answer, temperature: 0.3, outputLimit: 2048 })
  for (let turn = 1; turn <= 6; turn += 1) await ask(long, `Think about turn ${turn}.`)
  await ask(long, 'Call write_todo with an item')
  await ask(long, 'Call write_todo with an item')
  await setContext(long, {
    toolMemory: { mode: 'forget', afterConclusions: 0 },
    reasoning: { lastCycles: 2 },
    cache: 'cached',
  })
  const [pinned, leftOut] = (await view(long)).path.filter(({ role }) => role === 'user')
  await act('PUT', `/api/chats/${long}/marks/${pinned?.id}`, { mark: 'pinned' })
  await act('PUT', `/api/chats/${long}/marks/${leftOut?.id}`, { mark: 'left-out' })
  await ask(long, 'Think about the end.')

  // Calls: run without asking, approved, always approved, denied, refused by policy, with bad arguments, waiting.
  const calls = await newChat()
  await offer(calls, 'auto')
  await ask(calls, 'Call write_todo with an item')
  await ask(calls, 'Call write_todo with {"todos": 7}')
  await ask(calls, 'Call no_such_tool with {}')
  await offer(calls, 'deny')
  await ask(calls, 'Call write_todo with an item')
  await offer(calls, 'confirm')
  const proposed = (chat: string) =>
    until(chat, 'a call that waits', ({ calls: all }) =>
      Object.values(all).some(({ state }) => state.kind === 'proposed'),
    )
  const proposedCall = async (chat: string) => {
    const found = Object.values((await proposed(chat)).calls).find(({ state }) => state.kind === 'proposed')
    if (found === undefined) throw new Error('the call that waited is gone')
    return found
  }
  await send(calls, 'Call write_todo with an item')
  const denied = await proposedCall(calls)
  await act('POST', `/api/chats/${calls}/calls/${denied.id}/deny`, { reason: 'Not today.' })
  await idle(calls)
  await send(calls, 'Call write_todo with an item')
  const approved = await proposedCall(calls)
  await act('POST', `/api/chats/${calls}/calls/${approved.id}/approve`, { hash: approved.hash, always: false })
  await idle(calls)
  const pending = await newChat()
  await offer(pending, 'confirm')
  await send(pending, 'Call write_todo with an item')
  const rejected = await proposed(pending)
  await act('POST', `/api/chats/${pending}/messages/${lastLink(rejected)}/reject-pending`)
  await send(pending, 'Call write_todo with an item')
  await proposed(pending)
  await idle(pending)

  // Another model in mid-chat, an answer read whole, and a provider that was removed afterwards.
  const mixed = await newChat()
  await use(mixed, removed.id, 'quill-large')
  await ask(mixed, 'Asked of a provider that goes.')
  await use(mixed, claude.id, 'claude-sonnet-4-6')
  await ask(mixed, 'Think about what the other said.')
  await use(mixed, quill.id, 'quill-large')
  await act('PUT', `/api/chats/${mixed}/answer`, { ...settings.answer, streaming: false })
  await ask(mixed, 'Answer in one piece.')
  await act('DELETE', `/api/providers/${removed.id}`)

  await fillDesk({ server, act, idle, ask: (chat, text, attachments) => ask(chat, text, 'last', attachments) })

  // An empty chat, and one that was never answered because its request cannot fit.
  await newChat()

  // What the kill cuts off: an unfinished answer with a message waiting below it, and a call whose tool runs.
  const unknown = await newChat()
  await offer(unknown, 'auto')
  const hanging = JSON.stringify({ todos: [{ text: HANGING_ITEM, state: 'pending' }] })
  await send(unknown, `Call write_todo with ${hanging}`)
  await until(unknown, 'a started call', ({ calls: all }) =>
    Object.values(all).some(({ state }) => state.kind === 'started'),
  )
  const interrupted = await newChat()
  await ask(interrupted, 'This is answered.')
  await send(interrupted, HANGS)
  const { drafts } = await until(interrupted, 'the first words', view =>
    view.drafts.some(({ parts }) => parts.length > 0),
  )
  await act('POST', `/api/chats/${interrupted}/messages`, {
    text: 'This waits for the answer above.',
    parentId: (drafts[0] as { messageId?: string } | undefined)?.messageId ?? null,
  })
  // The journal commits four times a second.
  await after(1000)
  return commands
}
