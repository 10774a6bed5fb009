import type { MessageId, RequestId } from '@stet/history'
import { blobId, createMemoryDatabase, type RequestRecord, type Store, toRequestPut } from '@stet/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodePack } from './pack.ts'
import { readContent } from './read-content.ts'
import type { RequestContent } from './request-texts.ts'
import { createTextMemory, MOST_BASES, storeContent } from './store-content.ts'

function contentOf(messages: readonly string[], changes: Partial<RequestContent> = {}): RequestContent {
  return {
    method: 'POST',
    url: 'https://api.test/v1/messages',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: messages.map(content => ({ role: 'user', content })), stream: true }),
    notApplied: [{ setting: 'topK', because: 'This model has no such setting.' }],
    notes: ['one mark was left out'],
    report: null,
    ...changes,
  }
}

function recordOf(id: RequestId, manifest: RequestRecord['manifest']): RequestRecord {
  const messageId: MessageId = `msg_${id}`
  return {
    id,
    chatId: 'chat_a',
    countsFor: ['chat_a'],
    workspaceId: 'ws_a',
    runId: null,
    messageId,
    below: messageId,
    purpose: 'answer',
    origin: { definition: 'd', protocol: 'p', model: 'm' },
    boot: 'boot_a',
    state: 'done',
    sentAt: 0,
    endedAt: 1,
    rawUsage: null,
    usage: null,
    estimate: null,
    estimatedInput: null,
    prices: null,
    manifest,
    blocks: null,
    savedTokens: [],
    rolledUp: 0,
    remarks: null,
  }
}

function open() {
  const store = createMemoryDatabase().openStore('owner')
  const logged: string[] = []
  const log = { warn: (message: string) => logged.push(message), error: (message: string) => logged.push(message) }
  async function keep(id: RequestId, base: RequestId | null, content: RequestContent, texts = createTextMemory()) {
    const { manifest, blobs } = await storeContent({ store, texts, log }, content, { id, base, at: 0 })
    const record = recordOf(id, manifest)
    await store.write([{ ...toRequestPut(record, { expect: 0, order: 'next' }), blobs }])
    return record
  }
  return { store, logged, keep }
}

