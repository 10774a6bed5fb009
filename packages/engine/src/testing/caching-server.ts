import { defaultContextSettings, estimateTokens } from '@stet/context'
import type { ChatSettings } from '@stet/history'
import { createDemoModel, createModels, defaultDefinitionOptions, loadBundledPrices, type Models } from '@stet/models'
import { scriptedSettings } from './test-home.ts'

/** What the server read of one request: its body, and what it charged for. */
export interface ServedRequest {
  readonly body: MessagesBody
  readonly usage: ServedUsage
}

interface ServedUsage {
  readonly input_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation_input_tokens: number
}

interface WireBlock {
  readonly cache_control?: object
  readonly text?: string
}

interface MessagesBody {
  readonly max_tokens: number
  readonly tools?: readonly WireBlock[]
  readonly system?: readonly WireBlock[]
  readonly messages: readonly { readonly role: string; readonly content: readonly WireBlock[] | string }[]
}

export interface CachingServer {
  readonly models: Models
  readonly settings: ChatSettings
  readonly served: readonly ServedRequest[]
}

/** How far before a mark an earlier entry of the cache is looked for, in blocks. */
const LOOK_BACK = 20

/**
 * Anthropic's wire with its cache: an entry is written at each mark, and a request reads the longest entry that its own prefix has at or
 * shortly before a mark. `reply` writes the content blocks of an answer.
 */
export function createCachingServer(
  clock: () => number,
  reply: (body: MessagesBody) => readonly object[],
  model = 'claude-sonnet-4-5',
): CachingServer {
  const served: ServedRequest[] = []
  const entries = new Set<string>()

  function charge(body: MessagesBody): ServedUsage {
    const blocks = [...(body.tools ?? []), ...(body.system ?? []), ...body.messages.flatMap(toBlocks)]
    let prefix = ''
    const prefixes = blocks.map(({ cache_control: _mark, ...block }) => {
      prefix += JSON.stringify(block)
      return prefix
    })
    const marks = blocks.flatMap(({ cache_control: mark }, index) => (mark === undefined ? [] : [index]))
    const held = marks.flatMap(mark => {
      const reached = prefixes.slice(Math.max(0, mark - LOOK_BACK), mark + 1)
      return [reached.findLast(one => entries.has(one))?.length ?? 0]
    })
    const [read, marked] = [Math.max(0, ...held), prefixes[marks.at(-1) ?? -1]?.length ?? 0]
    for (const mark of marks) entries.add(prefixes[mark] ?? '')
    return {
      input_tokens: estimateTokens(prefix.slice(Math.max(read, marked))),
      cache_read_input_tokens: estimateTokens(prefix.slice(0, read)),
      cache_creation_input_tokens: estimateTokens(prefix.slice(read, marked)),
    }
  }

  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const body: MessagesBody = JSON.parse(String(init?.body))
    const usage = charge(body)
    served.push({ body, usage })
    return new Response(toEvents(reply(body), usage), { headers: { 'content-type': 'text/event-stream' } })
  }

  const definition = {
    id: 'definition_1',
    type: 'anthropic',
    name: 'Caching',
    icon: null,
    preset: null,
    baseUrl: null,
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
  return { models, settings: { ...scriptedSettings, model: choice, context }, served }
}

function toBlocks({ role, content }: MessagesBody['messages'][number]): readonly WireBlock[] {
  const blocks = typeof content === 'string' ? [{ text: content }] : content
  return blocks.map(block => ({ role, ...block }))
}

function toEvents(content: readonly object[], usage: ServedUsage): string {
  const isCall = content.some(block => 'name' in block)
  const message = { id: 'msg_01', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null }
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
