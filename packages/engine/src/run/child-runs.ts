import { LONGEST_TEXT } from '@stet/commands'
import { textIn, toTitle } from '@stet/context'
import { type Chat, type ChatId, type MessageId, makeId, type NewMessage, type ToolChoice } from '@stet/history'
import {
  type Call,
  fromMessageRow,
  fromRunRow,
  MESSAGES_SHELF,
  RUNS_SHELF,
  toChatPut,
  toMessagePut,
  toRunPut,
} from '@stet/store'
import type { ChildEnd, ChildRun, ChildRuns, ToolProgress } from '@stet/tools'
import { readFacts } from '../compaction/read-facts.ts'
import type { EngineContext } from '../engine-context.ts'
import { mustWriteForRun } from '../record/write-for-run.ts'
import { EngineError } from '../runtime/engine-error.ts'
import type { RunState } from '../view/chat-view.ts'
import { assembleFirst } from './assemble-first.ts'
import { createActivity } from './fold-activity.ts'
import type { LiveRun, StartedRun } from './live-runs.ts'
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
    live = await startChild(engine, caller, call, child)
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
      const { state, text } = await readEnd(engine, live)
      if (state !== 'waiting') {
        left = false
        return { kind: 'ended', chatId, text, end: state }
      }
      yield { text: 'Waiting for approval' }
      const next = await resumed
      if (next === null) return { kind: 'ended', chatId, text, end: 'stopped' }
      live = next
    }
  } finally {
    signal.removeEventListener('abort', stop)
    over.abort()
    // A tool that stops reading before the end must not leave a run behind.
    if (left) stop()
  }
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
  return startRun(engine, run, written, { chat, facts, assembled })
}

interface CalledChat extends ChildRun {
  readonly id: ChatId
  readonly tip: MessageId
  readonly at: number
}

function toCalledChat(caller: Chat, call: Call, called: CalledChat): Chat {
  const { settings } = caller
  return {
    id: called.id,
    workspaceId: caller.workspaceId,
    place: 'open',
    createdAt: called.at,
    activeAt: called.at,
    title: { text: toTitle(called.text) ?? call.shown.title, by: 'model' },
    settings: {
      ...settings,
      systemPrompt: called.systemPrompt ?? '',
      answer: { ...settings.answer, prefill: '', webSearch: false },
      tools: (called.tools ?? []).map(name => findTool(settings.tools, call, name)),
    },
    tip: called.tip,
    recentTips: [],
    marks: [],
    lifts: [],
    prompt: null,
    forkedFrom: null,
    calledBy: { chatId: caller.id, callId: call.id },
    roots: [],
    deleteAt: null,
  }
}

function findTool(tools: readonly ToolChoice[], call: Call, name: string): ToolChoice {
  const choice = tools.find(tool => tool.name === name)
  if (choice === undefined) throw new EngineError('invalid', `There is no tool ${name} in this chat.`)
  if (name === call.tool) throw new EngineError('invalid', `The tool ${name} cannot be given to what it calls itself.`)
  return choice
}

/** What a run does, until its end. If the subscription ends early because nobody reads, only progress is lost. */
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
}

/** How a run of this process ended, and the text of its last answer. */
async function readEnd({ store }: EngineContext, { runId }: LiveRun): Promise<ReadEnd> {
  const row = await store.get(RUNS_SHELF, runId)
  const run = row === null ? null : fromRunRow(row)
  // An end that the store refused is published as `failed`, and written later.
  if (run === null || 'unreadable' in run || run.state === 'running') return { state: 'failed', text: '' }
  const answer = await store.get(MESSAGES_SHELF, run.messageId)
  const message = answer === null ? null : fromMessageRow(answer)
  return { state: run.state, text: message?.role === 'assistant' ? textIn(message.parts) : '' }
}

/** The text comes from a tool, which no route has checked. */
function checkText(text: string): string {
  if (text.trim() === '') throw new EngineError('invalid', 'text: a message needs some text')
  if (text.length > LONGEST_TEXT) {
    throw new EngineError('invalid', `text: a message can hold ${LONGEST_TEXT} characters, not ${text.length}`)
  }
  return text
}
