import { declareSettings } from '@stet/history'
import { createHistoryBuilder } from '@stet/history/testing'
import type { Tool } from '@stet/tools'
import { echoTool, failingTool, throwingTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { createTestToolbox, offering } from '../testing/index.ts'
import { systemPromptOf, toDeclarations } from './toolbox.ts'

function chatOffering(tools: ReturnType<typeof offering>) {
  const chat = createHistoryBuilder().chat()
  return { ...chat, settings: { ...chat.settings, tools } }
}

it('[T1] offers what a chat names, in its order, of what the home has and can do', () => {
  const tools = [echoTool, { ...failingTool, needs: ['shell'] as const }, throwingTool]
  const chat = chatOffering(offering('throw', 'fail', 'elsewhere', 'echo'))
  const named = (abilities: readonly 'shell'[]) =>
    toDeclarations(createTestToolbox(tools, abilities).offered(chat)).map(({ name }) => name)
  expect([named([]), named(['shell'])]).toEqual([
    ['throw', 'echo'],
    ['throw', 'fail', 'echo'],
  ])
  const toolbox = createTestToolbox(tools, [])
  expect([toolbox.find(chat, 'fail'), toolbox.find(chat, 'echo')?.tool.name]).toEqual([null, 'echo'])
})

it('[T1] gives a tool the options of the chat over its own, and its policy', () => {
  const options = declareSettings({
    deep: { kind: 'switch', label: 'Deep', help: '', default: false },
    prompt: { kind: 'text', label: 'Prompt', help: '', longest: 100, default: 'Look' },
    model: { kind: 'model', label: 'Model', help: '', unset: 'Own', default: null },
  })
  const tool: Tool<{ readonly text: string }, typeof options> = {
    ...echoTool,
    policy: 'confirm',
    options,
    instructions: ({ prompt }) => `First: ${prompt}`,
  }
  // What an older version of a tool left: an option that is gone, and a value of another kind.
  const left = { deep: true, gone: true, model: 'small' }
  const chat = chatOffering([{ name: 'echo', policy: 'auto', options: left }])
  const offered = createTestToolbox([tool], []).offered(chat)
  expect(offered.map(({ policy, options }) => [policy, options])).toEqual([
    ['auto', { deep: true, prompt: 'Look', model: null }],
  ])
  const helping = { ...chat, settings: { ...chat.settings, systemPrompt: 'You help.' } }
  expect(systemPromptOf(helping, offered)).toBe('You help.\n\nFirst: Look')
  expect([systemPromptOf(chat, offered), systemPromptOf(chat, [])]).toEqual(['First: Look', ''])
})

it('[W2] sends what was rendered, of the tools that are offered', () => {
  const chat = chatOffering(offering('echo'))
  const tools = [
    { name: 'echo', text: 'Echo it.' },
    { name: 'gone', text: 'Gone.' },
  ]
  const rendered = { ...chat, prompt: { at: 1, text: 'On Monday.', tools } }
  const toolbox = createTestToolbox([{ ...echoTool, instructions: () => 'Something newer.' }], [])
  expect(systemPromptOf(rendered, toolbox.offered(rendered))).toBe('On Monday.\n\nEcho it.')
})

it('[T1] says what every tool is, and why one cannot be offered here', () => {
  const { name, title, icon, description, options, policy, alwaysConfirm } = echoTool
  const echo = { name, title, icon, description, options, policy, alwaysConfirm }
  const needy: Tool = { ...echoTool, name: 'needy', needs: ['shell', 'worker', 'directories'], alwaysConfirm: true }
  expect(createTestToolbox([echoTool, needy], ['worker']).facts).toEqual([
    { ...echo, notOfferedBecause: null },
    {
      ...echo,
      name: 'needy',
      alwaysConfirm: true,
      notOfferedBecause: 'this home has no shell and no access to directories',
    },
  ])
})
