import {
  type Chat,
  type ChatId,
  type Client,
  CODING_AGENT_PROMPT,
  type ToolChoice,
  type ToolFacts,
} from '@stet/api/client'
import { withChoice } from './tool-choice.ts'

/** Kept by an agent during longer work. */
const TO_DO_LIST = 'write_todo'

type Facts = Pick<ToolFacts, 'name' | 'needs' | 'notOfferedBecause'>

/** The tools that work in exposed directories, without the shell, which reaches more. */
export function directoryTools<Tool extends Facts>(tools: readonly Tool[]): readonly Tool[] {
  return tools.filter(
    ({ needs, notOfferedBecause }) =>
      needs.includes('directories') && !needs.includes('shell') && notOfferedBecause === null,
  )
}

/** Whether there are tools for directories, and none of them is on. */
export function reachesNone(choices: readonly ToolChoice[], tools: readonly Facts[]): boolean {
  const reaching = directoryTools(tools)
  return reaching.length > 0 && !choices.some(({ name }) => reaching.some(tool => tool.name === name))
}

/** The choices, with everything on that a coding agent works with, the shell included. */
export function withAgentTools(choices: readonly ToolChoice[], tools: readonly Facts[]): readonly ToolChoice[] {
  return tools
    .filter(({ name, needs }) => needs.includes('directories') || name === TO_DO_LIST)
    .filter(({ name, notOfferedBecause }) => notOfferedBecause === null && !choices.some(each => each.name === name))
    .map(({ name }): ToolChoice => ({ name, policy: null, options: {} }))
    .reduce(withChoice, choices)
}

type AgentClient = Pick<Client, 'chat' | 'tools' | 'prompts' | 'changeTools' | 'changeSystemPrompt'>

/** Turns a chat into a coding agent: its tools, and the prompt of the library unless the chat has one of its own. */
export async function setUpCodingAgent(client: AgentClient, chatId: ChatId, newKey: () => string): Promise<void> {
  const { chat } = await client.chat(chatId)
  const { workspaceId, settings } = chat
  const [{ tools }, { prompts }] = await Promise.all([client.tools(workspaceId, { text: null }), client.prompts()])
  await client.changeTools(chatId, { tools: withAgentTools(settings.tools, tools), key: newKey() })
  const prompt = prompts.find(({ id }) => id === CODING_AGENT_PROMPT)
  // Last: it is filled in with the tools and directories that the chat has then.
  if (prompt !== undefined && hasNoPrompt(chat)) {
    await client.changeSystemPrompt(chatId, { text: prompt.text, key: newKey() })
  }
}

function hasNoPrompt({ settings }: Chat): boolean {
  return settings.systemPrompt.trim() === ''
}
