import { type ChatView, CODING_AGENT_PROMPT, type ToolChoice } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { reachesNone, setUpCodingAgent, withAgentTools } from './coding-agent.ts'

const facts = (name: string, needs: readonly ('directories' | 'shell')[], notOfferedBecause: string | null = null) => ({
  name,
  needs,
  notOfferedBecause,
})
const TOOLS = [
  facts('memory', []),
  facts('write_todo', []),
  facts('read_file', ['directories']),
  facts('edit_file', ['directories'], 'this home has no access to directories'),
  facts('run_shell_command', ['shell', 'directories']),
]
const choice = (name: string): ToolChoice => ({ name, policy: null, options: {} })

describe('a coding agent', () => {
  it('[T7] gets the tools for directories, the shell and the to-do list, behind those that are on', () => {
    const memory: ToolChoice = { ...choice('memory'), policy: 'deny' }
    expect(withAgentTools([memory], TOOLS)).toEqual([
      memory,
      ...['write_todo', 'read_file', 'run_shell_command'].map(choice),
    ])
    const own: ToolChoice = { ...choice('read_file'), policy: 'confirm' }
    expect(withAgentTools([own], TOOLS)).toEqual([own, choice('write_todo'), choice('run_shell_command')])
  })

  it('[T7] is offered while no tool reaches a directory, and where there are such tools', () => {
    expect(reachesNone([], TOOLS)).toBe(true)
    expect(reachesNone([choice('run_shell_command')], TOOLS)).toBe(true)
    expect(reachesNone([choice('read_file')], TOOLS)).toBe(false)
    expect(reachesNone([], TOOLS.slice(0, 2))).toBe(false)
  })

  it.each([
    ['takes the prompt of the library', ' ', ['Work with care.']],
    ['keeps a prompt that the chat has', 'You are a mason.', []],
  ])('[T7] [W2] %s', async (_, systemPrompt, written) => {
    const prompts: string[] = []
    const offered: string[] = []
    const chat = { id: 'chat_a', workspaceId: 'ws_a', settings: { systemPrompt, tools: [] } }
    const client = {
      chat: async () => ({ chat }) as unknown as ChatView,
      tools: async () => ({ tools: TOOLS, rest: [] }) as never,
      prompts: async () => ({
        prompts: [{ id: CODING_AGENT_PROMPT, name: 'Renamed', text: 'Work with care.', kind: 'changed' as const }],
      }),
      changeTools: async (_id: string, { tools }: { tools: readonly ToolChoice[] }) => {
        offered.push(...tools.map(({ name }) => name))
      },
      changeSystemPrompt: async (_id: string, { text }: { text: string }) => {
        prompts.push(text)
      },
    }
    await setUpCodingAgent(client, 'chat_a', () => 'key')
    expect(offered).toEqual(['write_todo', 'read_file', 'run_shell_command'])
    expect(prompts).toEqual(written)
  })
})
