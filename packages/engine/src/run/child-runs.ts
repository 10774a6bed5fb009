import { LONGEST_TEXT } from '@stet/commands'
import { textIn, toTitle } from '@stet/context'
import {
  blankChat,
  type Chat,
  type ChatId,
  isId,
  type MessageId,
  makeId,
  type NewMessage,
  type ToolChoice,
} from '@stet/history'
import {
  type Call,
  fromMessageRow,
  fromRunRow,
  MESSAGES_SHELF,
  RUNS_SHELF,
  readNewestLeaf,
  toCallPut,
  toChatPut,
  toMessagePut,
  toRunPut,
} from '@stet/store'
import { type ChildEnd, type ChildRun, type ChildRuns, RETURN, readInput, type ToolProgress } from '@stet/tools'
import { closeStep } from '../calls/close-step.ts'
import { settledWith } from '../calls/propose-calls.ts'
import { readFacts } from '../compaction/read-facts.ts'
import type { EngineContext } from '../engine-context.ts'
import { publishAdded } from '../events/publish-added.ts'
import { isWaiting } from '../events/waiting-approvals.ts'
import { readCalls } from '../record/read-calls.ts'
import { type ChatRow, readChat } from '../record/read-chat.ts'
import { putActive } from '../record/update-chat.ts'
import { mustWriteForRun } from '../record/write-for-run.ts'
import { EngineError } from '../runtime/engine-error.ts'
import type { RunState } from '../view/chat-view.ts'
import { isReturn } from './conclude-step.ts'
import { createActivity } from './fold-activity.ts'
import type { LiveRun, StartedRun } from './live/live-runs.ts'
import { assembleFirst } from './request/assemble-first.ts'
import { newRun, startRun } from './start-run.ts'

/** The child runs that a call may start, each in a chat of its own (T6). A child run cannot start others. */
export function childRunsOf(engine: EngineContext, caller: StartedRun, call: Call): ChildRuns | null {
  return caller.chat.calledBy === null ? { run: child => runChild(engine, caller, call, child) } : null
}

