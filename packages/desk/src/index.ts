export type { ChatPage, CreateChatCommand, Desk, ListChatsQuery, ListedChat, Workspace } from './desk.ts'
