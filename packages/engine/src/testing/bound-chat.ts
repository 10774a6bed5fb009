import type { ChatSettings, MessageId } from '@stet/history'
import { TOOLS } from '@stet/tools'
import { createWaitingTool } from '@stet/tools/testing'
import { type CachingServer, type CachingServerOptions, createCachingServer } from './caching-server.ts'
import { createMemoryDirectories } from './memory-directories.ts'
import { openMemoryHome, openTestEngine, writeChat } from './test-home.ts'
import { openPage } from './test-page.ts'

/** A server that speaks as Anthropic does, without what only Anthropic takes. */
export const PROXY = 'https://proxy.example'

/** A question with this word is answered by a call of the tool `wait`, which waits until its gate opens. */
export const WAITING = 'wait'

/** A chat with a model that binds its thinking to what precedes it, on the wire that enforces that. */
export async function openBound(options: CachingServerOptions = {}) {
  const clock = () => Date.UTC(2026, 10)
  const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = createCachingServer(
    clock,
    body => {
      const last = JSON.stringify(body.messages.findLast(({ role }) => role === 'user'))
      const isSummary = last.includes('summary')
      const text = { type: 'text', text: isSummary ? 'They spoke.' : 'Yes.' }
      if (isSummary) return [text]
      const thinking = { type: 'thinking', thinking: `Thought ${body.messages.length}.` }
      const call = { type: 'tool_use', id: `toolu_${body.messages.length}`, name: 'wait', input: { text: 'the tide' } }
      return [thinking, last.includes(WAITING) && !last.includes('tool_result') ? call : text]
    },
    { model: 'claude-opus-5-5', ...options },
  )
  const home = openMemoryHome()
  const { answer } = server.settings
  const settings: ChatSettings = {
    ...server.settings,
    systemPrompt: 'You build harbours.',
    answer: { ...answer, reasoning: { ...answer.reasoning, on: true } },
  }
  const chatId = await writeChat(home.store, { settings, title: { text: 'Named', by: 'person' } })
  const wait = () => {
    started.resolve()
    return gate.promise
  }
  const tools = [...TOOLS, createWaitingTool(wait)]
  const directories = createMemoryDirectories({ '/sea': 'Mind the tide.' })
  const open = () => openTestEngine(home, { models: server.models, clock, tools, directories })
  const { engine } = await open()
  const page = openPage(engine, chatId)
  await page.until(() => true)
  async function say(text: string, parentId: MessageId | null, on = { engine, page }) {
    const { runId, answerId, messageId } = await on.engine.send({ key: text, chatId, parentId, text })
    const view = await on.page.untilEnded(runId)
    return { answerId, messageId, view }
  }
  const offer = (key: string, names: readonly string[]) =>
    engine.changeTools({ key, chatId, tools: names.map(name => ({ name, policy: null, options: {} })) })
  const waits = started.promise
  return { server, home, engine, page, chatId, settings, say, open, offer, waits, openGate: gate.resolve }
}

export type BoundChat = Awaited<ReturnType<typeof openBound>>

/** The thinking that each request sent back. */
export function replayed({ served }: Pick<CachingServer, 'served'>): readonly (readonly string[])[] {
  return served.map(({ body }) =>
    body.messages.flatMap(({ content }) =>
      (typeof content === 'string' ? [] : content).flatMap(block =>
        'thinking' in block ? [String(block.thinking)] : [],
      ),
    ),
  )
}
