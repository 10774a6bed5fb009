import {
  answerSettings,
  type ContextSettings,
  contextSettings,
  defaultSettings,
  listSettings,
  type Message,
  type NewMessage,
} from '@stet/history'
import { chatHistories, createHistoryBuilder, jsonValues } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Put, Row } from '../contract/store.ts'
import { chatList, fromChatRow, toChatPut } from './chats.ts'
import { fromCommandRow, toCommandPut } from './commands.ts'
import { fromMessageRow, messageSearchSource, toMessagePut } from './messages.ts'
import { type CatalogRecord, fromCatalogRow, toCatalogPut } from './providers/catalogs.ts'
import { decodeCredentials, encodeCredentials } from './providers/credentials.ts'
import { fromPriceDataRow, toPriceDataPut } from './providers/price-data.ts'
import { fromProviderRow, type ProviderRecord, toProviderPut } from './providers/providers.ts'
import { fromRunRow, type Run, toRunPut } from './runs.ts'
import { fromWorkspaceRow, newWorkspace, toWorkspacePut } from './workspaces.ts'

const text = (body: Uint8Array) => new TextDecoder().decode(body)

function toRow(put: Put, order = 1): Row {
  const { id, parent, refs, body } = put
  return { id, parent, order: put.order === 'next' ? order : put.order, version: put.expect + 1, refs, body }
}

function withoutOrder(message: Message): NewMessage {
  if (message.role === 'unreadable') throw new Error('never stored')
  const { order, ...rest } = message
  return rest
}

const user: NewMessage = {
  id: 'msg_a',
  chatId: 'chat_a',
  parentId: null,
  at: 5,
  copiedFrom: null,
  role: 'user',
  parts: [{ kind: 'text', text: 'hello' }],
}

