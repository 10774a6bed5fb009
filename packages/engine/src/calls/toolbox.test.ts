import { type Chat, declareSettings } from '@stet/history'
import { createHistoryBuilder } from '@stet/history/testing'
import { TOOLS, type Tool } from '@stet/tools'
import { echoTool, failingTool, throwingTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { createTestToolbox, offering } from '../testing/index.ts'
import { systemPromptOf, toDeclarations } from './toolbox.ts'

const recall = TOOLS.filter(({ name }) => name === 'recall')

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

it('[C23] offers recall behind the tools of a chat with markers, whatever was left out, until the setting is off', async () => {
  const toolbox = createTestToolbox([...recall, echoTool, throwingTool], [])
  const names = async (tools: readonly string[], context: Partial<Chat['settings']['context']> = {}) => {
    const chat = chatOffering(offering(...tools))
    const settings = {
      ...chat.settings,
      context: { ...chat.settings.context, markers: 'left-out', ...context },
    } as const
    return (await toolbox.offered({ ...chat, settings })).map(({ tool, policy }) => `${tool.name} ${policy}`)
  }
  expect(await names(['throw', 'echo'])).toEqual(['throw auto', 'echo auto', 'recall auto'])
  expect(await names(['recall', 'echo'])).toEqual(['recall auto', 'echo auto'])
  expect(await names(['echo'], { markers: 'off' })).toEqual(['echo auto'])
  expect(await names(['echo'], { recall: false })).toEqual(['echo auto'])
  expect([await names([]), await names(['return'])]).toEqual([[], []])
})

it('[T8] offers Stet’s own fetch as the fallback of the provider’s, except to a sub-agent that was not given it', async () => {
  const fetchTool: Tool = { ...echoTool, name: 'web_fetch', policy: 'confirm' }
  const toolbox = createTestToolbox([fetchTool, echoTool], [])
  const chat = chatOffering(offering('echo'))
  const names = async (given: Chat) =>
    (await toolbox.offered(given)).map(({ tool, policy }) => `${tool.name} ${policy}`)
  const fetching: Chat = {
    ...chat,
    settings: { ...chat.settings, answer: { ...chat.settings.answer, webFetch: true } },
  }
  expect(await names(chat)).toEqual(['echo auto'])
  expect(await names(fetching)).toEqual(['echo auto', 'web_fetch confirm'])
  expect((await toolbox.find(fetching, 'web_fetch'))?.tool).toBe(fetchTool)
  const denied = [...offering('echo'), { name: 'web_fetch', policy: 'deny' as const, options: {} }]
  expect(await names({ ...fetching, settings: { ...fetching.settings, tools: denied } })).toEqual([
    'echo auto',
    'web_fetch deny',
  ])
  expect(await names({ ...fetching, calledBy: { chatId: chat.id, callId: 'call_1' } })).toEqual(['echo auto'])
})

it('[T1] gives a tool the options of the chat over its own, and its policy', async () => {
  const options = declareSettings({
    deep: { kind: 'switch', label: 'Deep', help: '', default: false },
    prompt: { kind: 'text', label: 'Prompt', help: '', longest: 100, placeholder: 'What to do', default: 'Look' },
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
    ['auto', { deep: true, prompt: 'Look', model: chat.settings.model }],
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
  const { name, title, icon, description, options, policy, alwaysConfirm, needs } = echoTool
  const echo = { name, title, icon, description, options, policy, alwaysConfirm, needs, tokens: expect.any(Number) }
  const needy: Tool = { ...echoTool, name: 'needy', needs: ['shell', 'worker', 'directories'], alwaysConfirm: true }
  expect(await createTestToolbox([echoTool, needy], ['worker']).facts('ws_a')).toEqual([
    { ...echo, notOfferedBecause: null },
    {
      ...echo,
      name: 'needy',
      alwaysConfirm: true,
      needs: ['shell', 'worker', 'directories'],
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
  const rendered = { ...chat, prompt: { at: 1, text: '', tools: [] } }
  const read = { ...chat, settings: { ...chat.settings } }
  expect(await titles(rendered)).toEqual(both)
  expect([(await toolbox.find(read, 'late'))?.tool, (await toolbox.find(read, 'late', chat))?.tool]).toEqual([
    undefined,
    late,
  ])
  expect([await titles(chat), await titles(read)]).toEqual([both, [['echo', 'Echo']]])
  toolbox.refresh(chat)
  expect(await titles(chat)).toEqual([['echo', 'Echo']])
  expect(await titles({ ...read, settings: { ...read.settings }, workspaceId: 'ws_other' })).toEqual([['echo', 'Echo']])
})

it('[T10] what all tools of an MCP server say is in the prompt once', async () => {
  const server = { id: 'mcp_a', name: 'Notes' }
  const said = (tool: Tool, text: string): Tool => ({ ...tool, server, instructions: async () => text })
  const toolbox = createTestToolbox([said(echoTool, 'Be kind.'), said(failingTool, 'Be kind.'), throwingTool], [])
  const chat = chatOffering(offering('throw', 'fail', 'echo'))
  const instructions = await toolbox.instructions(chat)
  expect(instructions).toEqual([{ name: 'fail', text: 'Be kind.' }])
  expect(systemPromptOf(chat, await toolbox.offered(chat), instructions)).toBe('Be kind.')
})
