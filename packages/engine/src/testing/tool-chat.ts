import type { ChatCommand } from '@stet/commands'
import { makeId, type ToolChoice } from '@stet/history'
import type { Tool } from '@stet/tools'
import type { ChatView, RunState } from '../view/chat-view.ts'
import { createScriptedModels, type Script } from './scripted-models.ts'
import { openMemoryHome, openTestEngine, randomBytes, scriptedSettings, type TestHome, writeChat } from './test-home.ts'
import { openPage, type TestPage } from './test-page.ts'

export interface ToolChatOptions {
  readonly tools: readonly Tool[]
  /** What a server of the workspace adds to them. */
  readonly toolsOf?: () => Promise<readonly Tool[]>
  /** All of them as they are, unless the test says otherwise. */
  readonly offered?: readonly ToolChoice[]
  readonly script: Script
  readonly home?: TestHome
}

/** A chat with tools, its engine, and a page that watches it. */
export async function openToolChat({ tools, toolsOf, offered, script, home = openMemoryHome() }: ToolChatOptions) {
  const settings = { ...scriptedSettings, tools: offered ?? offering(...tools.map(({ name }) => name)) }
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings })
  const models = createScriptedModels(script)
  const { engine, logged } = await openTestEngine(home, { models, tools, ...(toolsOf && { toolsOf }) })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  /** Sends, and resolves with the view at the run's end. */
  async function ask(message: Partial<ChatCommand<'send'>> = {}): Promise<ChatView> {
    const sent = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Go', ...message })
    return page.untilEnded(sent.runId)
  }
  return { home, chatId, models, engine, logged, page, ask }
}

export function offering(...names: readonly string[]): readonly ToolChoice[] {
  return names.map(name => ({ name, policy: null, options: {} }))
}

export function newKey(): string {
  return makeId('key', randomBytes(20))
}

/** How the last run that a page saw ended. */
export function endIn({ received }: TestPage): RunState | null {
  const ended = received.findLast(({ event }) => event.kind === 'run-ended')?.event
  return ended?.kind === 'run-ended' ? ended.state : null
}

export function callStates({ calls }: ChatView): readonly string[] {
  return Object.values(calls).map(({ state }) => state.kind)
}

/** The messages on the path in words: role, text, and outcomes of calls. */
export function transcriptOf({ path }: ChatView): readonly string[] {
  return path.map(message => {
    switch (message.role) {
      case 'user':
      case 'assistant':
        return `${message.role}: ${message.parts.map(part => ('text' in part ? part.text : part.kind)).join('')}`
      case 'tool-results':
        return `results: ${message.parts
          .map(
            ({ outcome, content }) =>
              `${outcome} (${content.map(part => (part.kind === 'text' ? part.text : part.name)).join('')})`,
          )
          .join(', ')}`
      default:
        return message.role
    }
  })
}