describe('messages as rows', () => {
  it('[H2] come back as they were, whatever they are', () => {
    fc.assert(
      fc.property(chatHistories({ maxActs: 12 }), ({ messages }) => {
        for (const message of messages) {
          expect(fromMessageRow(toRow(toMessagePut(withoutOrder(message)), message.order))).toEqual(message)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('[FH-5] keep lone surrogates, NUL and every other character', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), units => {
        const parts = [{ kind: 'text', text: String.fromCharCode(...units) }] as const
        expect(fromMessageRow(toRow(toMessagePut({ ...user, parts })))).toEqual({ ...user, parts, order: 1 })
      }),
    )
    expect(text(toMessagePut({ ...user, parts: [{ kind: 'text', text: '\ud800' }] }).body)).toContain('\\ud800')
  })

  it('[H4] are listed by chat and by what they hang on; a root hangs on its chat', () => {
    const { body, ...put } = toMessagePut(user)
    expect(put).toEqual({
      kind: 'put',
      shelf: 'messages',
      id: 'msg_a',
      parent: 'chat_a',
      order: 'next',
      expect: 0,
      refs: ['under:chat_a'],
    })
    expect(toMessagePut({ ...user, id: 'msg_b', parentId: 'msg_a' }).refs).toEqual(['under:msg_a'])
  })

  it('[H3] name each blob once, those inside tool results included', () => {
    const file = (blob: string) => ({ kind: 'file', blob, name: 'a.png', mediaType: 'image/png', size: 3 }) as const
    const result = { kind: 'tool-result', callId: 'call_a', tool: 't', outcome: 'done' } as const
    const refs = [
      toMessagePut({ ...user, parts: [file('11'), file('22'), file('11')] }).refs,
      toMessagePut({ ...user, role: 'tool-results', parts: [{ ...result, content: [file('33')] }] }).refs,
    ]
    expect(refs).toEqual([
      ['under:chat_a', 'files', 'files:chat_a', 'blob:11', 'blob:22'],
      ['under:chat_a', 'blob:33'],
    ])
  })

  it.each<[string, Partial<Row>, string | RegExp]>([
    ['no JSON', { body: new Uint8Array([1, 2]) }, /^its body is no JSON/],
    ['not UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }, /^its body is no JSON/],
    ['another format', { body: new TextEncoder().encode('{"format":2,"record":{}}') }, /format/],
    [
      'a part of an unknown kind',
      { body: new TextEncoder().encode(text(toMessagePut(user).body).replace('"kind":"text"', '"kind":"x"')) },
      /parts/,
    ],
  ])('[FS-7] that cannot be read keep their place: %s', (_name, change, because) => {
    const row = { ...toRow(toMessagePut({ ...user, parentId: 'msg_p' }), 9), ...change }
    expect(fromMessageRow(row)).toEqual({
      role: 'unreadable',
      id: 'msg_a',
      chatId: 'chat_a',
      parentId: 'msg_p',
      order: 9,
      at: 0,
      copiedFrom: null,
      because: expect.stringMatching(because),
    })
  })

  it('[FH-3] take nothing from a body but what a message has', () => {
    const body = text(toMessagePut(user).body).replace('"role"', '"__proto__":{"polluted":1},"extra":1,"role"')
    const message = fromMessageRow({ ...toRow(toMessagePut(user)), body: new TextEncoder().encode(body) })
    expect([message, ({} as { polluted?: number }).polluted]).toEqual([{ ...user, order: 1 }, undefined])
  })
})

describe('other records as rows', () => {
  it('[W3] chats come back as they were, listed at their place in the workspace', () => {
    fc.assert(
      fc.property(chatHistories({ maxActs: 12 }), ({ chat }) => {
        const put = toChatPut(chat, { expect: 3, order: 8 })
        expect([put.parent, put.order, put.expect]).toEqual([chatList(chat.workspaceId, chat.place), 8, 3])
        expect(fromChatRow(toRow(put))).toEqual(chat)
      }),
      { numRuns: 60 },
    )
  })

  it('[C3] [C6] [C9] [C12] a chat keeps its context settings, whichever they are', () => {
    const { settings } = createHistoryBuilder().chat()
    const contexts: readonly ContextSettings[] = [
      settings.context,
      { ...settings.context, toolMemory: { mode: 'forget', afterConclusions: 0 }, reasoning: { lastCycles: 2 } },
      { ...settings.context, maxPromptTokens: 256, cache: 'system', previousCycles: 'strip', reasoning: 'none' },
      {
        ...settings.context,
        compaction: {
          automatic: false,
          startAt: 0.5,
          wait: false,
          model: { definition: 'd', model: 'm' },
          length: null,
          facts: 1500,
        },
      },
    ]
    for (const context of contexts) {
      const chat = createHistoryBuilder().chat({ settings: { ...settings, context } })
      expect(fromChatRow(toRow(toChatPut(chat, { expect: 0, order: 'next' })))).toEqual(chat)
    }
  })

  it('[FS-7] [W1] a chat written before a setting existed opens with its default', () => {
    const { settings } = createHistoryBuilder().chat()
    const chat = createHistoryBuilder().chat({ settings: { ...settings, answer: { ...settings.answer, topK: 7 } } })
    const row = toRow(toChatPut(chat, { expect: 0, order: 'next' }))
    const without = (...path: readonly string[]) => {
      const body = JSON.parse(text(row.body))
      const last = path.at(-1) ?? ''
      delete path.slice(0, -1).reduce((fields, name) => fields[name], body.record.settings)[last]
      return fromChatRow({ ...row, body: new TextEncoder().encode(JSON.stringify(body)) })
    }
    for (const [group, declared] of Object.entries({ context: contextSettings, answer: answerSettings })) {
      for (const { path } of listSettings(declared)) {
        // Where new chats have another default, one that was written before keeps what it had.
        const older = {
          ...(path === 'outputLimit' && { answer: { ...chat.settings.answer, outputLimit: 1536 } }),
          ...(path === 'recall' && { context: { ...chat.settings.context, recall: false } }),
          ...(path === 'topK' && { answer: settings.answer }),
        }
        expect(without(group, ...path.split('.'))).toEqual({ ...chat, settings: { ...chat.settings, ...older } })
      }
    }
    // Written before there were any answer settings: new chats have no limit, this one keeps the limit it had.
    expect(without('answer')).toMatchObject({ settings: { answer: { ...settings.answer, outputLimit: 1536 } } })
  })

  it('[FS-7] a chat whose settings say what is not known is unreadable, and says which', () => {
    const row = toRow(toChatPut(createHistoryBuilder().chat(), { expect: 0, order: 'next' }))
    const strange = text(row.body).replace('"previousCycles":"keep"', '"previousCycles":"drop"')
    expect(fromChatRow({ ...row, body: new TextEncoder().encode(strange) })).toMatchObject({
      unreadable: expect.stringContaining('previousCycles must be one of keep, strip; it is "drop"'),
    })
  })

  it('[T1] a chat keeps which tools it offers, and one written before there were any offers none', () => {
    const { settings } = createHistoryBuilder().chat()
    const options = { deep: true, prompt: 'Look', model: { definition: 'd', model: 'm' } }
    const tools = [
      { name: 'look', policy: 'confirm', options },
      { name: 'write_todo', policy: null, options: {} },
    ] as const
    const chat = createHistoryBuilder().chat({ settings: { ...settings, tools } })
    const row = toRow(toChatPut(chat, { expect: 0, order: 'next' }))
    expect(fromChatRow(row)).toEqual(chat)
    const body = JSON.parse(new TextDecoder().decode(row.body))
    delete body.record.settings.tools
    const older = { ...row, body: new TextEncoder().encode(JSON.stringify(body)) }
    expect(fromChatRow(older)).toEqual({ ...chat, settings: { ...settings, tools: [] } })
  })

  it('[T6] [H8] a chat that a call has is in no list but found by its call, and one written before there were any has no call', () => {
    const own = createHistoryBuilder().chat()
    const called = { ...own, roots: ['/app'], calledBy: { chatId: 'chat_caller', callId: 'call_a' } } as const
    const put = toChatPut(called, { expect: 0, order: 'next' })
    expect([put.parent, put.refs]).toEqual([`${own.workspaceId}/called`, ['call:call_a']])
    expect(fromChatRow(toRow(put))).toEqual(called)
    const row = toRow(toChatPut(own, { expect: 0, order: 'next' }))
    const body = JSON.parse(new TextDecoder().decode(row.body))
    delete body.record.calledBy
    delete body.record.roots
    expect(fromChatRow({ ...row, body: new TextEncoder().encode(JSON.stringify(body)) })).toEqual(own)
  })

  it('[S7] a run is listed by its process only while it runs', () => {
    const run: Run = {
      id: 'run_a',
      chatId: 'chat_a',
      boot: 'boot1',
      below: 'msg_a',
      messageId: 'msg_b',
      state: 'running',
      startedAt: 1,
      endedAt: null,
      asks: null,
      failedSummary: null,
      model: { definition: 'def_a', model: 'm' },
    }
    const ended: Run = { ...run, state: 'max-steps', endedAt: 2 }
    const puts = [toRunPut(run, { expect: 0, order: 'next' }), toRunPut(ended, { expect: 1, order: 4 })]
    expect(puts.map(put => [put.parent, put.refs])).toEqual([
      ['chat_a', ['process:boot1']],
      ['chat_a', []],
    ])
    expect(puts.map(put => fromRunRow(toRow(put)))).toEqual([run, ended])
  })

  it('[FH-6] a command is a create-only row at its time, with any answer', () => {
    fc.assert(
      fc.property(jsonValues(), answer => {
        const command = { id: 'key-1', command: 'send', inputHash: 'ab', answer, at: 77 }
        const put = toCommandPut(command)
        expect([put.order, put.expect, put.parent]).toEqual([77, 0, ''])
        expect(fromCommandRow(toRow(put))).toEqual(command)
      }),
    )
  })

  it('[W1] a workspace comes back as it was', () => {
    const old = newWorkspace({ id: 'ws_a', name: 'Work \ud800', createdAt: 5 })
    const context = defaultSettings(contextSettings)
    const tools = [{ name: 'echo', policy: 'auto' as const, options: { deep: true } }]
    const set = { ...old.settings, systemPrompt: 'Be {{date}}.', context, tools }
    const model = { definition: 'def_a', model: 'm' }
    for (const workspace of [old, { ...old, icon: 'leaf', position: 3, model, settings: set }]) {
      expect(fromWorkspaceRow(toRow(toWorkspacePut(workspace, { expect: 0, order: 'next' })))).toEqual(workspace)
    }
    const body = new TextEncoder().encode('{"format":1,"record":{"id":"ws_a","name":"Work \\ud800","createdAt":5}}')
    expect(fromWorkspaceRow({ ...toRow(toWorkspacePut(old, { expect: 0, order: 'next' })), body })).toEqual(old)
  })

  it('[P1] a provider, its catalogue and price data come back as they were; no secret is in them', () => {
    const prices = {
      input: 1,
      output: 2.5,
      cacheRead: null,
      cacheWrite: 0,
      cacheWriteLong: null,
      webSearch: 0.01,
      request: 0.002,
      imageInput: null,
      imageOutput: null,
    }
    const provider: ProviderRecord = {
      id: 'def_a',
      type: 'openai-chat',
      name: 'Mine',
      icon: null,
      preset: 'openrouter',
      baseUrl: 'https://example.org/v1',
      modelsUrl: null,
      options: { local: false, reasoningField: 'none' },
      enabled: true,
      hasKey: true,
      headerNames: ['X-Title'],
      overrides: { m: { contextWindow: 9, takes: { images: true }, reasoning: 'effort', prices } },
    }
    const catalog: CatalogRecord = {
      id: 'def_a',
      at: 7,
      models: [
        { model: 'm' },
        { model: 'n', name: 'N', contextWindow: 5, caching: 'marks', prices: { input: 1, request: 0.5 }, note: 'x' },
      ],
      error: { at: 8, kind: 'network', message: 'It is gone.' },
    }
    expect(fromProviderRow(toRow(toProviderPut(provider, { expect: 0, order: 'next' })))).toEqual(provider)
    expect(fromCatalogRow(toRow(toCatalogPut(catalog, { expect: 0 })))).toEqual(catalog)
    const put = toPriceDataPut({ at: 9, blob: 'ab' }, { expect: 2 })
    expect([put.refs, fromPriceDataRow(toRow(put))]).toEqual([['blob:ab'], { at: 9, blob: 'ab' }])
  })

  it('[Z-13] secrets come back as they were from the bytes that were sealed, and from no others', () => {
    const secrets = { key: 'k\ud800', headers: { 'X-Key': 'v' } }
    expect(decodeCredentials(encodeCredentials(secrets))).toEqual({ record: secrets })
    expect(decodeCredentials(new Uint8Array([1]))).toEqual({ unreadable: expect.stringContaining('JSON') })
  })

  it('[FS-7] what cannot be read says so and keeps its id', () => {
    const row = { id: 'x', parent: '', order: 1, version: 1, refs: [] }
    const broken = { ...row, unreadable: 'the seal is broken' }
    expect([fromChatRow(broken), fromRunRow(broken), fromCommandRow(broken), fromWorkspaceRow(broken)]).toEqual(
      Array(4).fill({ id: 'x', unreadable: 'the seal is broken' }),
    )
    expect(fromWorkspaceRow({ ...row, body: new Uint8Array() })).toEqual({
      id: 'x',
      unreadable: expect.stringContaining('JSON'),
    })
  })
})

describe('what of messages can be found', () => {
  it('[W3] is what was said and the names of files, under the chat', () => {
    const parts = [
      { kind: 'reasoning', text: 'secretly', signature: null },
      { kind: 'text', text: 'Hello' },
      { kind: 'file', blob: '11', name: 'plan.pdf', mediaType: 'application/pdf', size: 3 },
    ] as const
    const { chatId, add, messages } = createHistoryBuilder()
    add(null, {
      role: 'assistant',
      parts,
      runId: null,
      end: 'complete',
      native: null,
      durationMs: null,
      origin: { definition: 'd', protocol: 'p', model: 'm' },
      requestId: null,
      rawUsage: null,
      usage: null,
    })
    add(null, { role: 'clear' })
    const documents = messages().map(message => {
      const { id, body } = toMessagePut(withoutOrder(message))
      return messageSearchSource.toDocument(id, body)
    })
    const facets = [`chat:${chatId}`, 'role:assistant', 'month:2023-11']
    expect(documents).toEqual([{ text: 'Hello\nplan.pdf', group: chatId, facets }, null])
    expect(messageSearchSource.toDocument('msg_a', new Uint8Array())).toBeNull()
  })
})
