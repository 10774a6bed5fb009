import { defaultContextSettings, estimateTokens } from '@stet/context'
import type { ChatSettings } from '@stet/history'
import { createDemoModel, createModels, defaultDefinitionOptions, loadBundledPrices, type Models } from '@stet/models'
import { scriptedSettings } from './test-home.ts'

/** What the server read of one request: its body, and what it charged for. */
export interface ServedRequest {
  readonly body: MessagesBody
  readonly headers: Headers
  readonly usage: ServedUsage
  readonly status: number
}

interface ServedUsage {
  readonly input_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_creation: { readonly ephemeral_5m_input_tokens: number; readonly ephemeral_1h_input_tokens: number }
}

interface WireBlock {
  readonly type?: string
  readonly signature?: string
  readonly cache_control?: { readonly ttl?: string }
  readonly text?: string
  readonly name?: string
  readonly tool?: { readonly name?: string; readonly definition?: { readonly name?: string } }
}

interface WireMessage {
  readonly role: string
  readonly content: readonly WireBlock[] | string
  readonly output_config?: { readonly effort?: string }
}

interface MessagesBody {
  readonly max_tokens: number
  readonly tools?: readonly WireBlock[]
  readonly system?: readonly WireBlock[]
  readonly messages: readonly WireMessage[]
  readonly output_config?: { readonly effort?: string }
  readonly diagnostics?: { readonly previous_message_id: string | null }
  readonly thinking?: {
    readonly budget_tokens?: number
    readonly block_binding?: { readonly prefix_mismatch_behavior?: string }
  }
}

export interface CachingServer {
  readonly models: Models
  readonly settings: ChatSettings
  readonly served: readonly ServedRequest[]
  /** From now on no earlier thinking fits, as if another server had written it. */
  forgetThinking(): void
}

export interface CachingServerOptions {
  readonly model?: string
  readonly baseUrl?: string
  /** Whether it takes messages of the system, with tools in them or not, as not every model does. Default: yes. */
  readonly takesAdditions?: boolean
}

/** How far before a mark an earlier entry of the cache is looked for, in blocks. */
const LOOK_BACK = 20
const [FIVE_MINUTES, HOUR] = [300_000, 3_600_000]

/**
 * Anthropic's wire with its cache: an entry is written at each mark, lives for five minutes or an hour after it was last used, and a request reads the longest entry that its own prefix has at or
 * shortly before a mark; messages are found only with the thinking budget and the effort of the whole request that they were cached with. `reply` writes the content blocks of an answer. It signs thinking, and takes it back only after the very tools, system
 * text and messages that it was written after: otherwise it answers 400, or drops the block where that is asked for (C20). At Anthropic's own
 * address it says, when asked, what changed since an earlier request (C24); elsewhere it refuses the question.
 */
