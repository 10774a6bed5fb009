import { CHAT_COMMANDS } from './chat-commands.ts'
import type { AnswerOf, CommandOf } from './definition.ts'
import { DESK_COMMANDS, PROVIDER_COMMANDS } from './desk-commands.ts'
import { FILE_COMMANDS } from './file-commands.ts'
import { MCP_COMMANDS, mcpServerForm } from './mcp-commands.ts'
import { WEB_SEARCH_COMMANDS } from './web-search-commands.ts'

export type {
  AnswerOf,
  AnyCommand,
  AnyRead,
  Command,
  CommandOf,
  Given,
  PathIds,
  Read,
  ReadOf,
  RunsOf,
} from './definition.ts'
export { fillPath, idNames, readStored } from './definition.ts'
export type { CompactionId, NotFoundCode } from './ids.ts'
export { isNotFoundCode, PATH_IDS } from './ids.ts'
export {
  LARGEST_FILE,
  LONGEST_FILE_NAME,
  LONGEST_KEY,
  LONGEST_NAME,
  LONGEST_PROMPT,
  LONGEST_TEXT,
  LONGEST_TITLE,
  MOST_ATTACHMENTS,
  MOST_DOCUMENTS,
  MOST_MCP_SERVERS,
  MOST_PROMPTS,
  MOST_TOOLS,
  MOST_WATCHED,
  MOST_WORKSPACES,
  USUAL_PAGE,
} from './limits.ts'
export { DUMP, EVENTS, FILES, READS, ZIP } from './reads.ts'
export { completeSlash, readSlash, SLASH_COMMANDS, type SlashCommand, type TypedSlash } from './slash-commands.ts'
export type { WebSearchForm } from './web-search-commands.ts'
export { type SettingGroup, WORKSPACE_ICONS } from './workspaces.ts'
export {
  CHAT_COMMANDS,
  DESK_COMMANDS,
  FILE_COMMANDS,
  MCP_COMMANDS,
  mcpServerForm,
  PROVIDER_COMMANDS,
  WEB_SEARCH_COMMANDS,
}

/** A command on a chat with its key, and what it answers, by name. */
export type ChatCommand<Name extends keyof typeof CHAT_COMMANDS> = CommandOf<(typeof CHAT_COMMANDS)[Name]>
export type ChatAnswer<Name extends keyof typeof CHAT_COMMANDS> = AnswerOf<(typeof CHAT_COMMANDS)[Name]>

/** Every command of a home, by the name of its method. */
export const COMMANDS = {
  ...CHAT_COMMANDS,
  ...DESK_COMMANDS,
  ...PROVIDER_COMMANDS,
  ...FILE_COMMANDS,
  ...MCP_COMMANDS,
  ...WEB_SEARCH_COMMANDS,
}
