import type { FileAuthor, Files } from '@stet/files'
import type { Chat, ToolDeclaration, ToolPolicy } from '@stet/history'
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

/** The tools of a home whose needs it meets. */
export interface Toolbox {
  /** The tools a chat offers, in the chat's order: another order would invalidate the provider's cache. */
  offered(chat: Chat): readonly OfferedTool[]
  /** Null for a tool that this home or this chat does not offer. */
  find(chat: Chat, name: string): OfferedTool | null
  /** Where a tool is used: what it can reach in this chat. Files that it changes name `author`. */
  placeOf(chat: Chat, offered: OfferedTool, author: FileAuthor): ToolPlace
  /** All tools, including those that cannot be offered here. */
  readonly facts: readonly ToolFacts[]
}

/** A tool as it is shown to the user, independent of a chat. */
export interface ToolFacts
  extends Pick<Tool, 'name' | 'title' | 'icon' | 'description' | 'options' | 'policy' | 'alwaysConfirm'> {
  /** Why it cannot be offered here, as a clause shown to the user; null when it can. */
  readonly notOfferedBecause: string | null
}

export interface ToolboxDeps {
  readonly tools: readonly Tool[]
  /** The needs that this home meets. */
  readonly abilities: readonly ToolNeed[]
  readonly files: Files
  readonly clock: () => number
}

export function createToolbox({ tools, abilities, files, clock }: ToolboxDeps): Toolbox {
  const missing = ({ needs }: Tool) => needs.filter(need => !abilities.includes(need))
  const usable = new Map(tools.filter(tool => missing(tool).length === 0).map(tool => [tool.name, tool]))
  function offered({ settings }: Chat): readonly OfferedTool[] {
    return settings.tools.flatMap(choice => {
      const tool = usable.get(choice.name)
      if (tool === undefined) return []
      return [{ tool, policy: policyOf(tool, choice), options: optionsOf(tool, choice) }]
    })
  }
  return {
    offered,
    find: (chat, name) => offered(chat).find(({ tool }) => tool.name === name) ?? null,
    placeOf: ({ id, workspaceId, roots }, { options }, author) => ({
      chatId: id,
      workspaceId,
      options,
      roots,
      files: toToolFiles(files, workspaceId, author),
      now: clock,
    }),
    facts: tools.map(tool => toFacts(tool, missing(tool))),
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
export function systemPromptOf({ settings, prompt }: Chat, offered: readonly OfferedTool[]): string {
  const stored = new Map(prompt?.tools.map(({ name, text }) => [name, text]))
  const added = offered.map(({ tool, options }) =>
    prompt === null ? (tool.instructions(options) ?? '') : (stored.get(tool.name) ?? ''),
  )
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
