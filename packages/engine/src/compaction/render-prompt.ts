import { type Chat, fillTemplate, type PromptValues, promptValues, type RenderedPrompt } from '@stet/history'
import type { Models } from '@stet/models'
import { fromWorkspaceRow, type Store, WORKSPACES_SHELF } from '@stet/store'
import type { Toolbox } from '../calls/toolbox.ts'
import { findFacts } from './read-facts.ts'

export interface PromptDeps {
  readonly store: Pick<Store, 'get'>
  readonly models: Pick<Models, 'facts'>
  readonly toolbox: Pick<Toolbox, 'instructions'>
  readonly clock: () => number
  /** Of the home, by its IANA name. */
  readonly timeZone: string
}

/** Fills in the system prompt of a chat and asks its tools what they add, as of now (W2). The caller saves it with the chat. */
export async function renderPrompt(deps: PromptDeps, chat: Chat): Promise<RenderedPrompt> {
  const { systemPrompt } = chat.settings
  const text = systemPrompt.includes('{{')
    ? fillTemplate(systemPrompt, await readPromptValues(deps, chat))
    : systemPrompt
  return { at: deps.clock(), text, tools: await deps.toolbox.instructions(chat) }
}

/**
 * The prompt that the next message is sent with. While nothing was sent it is rendered again where directories were exposed: their
 * listing and directives belong to it as of the chat's start (T7).
 */
export async function promptForNext(deps: PromptDeps, chat: Chat): Promise<RenderedPrompt> {
  const isStart = chat.tip === null && chat.roots.length > 0
  return chat.prompt === null || isStart ? renderPrompt(deps, chat) : chat.prompt
}

/** What the variables of a system prompt mean in a chat, as of now. */
export async function readPromptValues(deps: PromptDeps, chat: Chat): Promise<PromptValues> {
  const { model, tools } = chat.settings
  const [row, { facts }] = await Promise.all([
    deps.store.get(WORKSPACES_SHELF, chat.workspaceId),
    findFacts(deps, model),
  ])
  const workspace = row === null ? null : fromWorkspaceRow(row)
  return promptValues({
    at: deps.clock(),
    timeZone: deps.timeZone,
    workspace: workspace !== null && 'name' in workspace ? workspace.name : '',
    model: facts?.name ?? model.model,
    roots: chat.roots,
    tools: tools.map(({ name }) => name),
  })
}

/** The prompt of a chat at a checkpoint, where the prefix changes anyway. The one it has where nothing in it changed. */
export async function renderAgain(deps: PromptDeps, chat: Chat): Promise<Chat> {
  const prompt = await renderPrompt(deps, chat)
  return chat.prompt !== null && isSame(prompt, chat.prompt) ? chat : { ...chat, prompt }
}

function isSame(one: RenderedPrompt, other: RenderedPrompt): boolean {
  return one.text === other.text && JSON.stringify(one.tools) === JSON.stringify(other.tools)
}
