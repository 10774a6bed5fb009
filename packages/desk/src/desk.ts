import type { DESK_COMMANDS, RunsOf } from '@stet/commands'
import type { ChatEntry, Fact } from '@stet/engine'
import type { Chat, ChatId, ModelChoice, ModelFacts, RenderedPrompt, WorkspaceId } from '@stet/history'
import type { Models } from '@stet/models'
import type { Store } from '@stet/store'

/** Workspaces and the chats in them. */
export interface Desk extends RunsOf<typeof DESK_COMMANDS, DeskAnswers> {
  /** The workspace for new chats, made at the first start. */
  workspace(): Promise<WorkspaceView>
  /** Most recently active first. */
  listChats(query: ListChatsQuery): Promise<ChatPage>
}

export interface WorkspaceView {
  readonly id: WorkspaceId
  readonly name: string
  /** The user's choice; null when there is none. */
  readonly chosenModel: ModelChoice | null
  /** What a new chat actually starts with. */
  readonly model: ModelFacts
  /** Why that is not the chosen one, as a clause for the user; null when it is. */
  readonly because: string | null
}

/** What those commands answer that answer more than is stored. */
export interface DeskAnswers {
  readonly createChat: Chat
  readonly changeDefaultModel: WorkspaceView
}

export interface ListChatsQuery {
  readonly limit: number
  readonly after: string | null
}

export interface ChatPage {
  readonly chats: readonly ListedChat[]
  /** Pass it as `after` for the next page; null at the end. */
  readonly next: string | null
}

/** A chat in a list. One whose row cannot be opened is listed as unreadable; the others are unaffected. */
export type ListedChat =
  | { readonly kind: 'chat'; readonly chat: ChatEntry; readonly running: boolean }
  | { readonly kind: 'unreadable'; readonly id: ChatId; readonly because: string }

export interface DeskDeps {
  /** Opened for the desk's one owner. */
  readonly store: Store
  /** Publishes a fact after its write. The engine provides it. */
  readonly events: { publish(fact: Fact): void }
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  /** The system prompt of a chat as of now. The engine provides it. */
  readonly renderPrompt: (chat: Chat) => Promise<RenderedPrompt>
  /** Whether a chat has an active run. */
  readonly running: (chatId: ChatId) => boolean
  readonly models: Pick<Models, 'facts'>
  /** The model of new chats while no other can be used: the demo. */
  readonly fallback: ModelFacts
}
