import type { Json } from '@stet/history'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type AnyCommand, COMMANDS, idNames } from './index.ts'

const IDS: Readonly<Record<string, string>> = {
  chatId: 'chat_1',
  messageId: 'msg_1',
  checkpointId: 'msg_1',
  callId: 'call_1',
  runId: 'run_1',
  compactionId: 'cmp_1',
  providerId: 'def_1',
}
const FORM = {
  type: 'openai-chat',
  name: 'Mine',
  icon: null,
  preset: null,
  baseUrl: 'https://example.org/v1',
  modelsUrl: null,
  enabled: true,
  options: {},
  key: 'given',
  headers: [['X-A', 'given']],
}

/** Bodies as a page of an earlier version sends them. They stay as they are when a setting is added. */
const SETTINGS: Partial<Record<keyof typeof COMMANDS, string>> = {
  changeContext:
    '{"toolMemory":{"mode":"forget","afterConclusions":2},"previousCycles":"keep","resultLimit":30000,"stepResultLimit":100000,"reasoning":"model","maxPromptTokens":null,"reservedResponseTokens":512,"recentMessagesToKeep":6,"minRecentMessagesToKeep":2,"compaction":{"automatic":true,"startAt":1,"model":null},"cache":"all-off"}',
  changeAnswerSettings:
    '{"temperature":0.5,"topP":null,"topK":null,"outputLimit":null,"reasoning":{"on":false,"budgetTokens":1024,"effort":null,"summary":null,"level":null},"webSearch":false,"streaming":true,"prefill":""}',
  changeWording:
    '{"messageFormat":"typed","messageTemplate":"{{text}}","titleInstruction":"","summaryInstruction":"","snapshotInstruction":""}',
}

/**
 * The stored name of each command that older versions had, and what of its example is hashed. Rows of older versions hold such hashes: a changed line here
 * makes a command that is repeated after an update fail as a reused key.
 */
const STORED: Partial<Record<keyof typeof COMMANDS, readonly [string, Json]>> = {
  send: ['send', ['chat_1', null, 'Hello']],
  withdraw: ['withdraw', ['chat_1', 'msg_1']],
  retry: ['retry', ['chat_1', 'msg_1']],
  continueAnswer: ['continue', ['chat_1', 'msg_1']],
  stop: ['stop', ['chat_1', null]],
  approve: ['approve', ['chat_1', 'call_1', 'ab12', false]],
  deny: ['deny', ['chat_1', 'call_1', 'Not now']],
  runPending: ['run-pending', ['chat_1', 'msg_1']],
  rejectPending: ['reject-pending', ['chat_1', 'msg_1']],
  changeTools: ['change-tools', ['chat_1', '[{"name":"write_todo","policy":null,"options":{"deep":true}}]']],
  expose: ['expose', ['chat_1', '/srv/app']],
  unexpose: ['unexpose', ['chat_1', '/srv/app']],
  rename: ['rename', ['chat_1', 'Mosses']],
  makeTitle: ['make-title', ['chat_1']],
  changeContext: ['change-context', ['chat_1', SETTINGS.changeContext ?? '']],
  changeAnswerSettings: ['change-answer-settings', ['chat_1', SETTINGS.changeAnswerSettings ?? '']],
  changeWording: ['change-wording', ['chat_1', SETTINGS.changeWording ?? '']],
  changeModel: ['change-model', ['chat_1', ['demo', 'demo']]],
  mark: ['mark', ['chat_1', ['msg_1', 'pinned']]],
  chooseTip: ['choose-tip', ['chat_1', `msg_${'a'.repeat(32)}`]],
  fork: ['fork', ['chat_1', 'msg_1']],
  deleteMessage: ['delete', ['chat_1', 'msg_1']],
  clear: ['clear', 'chat_1'],
  lift: ['lift', ['chat_1', ['msg_1', 'lift']]],
  summarise: ['summarise', ['chat_1', 'snapshot', `msg_${'a'.repeat(32)}`]],
  dismissCompaction: ['dismiss', ['chat_1', 'cmp_1']],
  createChat: ['create-chat', null],
  changeDefaultModel: ['change-default-model', null],
  addProvider: ['add-provider', FORM],
  changeProvider: ['change-provider', ['def_1', FORM]],
  deleteProvider: ['remove-provider', 'def_1'],
  overrideModel: ['override-model', ['def_1', 'm', 'null']],
}

it.each(Object.entries(STORED))('[FH-6] %s is stored under the name and hash of before', (name, stored) => {
  const command: AnyCommand = Reflect.get(COMMANDS, name)
  const { path, field, example } = command
  const ids = Object.fromEntries(idNames(path).map(each => [each, IDS[each]]))
  const settings = Reflect.get(SETTINGS, name)
  const input = settings === undefined ? example.input : z.parse(command.input, JSON.parse(settings))
  const given = { key: 'k', ...ids, ...(field === null ? input : { [field]: input }) }
  expect(JSON.stringify([command.name, Reflect.apply(command.hashed, command, [given])])).toBe(JSON.stringify(stored))
})

it('[FH-6] stop-first and one summary to stop are part of the hash', () => {
  const { send, stop } = COMMANDS
  const chatId = 'chat_1'
  expect(send.hashed({ chatId, text: 'a', parentId: null, stopFirst: true })).toEqual([chatId, null, 'a', 'stop-first'])
  expect(stop.hashed({ chatId, compactionId: 'cmp_1' })).toEqual([chatId, null, 'cmp_1'])
})
