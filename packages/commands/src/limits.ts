/** About 250,000 tokens of English: more than most context windows take, and small enough for one row. */
export const LONGEST_TEXT = 1_000_000
export const LONGEST_TITLE = 200
/** A sentence that the user keeps: more is a message to pin. */
export const LONGEST_KEPT = 2_000
/** What the user asks of one summary. */
export const LONGEST_WISH = 4_000
/** Why a call was denied, for the model. */
export const LONGEST_REASON = 2_000
/** Of a system prompt or another instruction. */
export const LONGEST_PROMPT = 200_000
/** Of the place at which a draft is typed. */
export const LONGEST_DRAFT_NAME = 500
/** Of a directory. */
export const LONGEST_PATH = 4_096
/** Of an idempotency key. */
export const LONGEST_KEY = 200
/** Of a provider, its icon and its preset. */
export const LONGEST_NAME = 100
/** In one list of the sidebar. */
export const MOST_WORKSPACES = 200
/** Saved by one user. */
export const MOST_PROMPTS = 500
/** Of a model id, or of the id of the definition it belongs to. */
export const LONGEST_MODEL = 500
/** Of one tool in one chat. */
export const MOST_TOOL_OPTIONS = 100
export const LONGEST_TOOL_OPTION = 100_000
/** That one chat can offer: more than any model chooses well from, and as many as every provider takes. */
export const MOST_TOOLS = 128
/** Of a list that is read page by page. */
export const LARGEST_PAGE = 100
export const USUAL_PAGE = 50
/** Watched by one event stream. */
export const MOST_WATCHED = 50
/** Of a request body: LONGEST_TEXT in the widest encoding of JSON, and some room. */
export const BODY_BYTES = 4 * 1024 * 1024
/** Of one file. */
export const LARGEST_FILE = 100 * 1024 * 1024
/** Of one message. */
export const MOST_ATTACHMENTS = 10
/** Sent with every request of a chat. */
export const MOST_DOCUMENTS = 20
/** With one command. */
export const MOST_RELEASED = 500
/** Of a file. */
export const LONGEST_FILE_NAME = 1_000
/** Of one workspace. */
export const MOST_MCP_SERVERS = 100
/** Of a command, one of its arguments, or an address. */
export const LONGEST_COMMAND = 10_000
/** Of a program, and of the variables or headers that it is given. */
export const MOST_ARGUMENTS = 200
