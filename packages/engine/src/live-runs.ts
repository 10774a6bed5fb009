import type { ChatId, RunId } from '@stet/history'
import type { Draft } from './draft.ts'
import type { DraftWriter } from './draft-writer.ts'

/** Why a run is cut short: a person stopped it, or the process ends. */
export type Cut = 'stopped' | 'interrupted'

/** A run that this process carries. */
export interface LiveRun {
  readonly runId: RunId
  readonly chatId: ChatId
  readonly draft: DraftWriter
  readonly signal: AbortSignal
  cut(why: Cut): void
  /** Why it was cut; null while nothing cuts it. */
  readonly cutBy: () => Cut | null
  /** Resolved when the run's last event was told. */
  readonly ended: Promise<void>
  readonly end: () => void
}

export function createLiveRun(runId: RunId, chatId: ChatId, draft: DraftWriter): LiveRun {
  const controller = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let why: Cut | null = null
  return {
    runId,
    chatId,
    draft,
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
  /** Those whose answer is being written. */
  writing(chatId: ChatId): readonly LiveRun[]
  drafts(chatId: ChatId): readonly Draft[]
  all(): readonly LiveRun[]
}

export function createLiveRuns(): LiveRuns {
  const chats = new Map<ChatId, Set<LiveRun>>()
  const of = (chatId: ChatId) => [...(chats.get(chatId) ?? [])]
  return {
    add(run) {
      const runs = chats.get(run.chatId) ?? new Set()
      chats.set(run.chatId, runs.add(run))
    },
    remove(run) {
      const runs = chats.get(run.chatId)
      runs?.delete(run)
      if (runs?.size === 0) chats.delete(run.chatId)
    },
    writing: chatId => of(chatId).filter(run => run.draft.draft().state === 'writing'),
    drafts: chatId => of(chatId).map(run => run.draft.draft()),
    all: () => [...chats.values()].flatMap(runs => [...runs]),
  }
}
