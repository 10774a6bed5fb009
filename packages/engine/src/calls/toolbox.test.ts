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

it('[T1] offers what a chat names, in its order, of what the home has and can do', async () => {
  const tools = [echoTool, { ...failingTool, needs: ['shell'] as const }, throwingTool]
  const chat = chatOffering(offering('throw', 'fail', 'elsewhere', 'echo'))
  const named = async (abilities: readonly 'shell'[]) =>
    toDeclarations(await createTestToolbox(tools, abilities).offered(chat)).map(({ name }) => name)
  expect([await named([]), await named(['shell'])]).toEqual([
    ['throw', 'echo'],
    ['throw', 'fail', 'echo'],
  ])
  const toolbox = createTestToolbox(tools, [])
  expect([await toolbox.find(chat, 'fail'), (await toolbox.find(chat, 'echo'))?.tool.name]).toEqual([null, 'echo'])
})

it('[T1] gives a tool the options of the chat over its own, and its policy', async () => {
  const options = declareSettings({
    deep: { kind: 'switch', label: 'Deep', help: '', default: false },
    prompt: { kind: 'text', label: 'Prompt', help: '', longest: 100, default: 'Look' },
    model: { kind: 'model', label: 'Model', help: '', unset: 'Own', default: null },
  })
  const tool: Tool<{ readonly text: string }, typeof options> = {
    ...echoTool,
    policy: 'confirm',
    options,
    instructions: async ({ options: { prompt } }) => `First: ${prompt}`,
  }
  // What an older version of a tool left: an option that is gone, and a value of another kind.
  const left = { deep: true, gone: true, model: 'small' }
  const chat = chatOffering([{ name: 'echo', policy: 'auto', options: left }])
  const toolbox = createTestToolbox([tool], [])
  const offered = await toolbox.offered(chat)
  expect(offered.map(({ policy, options }) => [policy, options])).toEqual([
    ['auto', { deep: true, prompt: 'Look', model: null }],
  ])
  const helping = { ...chat, settings: { ...chat.settings, systemPrompt: 'You help.' } }
  const instructions = await toolbox.instructions(helping)
  expect(systemPromptOf(helping, offered, instructions)).toBe('You help.\n\nFirst: Look')
  expect([systemPromptOf(chat, offered, instructions), systemPromptOf(chat, [], [])]).toEqual(['First: Look', ''])
})

it('[W2] sends what was rendered, of the tools that are offered', async () => {
  const chat = chatOffering(offering('echo'))
  const tools = [
    { name: 'echo', text: 'Echo it.' },
    { name: 'gone', text: 'Gone.' },
  ]
  const rendered = { ...chat, prompt: { at: 1, text: 'On Monday.', tools } }
  const toolbox = createTestToolbox([{ ...echoTool, instructions: async () => 'Something newer.' }], [])
  expect(systemPromptOf(rendered, await toolbox.offered(rendered), tools)).toBe('On Monday.\n\nEcho it.')
})

it('[T1] says what every tool is, and why one cannot be offered here', async () => {
  const { name, title, icon, description, options, policy, alwaysConfirm } = echoTool
  const echo = { name, title, icon, description, options, policy, alwaysConfirm }
  const needy: Tool = { ...echoTool, name: 'needy', needs: ['shell', 'worker', 'directories'], alwaysConfirm: true }
  expect(await createTestToolbox([echoTool, needy], ['worker']).facts('ws_a')).toEqual([
    { ...echo, notOfferedBecause: null },
    {
      ...echo,
      name: 'needy',
      alwaysConfirm: true,
      notOfferedBecause: 'this home has no shell and no access to directories',
    },
  ])
})

it('[T1] [Z-10] adds the tools of a workspace, none in place of another, and keeps the list of a run', async () => {
  const chat = chatOffering(offering('late', 'echo'))
  const late: Tool = { ...echoTool, name: 'late' }
  const shadow: Tool = { ...echoTool, title: 'Not the echo' }
  let added: readonly Tool[] = [late, shadow]
  const toolbox = createTestToolbox([echoTool], [], async id => (id === chat.workspaceId ? added : []))
  const titles = async (of: typeof chat) => (await toolbox.offered(of)).map(({ tool }) => [tool.name, tool.title])
  const both = [
    ['late', 'Echo'],
    ['echo', 'Echo'],
  ]
  expect(await titles(chat)).toEqual(both)
  added = []
  expect([await titles(chat), await titles({ ...chat })]).toEqual([both, [['echo', 'Echo']]])
  expect(await titles({ ...chat, workspaceId: 'ws_other' })).toEqual([['echo', 'Echo']])
})
