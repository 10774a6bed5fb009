import { expect, it } from 'vitest'
import type { Put, Row } from '../contract/store.ts'
import { fromRequestRow, type RequestRecord, toRequestPut } from './requests.ts'

const prices = {
  input: 3,
  output: 15,
  cacheRead: 0.3,
  cacheWrite: 3.75,
  cacheWriteLong: null,
  webSearch: 0.01,
  imageInput: null,
  imageOutput: null,
}

const sent: RequestRecord = {
  id: 'req_a',
  chatId: 'chat_a',
  countsFor: ['chat_a', 'chat_above'],
  workspaceId: 'ws_a',
  runId: 'run_a',
  messageId: 'msg_a',
  below: 'msg_below',
  purpose: 'answer',
  origin: { definition: 'definition_1', protocol: 'anthropic', model: 'vendor/model' },
  boot: 'boot_a',
  state: 'sent',
  sentAt: Date.UTC(2026, 1, 3, 23, 59),
  endedAt: null,
  rawUsage: null,
  usage: null,
  estimate: { input: 9, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, webSearches: 0 },
  estimatedInput: 980,
  prices: {
    prices,
    tiers: [{ above: 200_000, prices: { ...prices, request: 1 } }],
    from: 'data',
    match: 'prefix',
    asOf: 5,
  },
  manifest: { base: 'req_before', depth: 3, pack: 'ab12', packs: ['cd34', 'ab12'], large: ['ef56'] },
  blocks: null,
  savedTokens: [],
  rolledUp: 0,
  remarks: null,
}

const done: RequestRecord = {
  ...sent,
  runId: null,
  state: 'done',
  endedAt: sent.sentAt + 9,
  rawUsage: { input_tokens: 9, nested: [null, { deep: true }] },
  usage: sent.estimate,
  estimate: null,
  prices: null,
  manifest: null,
}

function toRow(put: Put): Row {
  return { ...put, order: put.order === 'next' ? 1 : put.order, version: put.expect + 1 }
}

it.each([sent, done])('[U1] a request that is $state comes back as it was, among those of its chat', request => {
  const put = toRequestPut(request, { expect: 2, order: 7 })
  expect([put.shelf, put.id, put.parent, put.order, put.expect]).toEqual(['requests', 'req_a', 'chat_a', 7, 2])
  expect(fromRequestRow(toRow(put))).toEqual(request)
})

it('[U1] [U2] a request is found by its day, model, message, chats and workspace, and by its process while it is under way', () => {
  const places = [
    'day:2026-02-03',
    'model:definition_1/vendor/model',
    'message:msg_a',
    'below:msg_below',
    'chat:chat_a',
    'chat:chat_above',
    'workspace:ws_a',
  ]
  expect([sent, done].map(request => toRequestPut(request, { expect: 0, order: 'next' }).refs)).toEqual([
    [...places, 'process:boot_a', 'base:req_before', 'blob:ab12', 'blob:cd34', 'blob:ef56'],
    places,
  ])
})

it('a request that cannot be read says why and costs nothing else', () => {
  const row = toRow(toRequestPut(sent, { expect: 0, order: 'next' }))
  expect(fromRequestRow({ ...row, body: new TextEncoder().encode('{"format":1,"record":{}}') })).toEqual({
    id: 'req_a',
    unreadable: expect.stringContaining('purpose'),
  })
})
