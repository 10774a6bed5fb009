import type { CallId, Chat, ChatId, MessageId, ModelFacts, RunId } from '@stet/history'
import type { RunRow } from '../../record/run-row.ts'
import type { ActiveRun } from '../../view/chat-view.ts'
import type { Draft } from '../../view/draft.ts'
import type { DraftWriter } from './draft-writer.ts'

/** Why a run is cut short: the user stopped it, or the process ends. */
export type Cut = 'stopped' | 'interrupted'

/** A run of this process. */
export interface LiveRun {
  readonly runId: RunId
  readonly chatId: ChatId
  readonly startedAt: number
  /** The answer being written; while calls run, the answer that makes them. */
  readonly draft: DraftWriter
  /** Whether the draft's message is saved. */
  readonly saved: boolean
  /** The draft's message was saved. */
  markSaved(): void
  /** The next step's draft. */
  beginDraft(draft: DraftWriter): void
  /** Whether a message belongs to this run: it answers or made it. Messages sent below it wait (R10). */
  holds(id: MessageId): boolean
  /** What the running tools last reported. */
  readonly progress: Map<CallId, string>
  readonly signal: AbortSignal
  cut(why: Cut): void
  /** Why it was cut short; null if it was not. */
  readonly cutBy: () => Cut | null
  /** Resolves when the run's last event was published. */
  readonly ended: Promise<void>
  readonly end: () => void
}

export function createLiveRun(first: DraftWriter, chatId: ChatId): LiveRun {
  const controller = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { runId, startedAt, messageId, parentId } = first.draft()
  const held = new Set([messageId, parentId])
  let draft = first
  let saved = false
  let why: Cut | null = null
  return {
    runId,
    chatId,
    startedAt,
    get draft() {
      return draft
    },
    get saved() {
      return saved
    },
    markSaved() {
      saved = true
    },
    beginDraft(next) {
      draft = next
      saved = false
      held.add(next.draft().parentId).add(next.draft().messageId)
    },
    holds: id => held.has(id),
    progress: new Map(),
    signal: controller.signal,
    cut(reason) {
      why ??= reason
      controller.abort()
    },
    cutBy: () => why,
    ended,
    end,
  }
}

/** The runs of this process, by chat, in the order they started. An unsaved draft stays here when its run has ended. */
export interface LiveRuns {
  add(run: LiveRun): void
  remove(run: LiveRun): void
  /** Those that write an answer or run its calls. */
  active(chatId: ChatId): readonly LiveRun[]
  drafts(chatId: ChatId): readonly Draft[]
  shown(chatId: ChatId): readonly ActiveRun[]
  progress(chatId: ChatId): Readonly<Record<CallId, string>>
  all(): readonly LiveRun[]
  /** The run that starts next in a chat; null when the signal aborts before. */
  next(chatId: ChatId, signal: AbortSignal): Promise<LiveRun | null>
}

export function createLiveRuns(): LiveRuns {
  const chats = new Map<ChatId, Set<LiveRun>>()
  const awaited = new Set<(run: LiveRun) => void>()
  const of = (chatId: ChatId) => [...(chats.get(chatId) ?? [])]
  const active = (chatId: ChatId) => of(chatId).filter(run => run.draft.draft().state === 'writing')
  return {
    add(run) {
      const runs = chats.get(run.chatId) ?? new Set()
      chats.set(run.chatId, runs.add(run))
      for (const notify of awaited) notify(run)
    },
    remove(run) {
      const runs = chats.get(run.chatId)
      runs?.delete(run)
      if (runs?.size === 0) chats.delete(run.chatId)
    },
    active,
    drafts: chatId =>
      of(chatId)
        .filter(run => !run.saved)
        .map(run => run.draft.draft()),
    shown: chatId =>
      active(chatId).map(({ runId, startedAt, draft }) => ({ runId, startedAt, messageId: draft.draft().messageId })),
    progress: chatId => Object.fromEntries(active(chatId).flatMap(run => [...run.progress])),
    all: () => [...chats.values()].flatMap(runs => [...runs]),
    next(chatId, signal) {
      const { promise, resolve } = Promise.withResolvers<LiveRun | null>()
      const settle = (run: LiveRun | null) => {
        awaited.delete(notify)
        signal.removeEventListener('abort', end)
        resolve(run)
      }
      const notify = (run: LiveRun) => {
        if (run.chatId === chatId) settle(run)
      }
      const end = () => settle(null)
      awaited.add(notify)
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
      return promise
    },
  }
}

export type LongSummary = 'ask' | 'summarise' | 'truncate'

/** A run whose row is saved. */
export interface StartedRun {
  readonly live: LiveRun
  readonly row: RunRow
  /** The chat as it was when the run started, so that later changes of its settings do not affect the run. */
  readonly chat: Chat
  readonly facts: ModelFacts
  /** The runs whose waiting messages it sends: its own, and those of a run that ended at the answer it continues (R10). */
  readonly servesRuns: ReadonlySet<RunId>
  /** What the user decided about a summary that takes many requests; `ask` until then. */
  readonly longSummary: LongSummary
  /** Whether the user allowed it to spend more than the budget of its workspace. */
  readonly overBudget: boolean
}

/** The run that a message belongs to: a message sent below it waits for that run (R10). */
export function runAbove(live: LiveRuns, chatId: ChatId, id: MessageId | null): LiveRun | null {
  if (id === null) return null
  return live.active(chatId).find(run => run.holds(id)) ?? null
}
