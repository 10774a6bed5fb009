export { createDesk } from './create-desk.ts'
export type { ChatPage, CreateChatCommand, Desk, ListChatsQuery, ListedChat, Workspace } from './desk.ts'
export type { DeskParts } from './desk-parts.ts'
