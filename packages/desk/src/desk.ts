import type { Chat, ChatId, ModelChoice, ModelFacts, WorkspaceId } from '@stet/history'

/** What a person arranges: workspaces and the chats in them. */
export interface Desk {
  /** The workspace new chats go to, made at the first start. */
  workspace(): Promise<WorkspaceView>
  /** The model that new chats start with. */
  changeDefaultModel(command: ChangeDefaultModelCommand): Promise<WorkspaceView>
  createChat(command: CreateChatCommand): Promise<Chat>
  /** Most recently active first. */
  listChats(query: ListChatsQuery): Promise<ChatPage>
}

export interface WorkspaceView {
  readonly id: WorkspaceId
  readonly name: string
  /** What the person chose; null while nothing is. */
  readonly chosenModel: ModelChoice | null
  /** What a new chat really starts with. */
  readonly model: ModelFacts
  /** A clause that a person reads, when that is not what was chosen. */
  readonly because: string | null
}

export interface ChangeDefaultModelCommand {
  readonly key: string
  /** Null takes the choice back. */
  readonly model: ModelChoice | null
}

export interface CreateChatCommand {
  readonly key: string
}

export interface ListChatsQuery {
  readonly limit: number
  readonly after: string | null
}

export interface ChatPage {
  readonly chats: readonly ListedChat[]
  /** Hand it back as `after` for the next page; null at the end. */
  readonly next: string | null
}

/** A chat in a list; one whose row cannot be opened is listed as such and costs only itself. */
export type ListedChat =
  | { readonly kind: 'chat'; readonly chat: Chat; readonly running: boolean }
  | { readonly kind: 'unreadable'; readonly id: ChatId; readonly because: string }
