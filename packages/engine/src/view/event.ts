import type { CallId, Chat, ChatId, Message, MessageId, RequestId, RunId } from '@stet/history'
import type { Call, WaitingMessage } from '@stet/store'
import type { ActiveRun, ChatView, RunState } from './chat-view.ts'
import type { Compaction, CompactionChunk, CompactionId } from './compaction.ts'
import type { Draft, DraftPartStart, DraftRetry } from './draft.ts'

/**
 * Everything a page can hear. Facts are published after their write, deltas at once. An event's id is `<epoch>-<n>`: a page that
 * names the last one it saw gets what followed, or a snapshot when that can no longer be told.
 */
export type ChatEvent = Fact | Delta | Snapshot

export type Fact =
  | { readonly kind: 'chat-changed'; readonly chatId: ChatId; readonly chat: Chat }
  | {
      readonly kind: 'message-added'
      readonly chatId: ChatId
      readonly message: Message
      /** All children of the message's parent that are links, oldest first: what `‹ 2/3 ›` counts. */
      readonly siblings: readonly MessageId[]
      /** The chat's tip after the write. Without it a page could not tell a branch that is now shown from one that is not. */
      readonly tip: MessageId | null
      /** Of an answer that makes calls. */
      readonly calls?: readonly Call[]
    }
  /** Calls of one answer that went on: approved, started, settled. */
  | {
      readonly kind: 'calls-changed'
      readonly chatId: ChatId
      readonly messageId: MessageId
      readonly calls: readonly Call[]
    }
  /** A message was sent below a run at work; it goes, under the same id, at the next step's end. */
  | { readonly kind: 'message-waits'; readonly chatId: ChatId; readonly message: WaitingMessage }
  /** A message that waited was taken back. */
  | { readonly kind: 'message-withdrawn'; readonly chatId: ChatId; readonly messageId: MessageId }
  /** Messages went, and what they cost now stands on record: the chat is to be read again. */
  | { readonly kind: 'messages-removed'; readonly chatId: ChatId }
  /** A title that a person asked for has come, or why it did not, in words for them. */
  | { readonly kind: 'title-ended'; readonly chatId: ChatId; readonly trouble: string | null }
  | { readonly kind: 'run-started'; readonly chatId: ChatId; readonly draft: Draft }
  /** A run goes on with the calls of an answer that stands. */
  | { readonly kind: 'run-resumed'; readonly chatId: ChatId; readonly run: ActiveRun }
  /** Another answer of a run that is at work. */
  | { readonly kind: 'step-started'; readonly chatId: ChatId; readonly draft: Draft }
  /** A row of the ledger is complete: what was spent is to be asked for again. The view stays as it is. */
  | {
      readonly kind: 'request-ended'
      readonly chatId: ChatId
      readonly requestId: RequestId
      readonly messageId: MessageId
    }
  | { readonly kind: 'run-ended'; readonly chatId: ChatId; readonly runId: RunId; readonly state: RunState }
  | CompactionFact

/** What becomes of a summary in the making; when it stands, that is told as a message before its end. */
export type CompactionFact =
  | { readonly kind: 'compaction-started'; readonly chatId: ChatId; readonly compaction: Compaction }
  /** Its next part, or an attempt that failed and is made again. */
  | {
      readonly kind: 'compaction-changed'
      readonly chatId: ChatId
      readonly id: CompactionId
      readonly chunk: CompactionChunk
      readonly retry: DraftRetry | null
    }
  | {
      readonly kind: 'compaction-ended'
      readonly chatId: ChatId
      readonly id: CompactionId
      /** Why no summary was made; null when one was, and when it was stopped. */
      readonly trouble: string | null
    }
  | { readonly kind: 'compaction-dismissed'; readonly chatId: ChatId; readonly id: CompactionId }

export type Delta = PartDelta | Retry | CallProgress

/** What a journal keeps of an answer in the making. */
export type PartDelta =
  | {
      readonly kind: 'part-started'
      readonly chatId: ChatId
      readonly messageId: MessageId
      readonly part: number
      readonly start: DraftPartStart
    }
  | {
      readonly kind: 'part-delta'
      readonly chatId: ChatId
      readonly messageId: MessageId
      readonly part: number
      /** How many characters of the part came before this text. */
      readonly at: number
      readonly text: string
    }

/** Another attempt follows by itself. */
export interface Retry {
  readonly kind: 'retrying'
  readonly chatId: ChatId
  readonly messageId: MessageId
  readonly retry: DraftRetry
}

/** What a tool at work reports, in place of what it reported before. It is not kept. */
export interface CallProgress {
  readonly kind: 'call-progress'
  readonly chatId: ChatId
  readonly messageId: MessageId
  readonly callId: CallId
  readonly text: string
}

/** The state so far, in place of events that can no longer be told one by one. */
export interface Snapshot {
  readonly kind: 'snapshot'
  readonly chatId: ChatId
  readonly view: ChatView
}

export interface PublishedEvent {
  readonly id: string
  readonly event: ChatEvent
}
