import type { FileAuthor, Files } from '@stet/files'
import type { Chat, RenderedPrompt, ToolDeclaration, ToolPolicy, WorkspaceId } from '@stet/history'
import {
  optionsOf,
  policyOf,
  type Tool,
  type ToolFiles,
  type ToolNeed,
  type ToolOptionValues,
  type ToolPlace,
} from '@stet/tools'

/** A tool with a chat's settings for it. */
export interface OfferedTool {
  readonly tool: Tool
  readonly policy: ToolPolicy
  readonly options: ToolOptionValues
}

/** The tools of a home whose needs it meets, and those that a workspace adds to them. */
export interface Toolbox {
  /**
   * The tools a chat offers, in the chat's order: another order would invalidate the provider's cache. The same chat object gets the same
   * list, so that a run keeps the tools it started with whatever a server adds or takes away meanwhile.
   */
  offered(chat: Chat): Promise<readonly OfferedTool[]>
  /** Null for a tool that this home or this chat does not offer. */
  find(chat: Chat, name: string): Promise<OfferedTool | null>
  /** What the offered tools add to the system prompt, as of now. It is saved with the chat's prompt. */
  instructions(chat: Chat): Promise<RenderedPrompt['tools']>
  /** Where a tool is used: what it can reach in this chat. Files that it changes name `author`. */
  placeOf(chat: Chat, offered: OfferedTool, author: FileAuthor): ToolPlace
  /** All tools of a workspace, including those that cannot be offered here. */
  facts(workspaceId: WorkspaceId): Promise<readonly ToolFacts[]>
}

/** A tool as it is shown to the user, independent of a chat. */
export interface ToolFacts
  extends Pick<Tool, 'name' | 'title' | 'icon' | 'description' | 'options' | 'policy' | 'alwaysConfirm'> {
  /** Why it cannot be offered here, as a clause shown to the user; null when it can. */
  readonly notOfferedBecause: string | null
}

export interface ToolboxDeps {
  readonly tools: readonly Tool[]
  /** Tools that a workspace adds at run time. One with the name of another cannot take its place (Z-10). */
  readonly toolsOf?: (workspaceId: WorkspaceId) => Promise<readonly Tool[]>
  /** The needs that this home meets. */
  readonly abilities: readonly ToolNeed[]
  readonly files: Files
  readonly clock: () => number
}

export function createToolbox({ tools, toolsOf, abilities, files, clock }: ToolboxDeps): Toolbox {
  const missing = ({ needs }: Tool) => needs.filter(need => !abilities.includes(need))
  const frozen = new WeakMap<Chat, Promise<readonly OfferedTool[]>>()

  async function allOf(workspaceId: WorkspaceId): Promise<readonly Tool[]> {
    const added = (await toolsOf?.(workspaceId)) ?? []
    return [...tools, ...added.filter(({ name }) => !tools.some(tool => tool.name === name))]
  }

  async function offer({ settings, workspaceId }: Chat): Promise<readonly OfferedTool[]> {
    const usable = new Map(
      (await allOf(workspaceId)).flatMap(tool => (missing(tool).length === 0 ? [[tool.name, tool]] : [])),
    )
    return settings.tools.flatMap(choice => {
      const tool = usable.get(choice.name)
      if (tool === undefined) return []
      return [{ tool, policy: policyOf(tool, choice), options: optionsOf(tool, choice) }]
    })
  }

  function offered(chat: Chat): Promise<readonly OfferedTool[]> {
    const known = frozen.get(chat) ?? offer(chat)
    frozen.set(chat, known)
    return known
  }

  function placeOf({ id, workspaceId, roots }: Chat, { options }: OfferedTool, author: FileAuthor): ToolPlace {
    return { chatId: id, workspaceId, options, roots, files: toToolFiles(files, workspaceId, author), now: clock }
  }

  return {
    offered,
    find: async (chat, name) => (await offered(chat)).find(({ tool }) => tool.name === name) ?? null,
    async instructions(chat) {
      const texts = (await offered(chat)).map(async each => {
        const text = await each.tool.instructions(placeOf(chat, each, { kind: 'user' }))
        return { name: each.tool.name, text: text ?? '' }
      })
      return (await Promise.all(texts)).filter(({ text }) => text !== '')
    },
    placeOf,
    facts: async workspaceId => (await allOf(workspaceId)).map(tool => toFacts(tool, missing(tool))),
  }
}

/** The files of a workspace for one call, which is named as the author of what it changes. */
function toToolFiles(files: Files, workspaceId: Chat['workspaceId'], by: FileAuthor): ToolFiles {
  const own = files.of(workspaceId)
  return { ...own, write: (path, bytes, expect) => own.write(path, bytes, { expect, by }) }
}

export function toDeclarations(offered: readonly OfferedTool[]): readonly ToolDeclaration[] {
  return offered.map(({ tool, options }) => {
    const { name, native } = tool
    const { description, input } = tool.declare?.(options) ?? tool
    return native === undefined ? { name, description, input } : { name, description, input, native }
  })
}

/** The system prompt of a chat as it was rendered, followed by what each offered tool added to it then (T1, W2). */
export function systemPromptOf(
  { settings, prompt }: Chat,
  offered: readonly OfferedTool[],
  instructions: RenderedPrompt['tools'],
): string {
  const added = offered.map(({ tool }) => instructions.find(({ name }) => name === tool.name)?.text ?? '')
  return [prompt?.text ?? settings.systemPrompt, ...added].filter(text => text !== '').join('\n\n')
}

function toFacts(tool: Tool, missing: readonly ToolNeed[]): ToolFacts {
  const { name, title, icon, description, options, policy, alwaysConfirm } = tool
  const notOfferedBecause = missing.length === 0 ? null : `this home has no ${missing.map(toWords).join(' and no ')}`
  return { name, title, icon, description, options, policy, alwaysConfirm, notOfferedBecause }
}

function toWords(need: ToolNeed): string {
  switch (need) {
    case 'directories':
      return 'access to directories'
    case 'shell':
      return 'shell'
    case 'sockets':
      return 'open network'
    case 'worker':
      return 'background workers'
  }
}
