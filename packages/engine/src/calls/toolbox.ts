import { MOST_TOOLS } from '@stet/commands'
import { estimateTokens } from '@stet/context'
import type { FileAuthor, Files } from '@stet/files'
import {
  type Chat,
  offersRecall,
  offersWebFetch,
  RECALL,
  type RenderedPrompt,
  type ToolChoice,
  type ToolDeclaration,
  type ToolPolicy,
  WEB_FETCH,
  type WorkspaceId,
} from '@stet/history'
import {
  optionsOf,
  policyOf,
  RETURN,
  returnTool,
  type Tool,
  type ToolFiles,
  type ToolNeed,
  type ToolOptionValues,
  type ToolPlace,
  type ToolSearch,
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
   * The tools a chat offers, in the chat's order: another order would invalidate the provider's cache. What a tool is, is read once for each
   * object of settings: a run has one, and keeps the tools it started with, whatever a server adds or takes away meanwhile.
   */
  offered(chat: Chat): Promise<readonly OfferedTool[]>
  /** The declarations of tools by their names, whether the chat offers them or not; those that this home does not have are left out. */
  declarations(chat: Chat, names: readonly string[]): Promise<readonly ToolDeclaration[]>
  /** A message of the user joined a run: from here on it has the tools as they are now. */
  refresh(chat: Chat): void
  /**
   * Null for a tool that this home or this chat does not offer. `since` is the chat as the run that asks found it: its tools, as the chat is
   * set now.
   */
  find(chat: Chat, name: string, since?: Chat): Promise<OfferedTool | null>
  /** What the offered tools add to the system prompt, as of now. It is saved with the chat's prompt. */
  instructions(chat: Chat): Promise<RenderedPrompt['tools']>
  /** Where a tool is used: what it can reach in this chat. Files that it changes name `author`. */
  placeOf(chat: Chat, offered: OfferedTool, author: FileAuthor): ToolPlace
  /** The chats that a tool can search; null where the home has no search, or the tool does not need it. */
  searchFor(chat: Chat, offered: OfferedTool): ToolSearch | null
  /** All tools of a workspace, including those that cannot be offered here. */
  facts(workspaceId: WorkspaceId): Promise<readonly ToolFacts[]>
}

/** A tool as it is shown to the user, independent of a chat. */
export interface ToolFacts
  extends Pick<
    Tool,
    'name' | 'title' | 'icon' | 'description' | 'options' | 'policy' | 'alwaysConfirm' | 'needs' | 'server'
  > {
  /** What its declaration costs in every request, roughly. */
  readonly tokens: number
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
  /** Where it is absent, no tool that needs `search` is offered. */
  readonly searchOf?: (workspaceId: WorkspaceId) => ToolSearch
  readonly clock: () => number
}

