import type { DESK_COMMANDS, READS, ReadOf, RunsOf } from '@stet/commands'
import type { Fact, Inspection, ToolFacts, WorkspacesChanged } from '@stet/engine'
import type {
  Chat,
  ChatEntry,
  ChatId,
  ChatPlace,
  ChatSettings,
  MessageId,
  ModelChoice,
  ModelFacts,
  PromptId,
  PromptValues,
  RenderedPrompt,
  WorkspaceId,
} from '@stet/history'
import type { Models } from '@stet/models'
import type { Operation, Search, Store } from '@stet/store'
import type { FileIndexing } from './attachments/index-files.ts'
import type { AttachmentPage } from './attachments/list-attachments.ts'
import type { DraftState } from './drafts/drafts.ts'
import type { FindInChatQuery, FoundInChat } from './find-in-chat.ts'
import type { FoundPage, SearchChatsQuery } from './search.ts'

/** Workspaces and the chats in them. */
export interface Desk extends RunsOf<typeof DESK_COMMANDS, DeskAnswers> {
  /** The workspace of new chats that name none, made at the first start. */
  workspace(): Promise<WorkspaceView>
  workspaceOf(workspaceId: WorkspaceId): Promise<WorkspaceView>
  /** In the user's order. */
  workspaces(): Promise<readonly WorkspaceEntry[]>
  /** The library of system prompts. */
  prompts(): Promise<readonly ListedPrompt[]>
  /** What would be deleted with a workspace. */
  workspaceContents(workspaceId: WorkspaceId): Promise<WorkspaceContents>
  /** What the variables of a system prompt mean in a new chat, as of now. */
  workspacePromptValues(workspaceId: WorkspaceId): Promise<PromptValues>
  /** What the first request of a new chat would send, with the workspace's settings or others that are tried. */
  inspectWorkspace(workspaceId: WorkspaceId, tried: TriedSettings): Promise<Inspection>
  /** Most recently active first. */
  listChats(query: ListChatsQuery): Promise<ChatPage>
  /** The chats, wherever they are listed, in which an answer is being written or a call waits for approval. */
  activeChats(): Promise<ActiveChats>
  /** Messages and titles that hold all words, newest first. */
  search(query: SearchChatsQuery): Promise<FoundPage>
  /** The messages of a chat that hold all words, and where they are on the shown branch. */
  findInChat(query: FindInChatQuery): Promise<FoundInChat>
  /** The files of messages. */
  attachments(query: ReadOf<typeof READS.attachments>): Promise<AttachmentPage>
  /** What is typed at a place of the page. */
  draft(name: string): Promise<DraftState>
  /** The newest edit wins. */
  saveDraft(given: ReadOf<typeof READS.saveDraft>): Promise<DraftState>
}

/** A system prompt of the library. */
export interface ListedPrompt {
  readonly id: PromptId
  readonly name: string
  readonly text: string
  /** Shipped with the program, the same as the user changed it, or saved by the user. */
  readonly kind: 'shipped' | 'changed' | 'own'
}

/** A workspace in a list. */
export interface WorkspaceEntry {
  readonly id: WorkspaceId
  readonly name: string
  readonly icon: string
}

export interface WorkspaceContents {
  readonly chats: number
  /** Whether there are more than were counted. */
  readonly more: boolean
  /** How many of them are being answered now. */
  readonly running: number
  /** Files and folders, deleted ones included; at most as many as are counted. */
  readonly files: number
}

export type TriedSettings = Omit<ReadOf<typeof READS.inspectWorkspace>, 'workspaceId'>

export interface WorkspaceView extends WorkspaceEntry {
  /** Whether it is the one that cannot be deleted. */
  readonly isDefault: boolean
  /** The user's choice; null when there is none. */
  readonly chosenModel: ModelChoice | null
  /** What a new chat actually starts with. */
  readonly model: ModelFacts
  /** Why that is not the chosen one, as a clause for the user; null when it is. */
  readonly because: string | null
  /** What a new chat copies, beside the model. */
  readonly settings: Omit<ChatSettings, 'model'>
}

/** What those commands answer that answer more than is stored. */
export interface DeskAnswers {
  readonly createChat: Chat
  readonly changeDefaultModel: WorkspaceView
  readonly createWorkspace: WorkspaceView
  readonly changeWorkspace: WorkspaceView
  readonly changeWorkspaceSettings: WorkspaceView
}

export interface ActiveChats {
  readonly chats: readonly ListedChat[]
}

export interface ListChatsQuery {
  /** All of them where it is missing. */
  readonly workspaceId?: WorkspaceId
  readonly place: ChatPlace
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
  | {
      readonly kind: 'chat'
      readonly chat: ChatEntry
      readonly running: boolean
      /** The answer with a call that waits for the user's approval; null when none does. */
      readonly waiting: MessageId | null
    }
  | { readonly kind: 'unreadable'; readonly id: ChatId; readonly because: string }

export interface DeskDeps {
  /** Opened for the desk's one owner. */
  readonly store: Store
  /** Of the same store. */
  readonly search: Search
  /** Lists the files of messages that earlier versions wrote. */
  readonly fileIndex: Pick<FileIndexing, 'state'>
  /** Publishes a fact after its write. The engine provides it. */
  readonly events: { publish(event: Fact | WorkspacesChanged): void }
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  /** The system prompt of a chat as of now. The engine provides it. */
  readonly renderPrompt: (chat: Chat) => Promise<RenderedPrompt>
  readonly promptValues: (chat: Chat) => Promise<PromptValues>
  /** What the first request of a chat that is not saved would send. */
  readonly inspectNew: (chat: Chat) => Promise<Inspection>
  /** The tools of a workspace. */
  readonly tools: (workspaceId: WorkspaceId) => Promise<readonly ToolFacts[]>
  /** Deletes all chats of a workspace; `also` is part of the write that begins it. */
  readonly deleteChatsOf: (workspaceId: WorkspaceId, also: readonly Operation[]) => Promise<void>
  /** What else is deleted with a workspace, such as its MCP servers. */
  readonly removalsOf?: (workspaceId: WorkspaceId) => Promise<readonly Operation[]>
  /** The ids of the messages on the shown branch of a chat, oldest first. */
  readonly shownPath: (chatId: ChatId) => Promise<readonly MessageId[]>
  /** Whether a chat has an active run. */
  readonly running: (chatId: ChatId) => boolean
  /** The answer with a call that waits for approval in a chat. */
  readonly waitsAt: (chatId: ChatId) => MessageId | null
  /** Every chat with an active run or a call that waits. */
  readonly activeChats: () => readonly ChatId[]
  readonly models: Pick<Models, 'facts'>
  /** The model of new chats while no other can be used: the demo. */
  readonly fallback: ModelFacts
}
