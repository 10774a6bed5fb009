import { startWireServer, type WireReply, type WireRequest, type WireServer } from '@stet/models/testing'
import { clientOf } from './inspector-page.ts'
import { test } from './stet.ts'

export const RIGHT_KEY = 'sk-right-0123456789abcdef'
export const WRONG_KEY = 'sk-wrong-0123456789abcdef'

/** What it lists, as OpenRouter does: one with a price and a window, one without. */
const models = [
  {
    id: 'quill-large',
    name: 'Quill Large',
    context_length: 131_072,
    pricing: { prompt: '0.00000025', completion: '0.00000125', input_cache_read: '0.000000025' },
    architecture: { input_modalities: ['text', 'image'] },
    supported_parameters: ['tools', 'temperature'],
  },
  { id: 'quill-small', name: 'Quill Small' },
]

/** A server that speaks Chat Completions, with a key of its own. */
export const wireTest = test.extend<{ upstream: WireServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this what the fixture needs
  upstream: async ({}, use) => {
    const upstream = await startWireServer()
    upstream.reply(asProvider)
    await use(upstream)
    await upstream.close()
  },
})

export function asProvider(request: WireRequest): WireReply {
  const key = request.headers.authorization?.replace('Bearer ', '')
  // Real ones repeat the key in their refusal, wholly or in part.
  if (key !== RIGHT_KEY) return json({ error: { message: `Incorrect API key provided: ${key}.` } }, 401)
  if (request.path.endsWith('/models')) return json({ data: models })
  const words = ['Good ', 'morning ', 'from ', 'the ', 'wire.']
  return request.body.includes('"stream":true') ? stream(words) : json(whole(words.join('')))
}

export function json(body: object, status = 200, headers: Readonly<Record<string, string>> = {}): WireReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

function stream(words: readonly string[]): WireReply {
  const pieces = words.map(content => chunk([{ index: 0, delta: { content }, finish_reason: null }]))
  const end = chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])
  return {
    headers: { 'content-type': 'text/event-stream' },
    body: [...pieces, end, chunk([], { prompt_tokens: 12, completion_tokens: 5 }), 'data: [DONE]\n\n'],
  }
}

function chunk(choices: readonly object[], usage: object | null = null): string {
  const facts = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'quill-large' }
  return `data: ${JSON.stringify({ ...facts, choices, usage })}\n\n`
}

function whole(content: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'quill-large',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
  }
}

/** A provider that is there before the page is opened, its models known; new chats start with the first. */
export async function addProvider(
  address: string,
  upstream: WireServer,
  key = RIGHT_KEY,
  presetId = 'openai-compatible',
  name = 'Quill & Co',
): Promise<string> {
  const client = clientOf(address)
  const { presets } = await client.presets()
  const preset = presets.find(({ id }) => id === presetId)
  if (preset === undefined) throw new Error(`there is no preset ${presetId}`)
  const form = {
    type: preset.type === 'anthropic' ? ('anthropic' as const) : ('openai-chat' as const),
    name,
    icon: null,
    preset: preset.id,
    baseUrl: preset.type === 'anthropic' ? upstream.url : `${upstream.url}/v1`,
    modelsUrl: null,
    options: { ...preset.options, thisComputer: true },
    enabled: true,
    key,
    headers: {},
  }
  const { id } = await client.addProvider({ form })
  await client.discoverModels(id)
  if (key === RIGHT_KEY) await client.changeDefaultModel({ model: { definition: id, model: 'quill-large' } })
  return id
}
