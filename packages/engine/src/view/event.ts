import type { CallId, Chat, ChatEntry, ChatId, Message, MessageId, RequestId, RunId } from '@stet/history'
import type { Call, WaitingMessage } from '@stet/store'
import type { ActiveRun, ChatView, RunState } from './chat-view.ts'
import type { Compaction, CompactionChunk, CompactionId } from './compaction.ts'
import type { Draft, DraftPartStart, DraftRetry } from './draft.ts'
import type { QuestionFact } from './question.ts'

/**
 * Everything a page can receive. Facts are published after their write, deltas at once. An event's id is `<epoch>-<n>`: a page that reconnects
 * with its last id gets what followed, or a snapshot when that is gone.
 */
export type ChatEvent = Fact | Delta | Snapshot | ChatListed | WaitingChanged | WorkspacesChanged

/** A workspace was made, changed, moved or deleted: read them again. Belongs to no chat, and reaches every page with a list. */
export interface WorkspacesChanged {
  readonly kind: 'workspaces-changed'
  readonly chatId: null
}

/** How a chat's entry in the list reads now: for pages that show the list and not the chat. */
export interface ChatListed {
  readonly kind: 'chat-listed'
  readonly chatId: ChatId
  readonly chat: ChatEntry
  readonly running: boolean
  /** The answer with a call that waits for the user's approval; null when none does. */
  readonly waiting: MessageId | null
}

/** Calls began or ceased to wait for approval in a chat, or in one that it called: for every page with a list. The view does not change. */
export interface WaitingChanged {
  readonly kind: 'waiting-changed'
  readonly chatId: ChatId
  /** The answer with the call that has waited longest; null when none waits. */
  readonly waiting: MessageId | null
}

export type Fact =
  | { readonly kind: 'chat-changed'; readonly chatId: ChatId; readonly chat: Chat }
  | {
      readonly kind: 'message-added'
      readonly chatId: ChatId
      readonly message: Message
      /** All children of the message's parent that are links, oldest first: what `‹ 2/3 ›` counts. */
      readonly siblings: readonly MessageId[]
      /** The chat's tip after the write: shows a page whether the message is on the shown branch. */
      readonly tip: MessageId | null
      /** Of an answer that makes calls. */
      readonly calls?: readonly Call[]
    }
  /** Calls of one answer that changed: approved, started, settled. */
  | {
      readonly kind: 'calls-changed'
      readonly chatId: ChatId
      readonly messageId: MessageId
      readonly calls: readonly Call[]
    }
  /** A message was sent below a running run. It is added with the same id at the end of the step. */
  | { readonly kind: 'message-waits'; readonly chatId: ChatId; readonly message: WaitingMessage }
  /** A message that waited was taken back. */
  | { readonly kind: 'message-withdrawn'; readonly chatId: ChatId; readonly messageId: MessageId }
  /** Messages were deleted and their cost was recorded: read the chat again. */
  | { readonly kind: 'messages-removed'; readonly chatId: ChatId }
  /** A title that the user asked for was made, or why not. */
  | { readonly kind: 'title-ended'; readonly chatId: ChatId; readonly trouble: string | null }
  | { readonly kind: 'run-started'; readonly chatId: ChatId; readonly draft: Draft }
  /** A run continues with the calls of a saved answer. */
  | { readonly kind: 'run-resumed'; readonly chatId: ChatId; readonly run: ActiveRun }
  /** A run writes another answer. */
  | { readonly kind: 'step-started'; readonly chatId: ChatId; readonly draft: Draft }
  /** A row of the ledger is complete: read the spending again. The view does not change. */
  | {
      readonly kind: 'request-ended'
      readonly chatId: ChatId
      readonly requestId: RequestId
      readonly messageId: MessageId
    }
  /** A running call asks the user something, or does so no more: read the questions again. The view does not change. */
  | { readonly kind: 'call-questions-changed'; readonly chatId: ChatId }
  | { readonly kind: 'run-ended'; readonly chatId: ChatId; readonly runId: RunId; readonly state: RunState }
  | CompactionFact
  | QuestionFact

/** What happens to a summary being made. When it is saved, `message-added` is published before `compaction-ended`. */
export type CompactionFact =
  | { readonly kind: 'compaction-started'; readonly chatId: ChatId; readonly compaction: Compaction }
  /** Its next chunk, or a failed attempt that is retried. */
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

/** The deltas of an answer that are journalled. */
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

/** Another attempt follows. */
export interface Retry {
  readonly kind: 'retrying'
  readonly chatId: ChatId
  readonly messageId: MessageId
  readonly retry: DraftRetry
}

/** The progress of a running tool; replaces the one before. Not stored. */
export interface CallProgress {
  readonly kind: 'call-progress'
  readonly chatId: ChatId
  readonly messageId: MessageId
  readonly callId: CallId
  readonly text: string
}

/** The whole view, in place of events that are gone. */
export interface Snapshot {
  readonly kind: 'snapshot'
  readonly chatId: ChatId
  readonly view: ChatView
}

export interface PublishedEvent {
  readonly id: string
  readonly event: ChatEvent
}