it('[X1] requests of a tree of edits come back as they were, whatever is remembered of those before them', async () => {
  const steps = fc.array(
    fc.record({
      base: fc.nat(),
      drop: fc.nat(3),
      say: fc.array(fc.string(), { maxLength: 3 }),
      remembers: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async made => {
      const { store, keep } = open()
      const texts = createTextMemory()
      const kept: {
        readonly said: readonly string[]
        readonly content: RequestContent
        readonly record: RequestRecord
      }[] = []
      for (const [index, { base: chosen, drop, say, remembers }] of made.entries()) {
        const base = kept.length === 0 ? undefined : kept[chosen % kept.length]
        const said = [...(base?.said.slice(0, -drop || undefined) ?? []), ...say]
        const content = contentOf(said, { notes: say })
        const memory = remembers ? texts : createTextMemory()
        kept.push({ said, content, record: await keep(`req_${index}`, base?.record.id ?? null, content, memory) })
      }
      for (const { content, record } of kept) expect(await readContent(store, record)).toEqual(content)
    }),
    { numRuns: 60 },
  )
})

const long = 'words '.repeat(2000)

it('[U1] a request that says the same again keeps nothing of it twice', async () => {
  const { store, keep } = open()
  const before = await keep('req_a', null, contentOf([long]))
  const { blobBytes } = await store.usage()
  const after = await keep('req_b', before.id, contentOf([long, 'And?']))
  expect((await store.usage()).blobBytes - blobBytes).toBeLessThan(200)
  expect(after.manifest).toMatchObject({ base: before.id, depth: 1, packs: [] })
})

it('[T1] [U1] a large result is not stored again by the requests that send it, and they come back byte for byte', async () => {
  const result = 'moss "ä" 苔\n\\ '.repeat(8_000)
  const tricky = [result, `${result}\ud800`, '"', '']
  const { store, keep } = open()
  const bytes = new TextEncoder().encode(result)
  const blob = await blobId(bytes)
  await store.blobs.put(blob, bytes, 0)
  const { blobBytes } = await store.usage()
  const first = contentOf([result, 'twice', result])
  const record = await keep('req_a', null, first)
  expect((await store.usage()).blobBytes - blobBytes).toBeLessThan(1_000)
  expect(record.manifest?.large).toEqual([blob])
  expect(await readContent(store, record)).toEqual(first)

  // A lone surrogate has no UTF-8, and other JSON than ours would not come back as it was: both stay in the pack.
  const second = contentOf(tricky)
  const escaped = { ...first, body: first.body.replaceAll('ä', '\\u00e4') }
  const plain = { ...first, body: `"${result}` }
  for (const [index, content] of [second, escaped, plain].entries()) {
    expect(await readContent(store, await keep(`req_${index}`, 'req_a', content))).toEqual(content)
  }
})

it('[X1] a chat continues when an earlier request cannot be read: the next one is stored whole', async () => {
  const breakages: readonly ((store: Store, pack: string) => Promise<void>)[] = [
    (store, pack) => store.blobs.put(pack, new TextEncoder().encode('no pack'), 0),
    (store, pack) =>
      store.blobs.put(
        pack,
        encodePack({ spans: [[0, 7, 1]], added: [], shape: { report: null, marks: [] }, large: [] }),
        0,
      ),
  ]
  for (const damage of breakages) {
    const { store, logged, keep } = open()
    const before = await keep('req_a', null, contentOf([long]))
    await damage(store, before.manifest?.pack ?? '')
    const content = contentOf([long, 'And?'])
    const after = await keep('req_b', before.id, content)
    expect(await readContent(store, after)).toEqual(content)
    await expect(readContent(store, before)).rejects.toThrow('pack')
    expect([after.manifest?.base, logged]).toEqual([null, ['an earlier request cannot be built on']])
  }
})

it('[U1] a request whose base was deleted is stored whole', async () => {
  const { store, keep } = open()
  await store.write([toRequestPut(recordOf('req_a', null), { expect: 0, order: 'next' })])
  const content = contentOf(['Hello'])
  const record = await keep('req_b', 'req_a', content)
  expect([record.manifest?.base, await readContent(store, record)]).toEqual([null, content])
  expect(await readContent(store, recordOf('req_a', null))).toBe(null)
})

it('remembers the latest requests, and no more characters than it may', () => {
  const memory = createTextMemory(10)
  memory.set('req_a', ['12345'])
  memory.set('req_b', ['12345'])
  memory.set('req_b', ['1234'])
  memory.set('req_c', ['12'])
  expect((['req_a', 'req_b', 'req_c'] as const).map(id => memory.get(id))).toEqual([null, ['1234'], ['12']])
})

it('[X1] a request with as many bases as it may have names the packs of its texts, and comes back as it was', async () => {
  const { store, keep } = open()
  const said: string[] = []
  const kept: { readonly content: RequestContent; readonly record: RequestRecord }[] = []
  const texts = createTextMemory()
  for (let index = 0; index < MOST_BASES + 3; index += 1) {
    said.push(`message ${index}`)
    const content = contentOf(said)
    kept.push({ content, record: await keep(`req_${index}`, kept.at(-1)?.record.id ?? null, content, texts) })
  }
  const depths = kept.map(({ record }) => record.manifest?.depth)
  expect(depths.slice(-3)).toEqual([MOST_BASES, 0, 1])
  const flat = kept.at(-2)?.record.manifest
  expect([flat?.base, flat?.packs.length]).toEqual([null, MOST_BASES + 1])
  for (const { content, record } of kept.slice(-3)) expect(await readContent(store, record)).toEqual(content)
})