async function* runChild(
  engine: EngineContext,
  caller: StartedRun,
  call: Call,
  child: ChildRun,
): AsyncGenerator<ToolProgress, ChildEnd> {
  const { signal } = caller.live
  if (signal.aborted) return { kind: 'refused', because: 'The run that called was stopped.' }
  let live: LiveRun
  try {
    live = await (child.chatId === undefined
      ? startChild(engine, caller, call, child)
      : continueChild(engine, caller, call, { chatId: child.chatId, text: child.text }))
  } catch (error) {
    if (error instanceof EngineError) return { kind: 'refused', because: error.message }
    throw error
  }
  const { chatId } = live
  const over = new AbortController()
  const stop = () => {
    over.abort()
    for (const run of engine.live.active(chatId)) run.cut('stopped')
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  let left = true
  try {
    for (;;) {
      const resumed = engine.live.next(chatId, over.signal)
      yield* activityOf(engine, live)
      const { state, text, returned, asks } = await readEnd(engine, live)
      if (state !== 'waiting') {
        left = false
        return { kind: 'ended', chatId, text, returned, end: state }
      }
      yield { text: asks ? 'Waiting for your decision' : 'Waiting for approval' }
      const next = await resumed
      if (next === null) {
        // After the end of the process the user still decides; a stop is a decision about all that waits.
        if (caller.live.cutBy() === 'stopped') await denyWaiting(engine, chatId)
        return { kind: 'ended', chatId, text, returned, end: 'stopped' }
      }
      live = next
    }
  } finally {
    signal.removeEventListener('abort', stop)
    over.abort()
    // A tool that stops reading before the end must not leave a run behind.
    if (left) stop()
  }
}

/** Denies what waits for approval in a called chat whose caller was stopped: nobody reads the results any more. */
async function denyWaiting(engine: EngineContext, chatId: ChatId): Promise<void> {
  const { store, hub } = engine
  await engine.chats.hold(chatId, async () => {
    const leaf = await readNewestLeaf(store, chatId, (await readChat(store, chatId)).chat.tip)
    if (leaf === null) return
    const at = engine.clock()
    const denied = (await readCalls(engine, leaf)).flatMap(({ call, version }) => {
      if (!isWaiting(call)) return []
      const state = settledWith('denied', 'Not run: the user stopped the answer that asked for it.', at)
      return [{ version, call: { ...call, state } }]
    })
    if (denied.length === 0) return
    await store.write(denied.map(({ call, version }) => toCallPut(call, version)))
    hub.publish({ kind: 'calls-changed', chatId, messageId: leaf, calls: denied.map(({ call }) => call) })
  })
}

/** Writes the chat, its first message and its run in one write, which fails if the calling run has ended. */
async function startChild(engine: EngineContext, caller: StartedRun, call: Call, child: ChildRun): Promise<LiveRun> {
  const { randomBytes } = engine
  const at = engine.clock()
  const id: MessageId = makeId('msg', randomBytes(20))
  const text = checkText(child.text)
  const called = toCalledChat(caller.chat, call, { ...child, text, id: makeId('chat', randomBytes(20)), tip: id, at })
  // A model wrote the prompt: its braces are text.
  const prompt = { at, text: called.settings.systemPrompt, tools: await engine.toolbox.instructions(called) }
  const chat = { ...called, prompt }
  if (child.webSearch === true) await checkWebSearch(engine, chat)
  const facts = await readFacts(engine, chat)
  const message: NewMessage = {
    id,
    chatId: chat.id,
    parentId: null,
    at,
    copiedFrom: null,
    role: 'user',
    parts: [{ kind: 'text', text }],
  }
  const assembled = await assembleFirst(engine, { chat, facts, below: null, next: [message] })
  const run = newRun(engine, { chatId: chat.id, below: id, at })
  const written = await mustWriteForRun(engine, caller, () =>
    engine.store.write([
      caller.row.check(),
      toChatPut(chat, { expect: 0, order: 'next' }),
      toMessagePut(message),
      toRunPut(run, { expect: 0, order: 'next' }),
    ]),
  )
  engine.approvals.adopt(chat.id, call)
  return startRun(engine, run, written, { chat, facts, assembled, overBudget: caller.overBudget })
}

/** A model that cannot search would answer from memory, as if it had searched. */
async function checkWebSearch({ models }: EngineContext, { settings }: Chat): Promise<void> {
  const notApplied = await models.notApplied(settings.model, settings.answer)
  const refused = notApplied.find(({ setting }) => setting === 'webSearch')
  if (refused !== undefined) throw new EngineError('invalid', refused.because)
}

/** Continues the chat of an earlier child run. One that ended with `return` gets the message as the result of that call. */
async function continueChild(
  engine: EngineContext,
  caller: StartedRun,
  call: Call,
  given: { readonly chatId: string; readonly text: string },
): Promise<LiveRun> {
  const { store } = engine
  const at = engine.clock()
  const text = checkText(given.text)
  const row = isId('chat', given.chatId) ? await findChat(engine, given.chatId) : null
  if (row === null || row.chat.calledBy?.chatId !== caller.chat.id) {
    throw new EngineError('invalid', `There is no chat ${given.chatId} that this one has called.`)
  }
  const { id: chatId } = row.chat
  if (engine.live.active(chatId).length > 0) throw new EngineError('invalid', `The chat ${chatId} is still running.`)
  const leaf = await readNewestLeaf(store, chatId, row.chat.tip)
  const above = await closeStep(engine, { chatId, parentId: leaf, at })
  const answered = above.messages.map(message => withReturned(message, text))
  const isAnswer = answered.some((message, index) => message !== above.messages[index])
  const message: NewMessage = {
    id: makeId('msg', engine.randomBytes(20)),
    chatId,
    parentId: above.last,
    at,
    copiedFrom: null,
    role: 'user',
    parts: [{ kind: 'text', text }],
  }
  const messages = isAnswer ? answered : [...answered, message]
  const tip = messages.at(-1)?.id ?? message.id
  const chat = { ...row.chat, tip, activeAt: at }
  const facts = await readFacts(engine, chat)
  const assembled = await assembleFirst(engine, { chat, facts, below: leaf, next: messages })
  const run = newRun(engine, { chatId, below: tip, at })
  const rows = leaf === null ? [] : await readCalls(engine, leaf)
  const written = await mustWriteForRun(engine, caller, () =>
    store.write([
      caller.row.check(),
      putActive(row, chat),
      ...rows.flatMap(({ call: made, version }) => {
        const now = above.calls.find(({ id }) => id === made.id)
        return now === undefined ? [] : [toCallPut(now, version)]
      }),
      ...messages.map(each => toMessagePut(each)),
      toRunPut(run, { expect: 0, order: 'next' }),
    ]),
  )
  engine.approvals.adopt(chatId, call)
  publishAdded(engine.hub, messages, { written, tip })
  return startRun(engine, run, written, { chat, facts, assembled, overBudget: caller.overBudget })
}

async function findChat({ store }: EngineContext, chatId: ChatId): Promise<ChatRow | null> {
  try {
    return await readChat(store, chatId)
  } catch (error) {
    if (error instanceof EngineError) return null
    throw error
  }
}

/** Results with the text as that of `return`; the message itself where there is none. */
function withReturned(message: NewMessage, text: string): NewMessage {
  if (message.role !== 'tool-results' || !message.parts.some(({ tool }) => tool === RETURN)) return message
  const parts = message.parts.map(part =>
    part.tool === RETURN ? { ...part, content: [{ kind: 'text' as const, text }] } : part,
  )
  return { ...message, parts }
}

interface CalledChat extends ChildRun {
  readonly id: ChatId
  readonly tip: MessageId
  readonly at: number
}

function toCalledChat(caller: Chat, call: Call, called: CalledChat): Chat {
  const { settings } = caller
  const blank = blankChat({
    id: called.id,
    workspaceId: caller.workspaceId,
    at: called.at,
    settings: {
      ...settings,
      model: called.model ?? settings.model,
      systemPrompt: called.systemPrompt ?? '',
      answer: {
        ...settings.answer,
        prefill: '',
        webSearch: called.webSearch ?? false,
        webFetch: settings.answer.webFetch && called.webSearch === true,
      },
      tools: [
        ...(called.tools ?? []).map(name => findTool(settings.tools, call, name)),
        ...(called.returns === true ? [{ name: RETURN, policy: null, options: {} }] : []),
      ],
      documents: [],
    },
  })
  const title = { text: toTitle(called.text) ?? call.shown.title, by: 'model' } as const
  return { ...blank, title, tip: called.tip, roots: caller.roots, calledBy: { chatId: caller.id, callId: call.id } }
}

function findTool(tools: readonly ToolChoice[], call: Call, name: string): ToolChoice {
  const choice = tools.find(tool => tool.name === name)
  if (choice === undefined) throw new EngineError('invalid', `There is no tool ${name} in this chat.`)
  if (name === call.tool) throw new EngineError('invalid', `The tool ${name} cannot be given to what it calls itself.`)
  return choice
}

/** Reports what a run does until its end. If the subscription ends early because nobody reads, only progress is lost. */
async function* activityOf({ hub }: EngineContext, { chatId, ended }: LiveRun): AsyncGenerator<ToolProgress, void> {
  const subscription = hub.subscribe(new Set([chatId]), null, false)
  const activity = createActivity()
  void ended.then(subscription.leave)
  for (let next = await subscription.next(); next !== null; next = await subscription.next()) {
    const text = activity(next.event)
    if (text !== null) yield { text }
  }
  await ended
}

interface ReadEnd {
  readonly state: Exclude<RunState, 'running'>
  readonly text: string
  readonly returned: string | null
  /** Whether it waits for a decision about the run itself, not about a call. */
  readonly asks: boolean
}

/** How a run of this process ended, and the text of its last answer. */
async function readEnd(engine: EngineContext, { runId }: LiveRun): Promise<ReadEnd> {
  const { store } = engine
  const row = await store.get(RUNS_SHELF, runId)
  const run = row === null ? null : fromRunRow(row)
  // An end that the store refused is published as `failed`, and written later.
  if (run === null || 'unreadable' in run || run.state === 'running')
    return { state: 'failed', text: '', returned: null, asks: false }
  const asks = run.asks !== null
  const answer = await store.get(MESSAGES_SHELF, run.messageId)
  const message = answer === null ? null : fromMessageRow(answer)
  if (message?.role !== 'assistant') return { state: run.state, text: '', returned: null, asks }
  const made = (await readCalls(engine, message.id)).find(({ call }) => isReturn(call))
  const returned = made === undefined ? null : returnedBy(made.call)
  return { state: run.state, text: textIn(message.parts), returned, asks }
}

function returnedBy({ input }: Call): string {
  const read = readInput(input)
  const value = read.kind === 'read' ? read.input.result : null
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** The text comes from a tool, which no route has checked. */
function checkText(text: string): string {
  if (text.trim() === '') throw new EngineError('invalid', 'text: a message needs some text')
  if (text.length > LONGEST_TEXT) {
    throw new EngineError('invalid', `text: a message can hold ${LONGEST_TEXT} characters, not ${text.length}`)
  }
  return text
}
