import type { ChatId, MessageId } from '@stet/history'
import type { ModelCall } from '@stet/models'
import { readNewestLeaf } from '@stet/store'
import { createLineTool, echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import type { Engine } from '../engine.ts'
import {
  beginning,
  calling,
  createScriptedModels,
  finished,
  newKey,
  offering,
  openMortalHome,
  openPage,
  openTestEngine,
  openToolChat,
  type Script,
  saying,
  scriptedSettings,
  writeChat,
} from '../testing/index.ts'
import { reduce } from '../testing/test-page.ts'
import type { ChatView } from '../view/chat-view.ts'

const echo = { tool: 'echo', input: { text: 'ferns' } }
const line = { tool: 'append_line', input: { text: 'moss' } }

/** How many steps of the answer being written have results. */
function stepsIn({ request }: ModelCall): number {
  const last = request.messages.findLastIndex(({ role }) => role === 'user')
  return request.messages.slice(last).filter(({ role }) => role === 'tool-results').length
}

/** What a page holds when its connection is lost. */
interface Held {
  readonly view: ChatView | null
  readonly lastEventId: string | null
}

/** What a page shows that reconnected and received everything through the newest event; it starts over on `resync`. */
async function comeBack(engine: Engine, chatId: ChatId, held: Held, newest: string): Promise<ChatView> {
  const controller = new AbortController()
  let { view, lastEventId } = held
  if (lastEventId === newest && view !== null) return view
  for await (const event of engine.watch({ chats: [chatId], lastEventId, signal: controller.signal })) {
    const next: ChatView | 'resync' | null = reduce(view, event)
    if (next === 'resync') return comeBack(engine, chatId, { view: null, lastEventId: null }, newest)
    view = next
    lastEventId = event.id
    if (event.id === newest) controller.abort()
  }
  if (view === null) throw new Error('the chat was never published')
  return view
}

it('[FE-1] [R3] a page that reconnects after any event of a run, with tools, an approval, a waiting message and a branch beside it, shows the same as one that stayed connected', async () => {
  const sentMeanwhile = Promise.withResolvers<void>()
  const { engine, chatId, page, logged } = await openToolChat({
    tools: [echoTool, createLineTool(async () => undefined)],
    async *script(call) {
      if (stepsIn(call) === 0) {
        yield* calling([echo, line])
        return
      }
      yield* beginning('All ', 'of ')
      await sentMeanwhile.promise
      yield { kind: 'part-delta', part: 0, text: 'it.' }
      yield finished([{ kind: 'text', text: 'All of it.' }])
    },
  })
  const fickle = openPage(engine, chatId, { eventsPerConnection: 1 })
  await fickle.until(() => true)
  const sent = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Go' })
  const call = Object.values((await page.untilEnded(sent.runId)).calls).find(({ state }) => state.kind === 'proposed')
  if (call === undefined) throw new Error('no call waits for approval')
  const { runId } = await engine.approve({ key: newKey(), chatId, callId: call.id, hash: call.hash, always: false })
  if (runId === null) throw new Error('the run does not continue')
  const below = await engine.send({ key: newKey(), chatId, parentId: sent.answerId, text: 'And this' })
  const beside = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Or else' })
  expect([below.waits, beside.waits]).toEqual([true, false])
  sentMeanwhile.resolve()
  await Promise.all([page.untilEnded(runId), page.untilEnded(beside.runId)])
  const last = await engine.view(chatId)
  const newest = page.received.at(-1)?.id ?? ''
  await fickle.until(() => fickle.received.at(-1)?.id === newest)
  expect(await fickle.until(() => true)).toEqual(last)
  page.leave()
  fickle.leave()

  let view: ChatView | null = null
  for (const event of page.received) {
    const next: ChatView | 'resync' | null = reduce(view, event)
    view = next === 'resync' ? null : next
    const held = { view, lastEventId: view === null ? null : event.id }
    expect(await comeBack(engine, chatId, held, newest)).toEqual(last)
  }
  expect(new Set(page.received.map(({ event }) => event.kind))).toEqual(
    new Set([
      'snapshot',
      'message-added',
      'message-waits',
      'chat-changed',
      'run-started',
      'run-resumed',
      'step-started',
      'part-started',
      'part-delta',
      'calls-changed',
      'waiting-changed',
      'call-progress',
      'request-ended',
      'run-ended',
    ]),
  )
  expect(logged).toEqual([])
  await engine.close()
})

const twoSteps: Script = call => {
  if (lastText(call) === 'Continue') return saying('Contin', 'ued.')
  return stepsIn(call) === 0 ? calling([echo]) : saying(...PIECES)
}
const PIECES = ['One ', 'by ', 'one ', '\ud83d', '\ude00', '.']

function lastText({ request }: ModelCall): string | null {
  const last = request.messages.findLast(({ role }) => role === 'user')
  const part = last?.form === 'plain' && last.role === 'user' ? last.parts[0] : undefined
  return part?.kind === 'text' ? part.text : null
}

/** A page that watched a run whose process was killed after so many events; null when the run had ended before. */
async function watchUntilKilled(events: number) {
  const { home, left, kill } = openMortalHome()
  const settings = { ...scriptedSettings, tools: offering('echo') }
  const chatId = await writeChat(left.store, { title: { text: 'Named', by: 'person' }, settings })
  const { engine } = await openTestEngine(home, { models: createScriptedModels(twoSteps), tools: [echoTool] })
  const controller = new AbortController()
  let held: Held = { view: null, lastEventId: null }
  let heard = 0
  for await (const event of engine.watch({ chats: [chatId], lastEventId: null, signal: controller.signal })) {
    heard += 1
    const view = reduce(held.view, event)
    if (view === 'resync') throw new Error('nothing was lost')
    held = { view, lastEventId: event.id }
    if (heard === events) {
      kill()
      return { left, chatId, held }
    }
    if (event.event.kind === 'run-ended') return null
    // Whether it is answered is up to the instant of the kill.
    if (heard === 1) engine.send({ key: 'go', chatId, parentId: null, text: 'Go' }).then(undefined, rethrow)
  }
  throw new Error('the stream ended by itself')
}

function rethrow(error: unknown): never {
  throw error
}

/** Every text of an assistant, by the id that it has as a draft and as a message. */
function textsIn(view: ChatView | null): ReadonlyMap<MessageId, string> {
  const drafts = (view?.drafts ?? []).map(({ messageId, parts }) => [messageId, parts.map(({ text }) => text)] as const)
  const answers = (view?.path ?? []).flatMap(message =>
    message.role === 'assistant'
      ? [[message.id, message.parts.map(part => ('text' in part ? part.text : ''))] as const]
      : [],
  )
  return new Map([...drafts, ...answers].map(([id, texts]) => [id, texts.join('')]))
}

it('[FE-8] [R5] with the process killed after any event, a page that reconnects shows the same as one that reloads: no text lost, doubled or invented; and the chat continues', async () => {
  let interrupted = 0
  for (let events = 1; ; events += 1) {
    const killed = await watchUntilKilled(events)
    if (killed === null) break
    const { left, chatId, held } = killed
    const { engine, logged } = await openTestEngine(left, {
      models: createScriptedModels(twoSteps),
      tools: [echoTool],
    })
    const controller = new AbortController()
    const { lastEventId } = held
    const watching = engine.watch({ chats: [chatId], lastEventId, signal: controller.signal })
    const parentId = await readNewestLeaf(left.store, chatId, (await engine.view(chatId)).chat.tip)
    let view = held.view
    let runId: string | null = null
    for await (const event of watching) {
      const next = reduce(view, event)
      if (next === 'resync') throw new Error('a snapshot must come first')
      view = next
      if (runId === null) {
        expect(event.event).toEqual({ kind: 'snapshot', chatId, view: await engine.view(chatId) })
        const found = textsIn(view)
        for (const [id, seen] of textsIn(held.view)) {
          // What a call is asked with is not a text of the answer once it is saved.
          if (!seen.startsWith('{')) expect(found.get(id)?.startsWith(seen)).toBe(true)
          expect(PIECES.join('').startsWith(found.get(id) ?? 'nothing')).toBe(true)
        }
        if (view?.path.some(message => message.role === 'assistant' && message.end === 'interrupted')) interrupted += 1
        runId = (await engine.send({ key: 'on', chatId, parentId, text: 'Continue' })).runId
      } else if (event.event.kind === 'run-ended' && event.event.runId === runId) {
        controller.abort()
      }
    }
    expect(view).toEqual(await engine.view(chatId))
    expect(view?.path.at(-1)).toMatchObject({ end: 'complete', parts: [{ kind: 'text', text: 'Continued.' }] })
    expect(logged).toEqual([])
    await engine.close()
  }
  expect(interrupted).toBeGreaterThan(10)
})