export function createCachingServer(
  clock: () => number,
  reply: (body: MessagesBody) => readonly object[],
  { model = 'claude-sonnet-4-5', baseUrl, takesAdditions = true }: CachingServerOptions = {},
): CachingServer {
  const served: ServedRequest[] = []
  /** When each entry is forgotten, and how long it lives when it is read. */
  const entries = new Map<string, { readonly until: number; readonly life: number }>()

  function find(key: string): boolean {
    const entry = entries.get(key)
    if (entry === undefined || clock() >= entry.until) return false
    entries.set(key, { ...entry, until: clock() + entry.life })
    return true
  }

  function charge(body: MessagesBody): ServedUsage {
    const leading = [...(body.tools ?? []), ...(body.system ?? [])]
    const blocks = [...leading, ...body.messages.flatMap(toBlocks)]
    let prefix = ''
    const prefixes = blocks.map(({ cache_control: _mark, ...block }) => {
      prefix += JSON.stringify(block)
      return prefix
    })
    const marks = blocks.flatMap(({ cache_control: mark }, index) => (mark === undefined ? [] : [index]))
    const budget = `${body.thinking?.budget_tokens ?? 'none'} ${body.output_config?.effort ?? 'usual'}`
    const keys = prefixes.map((each, index) => (index < leading.length ? each : `${budget} ${each}`))
    const held = marks.map(mark => {
      const reached = keys.findLastIndex((key, at) => at <= mark && at >= mark - LOOK_BACK && find(key))
      return prefixes[reached]?.length ?? 0
    })
    const [read, marked] = [Math.max(0, ...held), prefixes[marks.at(-1) ?? -1]?.length ?? 0]
    for (const mark of marks) {
      const life = blocks[mark]?.cache_control?.ttl === '1h' ? HOUR : FIVE_MINUTES
      const key = keys[mark] ?? ''
      if (!find(key)) entries.set(key, { until: clock() + life, life })
    }
    const written = estimateTokens(prefix.slice(read, marked))
    const isLong = blocks[marks.at(-1) ?? -1]?.cache_control?.ttl === '1h'
    return {
      input_tokens: estimateTokens(prefix.slice(Math.max(read, marked))),
      cache_read_input_tokens: estimateTokens(prefix.slice(0, read)),
      cache_creation_input_tokens: written,
      cache_creation: {
        ephemeral_5m_input_tokens: isLong ? 0 : written,
        ephemeral_1h_input_tokens: isLong ? written : 0,
      },
    }
  }

  /** The prefix that each signature was given after. */
  const signed = new Map<string, string>()
  let signatures = 0

  function findUnbound({ messages, ...rest }: MessagesBody): readonly string[] {
    return messages.flatMap(({ content }, at) =>
      (typeof content === 'string' ? [] : content).flatMap(({ type, signature = '' }, block) =>
        type !== 'thinking' || signed.get(signature) === prefixOf({ ...rest, messages: messages.slice(0, at) })
          ? []
          : [`messages.${at}.content.${block}`],
      ),
    )
  }

  function sign(body: MessagesBody, content: readonly object[]): readonly object[] {
    return content.map(block => {
      if (!('thinking' in block)) return block
      signatures += 1
      const signature = `signature ${signatures}`
      signed.set(signature, prefixOf(body))
      return { ...block, signature }
    })
  }

  /** The requests that it can be asked to compare with, by the ids of their answers. */
  const compared = new Map<string, MessagesBody>()

  function diagnose(body: MessagesBody): object | null {
    if (body.diagnostics === undefined) return null
    const { previous_message_id: id } = body.diagnostics
    const before = id === null ? null : compared.get(id)
    if (before === undefined) return { cache_miss_reason: { type: 'previous_message_not_found' } }
    return { cache_miss_reason: before === null ? null : missReason(before, body) }
  }

  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const body: MessagesBody = JSON.parse(String(init?.body))
    const headers = new Headers(init?.headers)
    if (body.diagnostics !== undefined && baseUrl !== undefined) {
      return refused('diagnostics: Extra inputs are not permitted')
    }
    const misplaced = findMisplaced(body, {
      takesSystem: takesAdditions && baseUrl === undefined,
      takesTools: headers.get('anthropic-beta')?.includes('inline-tools-2026-09-15') === true,
      takesEffort: headers.get('anthropic-beta')?.includes('mid-conversation-output-config-2026-07-01') === true,
    })
    if (misplaced !== null) return refused(misplaced)
    const undeclared = findUndeclared(body)
    if (undeclared !== null) return refused(`messages: the tool "${undeclared}" is not declared`)
    const unbound = findUnbound(body)
    const drops = body.thinking?.block_binding?.prefix_mismatch_behavior === 'drop_block'
    if (drops && headers.get('anthropic-beta')?.includes('thinking-binding-controls-2026-08-01') !== true) {
      return refused(`thinking.block_binding: Extra inputs are not permitted`)
    }
    if (unbound.length > 0 && !drops) {
      served.push({ body, headers, usage: charge(body), status: 400 })
      return refused(`${unbound[0]}: this \`thinking\` block was created in a different conversation`)
    }
    const usage = charge(body)
    served.push({ body, headers, usage, status: 200 })
    const reason = 'prefix_binding_mismatch'
    const transformations = unbound.map(path => ({ type: 'thinking_dropped', path, reason }))
    const id = `msg_${String(compared.size + 1).padStart(2, '0')}`
    const said = { id, input_transformations: transformations, diagnostics: diagnose(body) }
    if (body.diagnostics !== undefined) compared.set(id, body)
    const events = toEvents(sign(body, reply(body)), usage, said)
    return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
  }

  const definition = {
    id: 'definition_1',
    type: 'anthropic',
    name: 'Caching',
    icon: null,
    preset: null,
    baseUrl: baseUrl ?? null,
    modelsUrl: null,
    options: defaultDefinitionOptions,
    enabled: true,
  } as const
  const connection = { definition, credentials: { key: 'test-key-0123456789abcdef', headers: {} }, fetch }
  const models = createModels({
    demo: createDemoModel({ pace: 0 }),
    connections: { find: async () => ({ connection, models: [], overrides: {} }) },
    files: { read: async () => new Uint8Array() },
    prices: { read: loadBundledPrices },
    clock,
  })
  const choice = { definition: definition.id, model }
  const context = { ...defaultContextSettings({ caching: 'marks' }), cache: 'cached' as const }
  return {
    models,
    settings: { ...scriptedSettings, model: choice, context },
    served,
    forgetThinking: () => signed.clear(),
  }
}

