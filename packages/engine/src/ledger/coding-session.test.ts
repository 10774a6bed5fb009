import { assemble, createTokenCounts, defaultContextSettings, manifestOf, toReportLines } from '@stet/context'
import { loadReplays, type Protocol, speaking } from '@stet/context/testing'
import {
  defaultAnswerSettings,
  type Message,
  type MessageId,
  type ModelRequest,
  noUsage,
  type RequestId,
} from '@stet/history'
import {
  createDemoModel,
  createModels,
  defaultDefinitionOptions,
  loadBundledPrices,
  type Models,
  type SentRequest,
} from '@stet/models'
import { blobId, createMemoryDatabase, type RequestRecord, toMessagePut, toRequestPut } from '@stet/store'
import { describe, expect, it } from 'vitest'
import { readContent } from './content/read-content.ts'
import { createTextMemory, MOST_BASES, storeContent } from './content/store-content.ts'

const session = loadReplays()?.find(({ name }) => name === 'the coding session')

const ways: readonly (readonly [Protocol, string])[] = [
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai-chat', 'gpt-4.1'],
]

/** Models that never answer: what would be sent is captured, and nothing is sent. */
function openModels(type: Protocol): Models {
  const definition = {
    id: 'definition_1',
    type,
    name: 'Replayed',
    icon: null,
    preset: null,
    baseUrl: null,
    modelsUrl: null,
    options: defaultDefinitionOptions,
    enabled: true,
  }
  const fetch = () => Promise.reject(new Error('nothing is sent'))
  const connection = { definition, credentials: { key: 'test-key-0123456789abcdef', headers: {} }, fetch }
  return createModels({
    demo: createDemoModel({ pace: 0 }),
    connections: { find: async () => ({ connection, models: [], overrides: {} }) },
    files: { read: async () => new Uint8Array() },
    prices: { read: loadBundledPrices },
    clock: () => Date.UTC(2026, 0),
  })
}

async function whatGoes(models: Models, model: string, request: ModelRequest): Promise<SentRequest> {
  const captured: SentRequest[] = []
  const stream = models.stream({
    choice: { definition: 'definition_1', model },
    request,
    settings: defaultAnswerSettings,
    purpose: 'answer',
    signal: new AbortController().signal,
    onSent(sent) {
      captured.push(sent)
      throw new Error('captured')
    },
  })
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('captured')
  const [sent] = captured
  if (sent === undefined) throw new Error('nothing was to be sent')
  return sent
}

const record: RequestRecord = {
  id: 'req_0',
  chatId: 'chat_replay',
  countsFor: ['chat_replay'],
  workspaceId: 'ws_replay',
  runId: null,
  messageId: 'msg_0',
  below: 'msg_below',
  purpose: 'answer',
  origin: { definition: 'definition_1', protocol: 'replayed', model: 'replayed' },
  boot: 'boot_replay',
  state: 'done',
  sentAt: 0,
  endedAt: 1,
  rawUsage: null,
  usage: noUsage,
  estimate: null,
  estimatedInput: null,
  prices: null,
  manifest: null,
  blocks: null,
  savedTokens: [],
  rolledUp: 0,
  remarks: null,
}

const sizeOf = (messages: readonly Message[]) =>
  messages.reduce((sum, message) => {
    const { order: _order, ...stored } = message
    return stored.role === 'unreadable' ? sum : sum + toMessagePut(stored).body.length
  }, 0)

/** As long as the ids of the record. */
const longId = (prefix: 'req', index: number): RequestId => `${prefix}_${index.toString(32).padStart(32, '0')}`

if (session === undefined) {
  it('the recorded coding session is not beside the project: no request of it is kept', () => {
    expect(loadReplays()).toBe(null)
  })
} else {
  describe.each(ways)('the requests of the recorded coding session, in the words of %s', (protocol, model) => {
    it('[U1] [X1] grow with what is new, and come back byte for byte', { timeout: 600_000 }, async () => {
      const models = openModels(protocol)
      const facts = await models.facts({ definition: 'definition_1', model })
      if (facts === null) throw new Error(`no model ${model}`)
      const origin = { definition: 'definition_1', protocol: 'replayed', model }
      const wide = { ...facts, protocol: 'replayed', contextWindow: 2_000_000 }
      const settings = {
        ...defaultContextSettings(facts),
        cache: facts.caching === 'marks' ? 'cached' : 'all-off',
      } as const
      const own = session.path.map(message => (message.role === 'assistant' ? { ...message, origin } : message))
      const whole = speaking(protocol, {
        path: own,
        lifts: [],
        marks: [],
        settings,
        model: wide,
        system: `You are a coding agent. ${'Read before you write, and say what you changed. '.repeat(90)}`,
        documents: [],
        tools: ['read', 'write', 'edit', 'bash'].map(name => ({
          name,
          description: name.repeat(40),
          input: { type: 'object' },
        })),
        tokens: createTokenCounts(),
        previous: null,
        cache: { state: 'warm' },
        outputLimit: null,
        freezeMarks: false,
      })

      const store = createMemoryDatabase().openStore('owner')
      const deps = { store, texts: createTextMemory(), log: { warn: expect.fail, error: expect.fail } }
      const kept: { readonly record: RequestRecord; readonly sent: string; readonly report: string }[] = []
      let previous: ReturnType<typeof manifestOf> | null = null
      for (const [index, { role }] of whole.path.entries()) {
        if (role !== 'assistant') continue
        const assembly = assemble({ ...whole, path: whole.path.slice(0, index), previous })
        if (assembly.kind === 'cannot-fit') throw new Error(assembly.because)
        previous = manifestOf(assembly.request)
        const sent = await whatGoes(models, model, assembly.request)
        const id = longId('req', kept.length)
        const base = kept.at(-1)?.record.id ?? null
        const { manifest, blobs } = await storeContent(deps, { ...sent, report: assembly.report }, { id, base, at: 0 })
        const messageId: MessageId = whole.path[index]?.id ?? 'msg_'
        const written = { ...record, id, messageId, manifest }
        await store.write([{ ...toRequestPut(written, { expect: 0, order: 'next' }), blobs }])
        const body = new TextEncoder().encode(sent.body)
        kept.push({ record: written, sent: await blobId(body), report: toReportLines(assembly.report).join('\n') })
      }

      for (const { record: each, sent, report } of kept) {
        const content = await readContent(store, each)
        expect(await blobId(new TextEncoder().encode(content?.body ?? ''))).toBe(sent)
        expect(content?.report == null ? null : toReportLines(content.report).join('\n')).toBe(report)
      }

      const manifests = kept.reduce((sum, { record: { manifest } }) => sum + JSON.stringify(manifest).length, 0)
      const { blobBytes } = await store.usage()
      const messages = sizeOf(whole.path)
      expect(kept.length).toBe(453)
      expect(manifests).toBeLessThan(100_000)
      expect(manifests + blobBytes).toBeLessThan(2 * messages)
      expect(Math.max(...kept.map(({ record: { manifest } }) => manifest?.depth ?? 0))).toBe(MOST_BASES)
    })
  })
}