export function createToolbox({ tools, toolsOf, abilities, files, searchOf, clock }: ToolboxDeps): Toolbox {
  const met = new Set(searchOf === undefined ? abilities : [...abilities, 'search'])
  const missing = ({ needs }: Tool) => needs.filter(need => !met.has(need))
  const isUsable = (tool: Tool) => missing(tool).length === 0 && tool.unavailable === undefined
  // `return` must not be among them: it is the name by which a called chat ends its run (T6).
  const own = new Set([RETURN, ...tools.map(({ name }) => name)])
  const frozen = new WeakMap<Chat['settings'], Promise<readonly Tool[]>>()

  async function allOf(workspaceId: WorkspaceId): Promise<readonly Tool[]> {
    const added = (await toolsOf?.(workspaceId)) ?? []
    return [...tools, ...added.filter(({ name }) => !own.has(name))]
  }

  function frozenFor({ settings, workspaceId }: Chat): Promise<readonly Tool[]> {
    const known = frozen.get(settings) ?? allOf(workspaceId)
    frozen.set(settings, known)
    return known
  }

  async function offered({ settings, calledBy }: Chat, since: Chat): Promise<readonly OfferedTool[]> {
    const usable = new Map((await frozenFor(since)).flatMap(tool => (isUsable(tool) ? [[tool.name, tool]] : [])))
    if (calledBy !== null) usable.set(RETURN, returnTool)
    return chosenIn(settings, calledBy === null).flatMap(choice => {
      const tool = usable.get(choice.name)
      if (tool === undefined) return []
      return [toOffered(tool, choice, { settings })]
    })
  }

  function placeOf(chat: Chat, { options }: OfferedTool, author: FileAuthor): ToolPlace {
    const { id, workspaceId, roots, settings } = chat
    const own = toToolFiles(files, workspaceId, author)
    return { chatId: id, workspaceId, model: settings.model, options, roots, files: own, now: clock }
  }

  return {
    offered: chat => offered(chat, chat),
    async declarations(chat, names) {
      const found = (await frozenFor(chat)).filter(({ name }) => names.includes(name))
      return toDeclarations(found.map(tool => toOffered(tool, { name: tool.name, policy: null, options: {} }, chat)))
    },
    refresh: ({ settings }) => void frozen.delete(settings),
    find: async (chat, name, since = chat) =>
      (await offered(chat, since)).find(({ tool }) => tool.name === name) ?? null,
    async instructions(chat) {
      const texts = (await offered(chat, chat)).map(async each => {
        const text = await each.tool.instructions(placeOf(chat, each, { kind: 'user' }))
        return { name: each.tool.name, text: text ?? '' }
      })
      const rendered = await Promise.all(texts)
      // All tools of one MCP server have the same text, so the first one is enough.
      return rendered.filter(
        ({ text }, place) => text !== '' && rendered.findIndex(other => other.text === text) === place,
      )
    },
    placeOf,
    searchFor: ({ workspaceId }, { tool }) =>
      tool.needs.includes('search') ? (searchOf?.(workspaceId) ?? null) : null,
    facts: async workspaceId => (await allOf(workspaceId)).map(tool => toFacts(tool, missing(tool))),
  }
}

function toOffered(tool: Tool, choice: ToolChoice, { settings }: Pick<Chat, 'settings'>): OfferedTool {
  return { tool, policy: policyOf(tool, choice), options: optionsOf(tool, choice, settings.model) }
}

/**
 * The tools that a chat names, and behind them those that its settings offer: `web_fetch` (T8), which a called chat has only where it was granted, and
 * `recall` (C23).
 */
function chosenIn({ answer, context, tools }: Chat['settings'], isOwn: boolean): readonly ToolChoice[] {
  const named = tools.filter(({ name }) => name !== RETURN)
  const bySetting = [
    ...(isOwn && offersWebFetch({ answer, tools: named }) ? [WEB_FETCH] : []),
    ...(offersRecall({ context, tools: named }) ? [RECALL] : []),
  ]
  return [...tools, ...bySetting.map(name => ({ name, policy: null, options: {} }))].slice(0, MOST_TOOLS)
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
  const { name, title, icon, description, options, policy, alwaysConfirm, needs, server, unavailable = null } = tool
  const notOfferedBecause =
    missing.length === 0 ? unavailable : `this home has no ${missing.map(toWords).join(' and no ')}`
  const tokens = tokensOf(tool)
  const facts = { name, title, icon, description, options, policy, alwaysConfirm, needs, tokens, notOfferedBecause }
  return server === undefined ? facts : { ...facts, server }
}

const counted = new WeakMap<Tool, number>()

/** A tool stays the same object while it does not change. */
function tokensOf(tool: Tool): number {
  const { name, description, input } = tool
  const tokens = counted.get(tool) ?? estimateTokens(JSON.stringify({ name, description, input }))
  counted.set(tool, tokens)
  return tokens
}

function toWords(need: ToolNeed): string {
  switch (need) {
    case 'directories':
      return 'access to directories'
    case 'images':
      return 'models that make images'
    case 'search':
      return 'search'
    case 'shell':
      return 'shell'
    case 'sockets':
      return 'open network'
    case 'worker':
      return 'background workers'
  }
}