function refused(message: string): Response {
  const error = { type: 'error', error: { type: 'invalid_request_error', message } }
  return new Response(JSON.stringify(error), { status: 400, headers: { 'content-type': 'application/json' } })
}

/** What is wrong with a message of the system: it follows the user's, precedes an answer or nothing, and holds text, or tools with a beta header. */
function findMisplaced(
  { messages }: MessagesBody,
  { takesSystem, takesTools, takesEffort }: Record<'takesSystem' | 'takesTools' | 'takesEffort', boolean>,
): string | null {
  for (const [index, { role, content, output_config: config }] of messages.entries()) {
    if (config !== undefined && !(takesEffort && role === 'system')) {
      return `messages.${index}.output_config: Extra inputs are not permitted`
    }
    if (role !== 'system') continue
    if (content.length === 0 && config?.effort === undefined) return `messages.${index}: neither content nor effort`
    if (!takesSystem) return 'messages: Unexpected role "system"'
    const [before, after] = [messages[index - 1]?.role, messages[index + 1]?.role]
    if (before !== 'user' || (after !== undefined && after !== 'assistant')) {
      return `messages.${index}: a system message must follow a user message, and precede an assistant message or end the array`
    }
    const kinds = typeof content === 'string' ? ['text'] : content.map(({ type = '' }) => type)
    const other = kinds.find(kind => kind !== 'text' && !(takesTools && /^tool_(addition|removal)$/.test(kind)))
    if (other !== undefined) return `messages.${index}.content: Input tag '${other}' is not permitted`
  }
  return null
}

/** A tool that is withdrawn and that nothing before declares; null for none. */
function findUndeclared({ tools = [], messages }: MessagesBody): string | null {
  const declared = new Set(tools.map(({ name }) => name))
  for (const { role, content } of messages) {
    if (role !== 'system' || typeof content === 'string') continue
    for (const { type, tool } of content) {
      if (type === 'tool_addition') declared.add(tool?.definition?.name ?? tool?.name)
      else if (type === 'tool_removal' && !declared.has(tool?.name)) return tool?.name ?? ''
    }
  }
  return null
}

/** What a thinking signature covers. Cache marks are not part of it. */
function prefixOf({ tools = [], system = [], messages }: Pick<MessagesBody, 'tools' | 'system' | 'messages'>): string {
  return withoutMarks([tools, system, messages]) ?? ''
}

function toBlocks({ role, content, output_config: config }: WireMessage): readonly WireBlock[] {
  const blocks = typeof content === 'string' ? [{ text: content }] : content
  return [...blocks.map(block => ({ role, ...block })), ...(config === undefined ? [] : [{ role, ...config }])]
}

/** What of the earlier request the later one does not begin with; null where it begins with all of it. */
function missReason(before: MessagesBody, now: MessagesBody): object | null {
  const same = (one: unknown, other: unknown) => withoutMarks(one) === withoutMarks(other)
  if (!same(before.tools, now.tools)) return { type: 'tools_changed', cache_missed_input_tokens: 812 }
  if (!same(before.system, now.system)) return { type: 'system_changed', cache_missed_input_tokens: 812 }
  const begins = same(before.messages, now.messages.slice(0, before.messages.length))
  return begins ? null : { type: 'messages_changed', cache_missed_input_tokens: 812 }
}

function withoutMarks(value: unknown): string | undefined {
  return JSON.stringify(value, (name, each) => (name === 'cache_control' ? undefined : each))
}

function toEvents(content: readonly object[], usage: ServedUsage, said: object): string {
  const isCall = content.some(block => 'name' in block)
  const message = {
    ...said,
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [],
    stop_reason: null,
  }
  const events = [
    { type: 'message_start', message: { ...message, stop_sequence: null, usage: { ...usage, output_tokens: 1 } } },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 40 },
    },
    { type: 'message_stop' },
  ]
  return events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}
