import { plainFacts } from '@stet/history'
import * as z from 'zod/mini'
import { toolList } from './chat-commands.ts'
import { defineRead, nothing } from './definition.ts'
import { exampleForm, modelName, providerForm, triedSettings } from './desk-commands.ts'
import { attachments, documentList } from './file-inputs.ts'
import { chatId, messageId, requestId, workspaceId } from './ids.ts'
import {
  LARGEST_PAGE,
  LONGEST_DRAFT_NAME,
  LONGEST_FILE_NAME,
  LONGEST_KEY,
  LONGEST_PATH,
  LONGEST_PROMPT,
  LONGEST_TEXT,
} from './limits.ts'
import { MCP_READS } from './mcp-reads.ts'
import { cursor, limit, moment, queryText } from './queries.ts'
import { answerSettingsInput, contextSettingsInput, wordingSettingsInput } from './settings-input.ts'
import { TOOL_READS } from './tool-reads.ts'
import { WEB_SEARCH_READS } from './web-search-commands.ts'

const draftName = z.string().check(
  z.minLength(1),
  z.maxLength(LONGEST_DRAFT_NAME),
  z.refine(name => name.isWellFormed(), 'must not hold half a character'),
)
const filePath = z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH))
const model = z.optional(z.nullable(modelName))

/**
 * The next request of a chat, were this text sent: with other context settings, or with those of the chat (`null`); with another system prompt,
 * other tools, answer settings, wording or documents, or a summary lifted or in force.
 */
const nextRequest = {
  input: z.strictObject({
    context: z.nullable(contextSettingsInput),
    tried: z.optional(
      z.strictObject({
        systemPrompt: z.optional(z.string().check(z.maxLength(LONGEST_PROMPT))),
        tools: z.optional(toolList),
        answer: z.optional(answerSettingsInput),
        wording: z.optional(wordingSettingsInput),
        documents: z.optional(documentList),
        lift: z.optional(z.readonly(z.array(messageId).check(z.maxLength(LARGEST_PAGE)))),
        hold: z.optional(messageId),
      }),
    ),
    text: z.string().check(z.maxLength(LONGEST_TEXT)),
    attachments: z.optional(attachments),
  }),
  example: { input: { context: null, text: 'Hello' } },
} as const

/** Everything that can be read. What a read answers is a type of the engine or the desk, which `@stet/api` binds to its name. */
export const READS = {
  health: defineRead({
    path: '/api/health',
    help: 'Whether the server runs and can save, and its version. 503 while it cannot: on a full disk, or with a damaged database.',
    answers: 'Health',
  }),
  readOnly: defineRead({
    path: '/api/read-only',
    help: 'Why nothing can be changed, and where the readable rows are downloaded; null while everything can.',
    answers: '{ readOnly: ReadOnlyNotice | null }',
  }),
  openApi: defineRead({ path: '/api/openapi.json', help: 'This API as an OpenAPI document.', answers: 'OpenAPI 3.1' }),
  listChats: defineRead({
    path: '/api/chats',
    help: 'The chats of a workspace, or of all of them, at a `place` (open, pinned or archived; open where it is missing), most recently active first. `next` of a page is the `after` of the one that follows.',
    answers: 'ChatPage',
    query: z.strictObject({
      workspace: z.optional(workspaceId),
      place: z.optional(z.enum(plainFacts.place.choices)),
      after: cursor,
      limit,
    }),
  }),
  activeChats: defineRead({
    path: '/api/active-chats',
    help: 'The chats in which an answer is being written or a tool call waits for approval, wherever they are listed.',
    answers: 'ActiveChats',
  }),
  search: defineRead({
    path: '/api/search',
    help: 'Messages and titles that hold all words of `text`, the last one unfinished, newest first: in one `chat` or `workspace`, of one `role`, `from` a moment on and before another (`to`). `next` of a page is the `before` of the one that follows; a page may be short. `index` says how much is indexed.',
    answers: 'FoundPage',
    query: z.strictObject({
      text: z.string().check(z.minLength(1), z.maxLength(500)),
      workspace: z.optional(workspaceId),
      chat: z.optional(chatId),
      role: z.optional(z.enum(['user', 'assistant'])),
      from: moment,
      to: moment,
      before: moment,
      limit,
    }),
    example: { query: { text: 'moss' } },
  }),
  attachments: defineRead({
    path: '/api/attachments',
    help: 'The files of all messages, or of one `chat`, newest first: pictures or `other` files, and those of messages from `before` a moment. `next` of a page is the `after` of the one that follows; a page may be short.',
    answers: 'AttachmentPage',
    query: z.strictObject({
      chat: z.optional(chatId),
      kind: z.optional(z.enum(['image', 'other'])),
      before: moment,
      after: cursor,
      limit,
    }),
  }),
  draft: defineRead({
    path: '/api/draft',
    help: 'What is typed at a place of the page and not sent or saved: the id of a chat, `new`, or another name that the page chose.',
    answers: 'DraftState',
    query: z.strictObject({ name: draftName }),
    example: { query: { name: 'new' } },
  }),
  saveDraft: defineRead({
    path: '/api/drafts',
    help: 'Saves what is typed at a place, unless a newer edit is saved; `content` null when nothing is. Answers what is saved now. A draft goes a day after its last edit, with `unsent` (a send that failed) it stays.',
    answers: 'DraftState',
    writes: true,
    input: z.strictObject({
      name: draftName,
      editedAt: z.number().check(z.int(), z.minimum(0)),
      content: z.nullable(
        z.strictObject({
          text: z.string().check(z.maxLength(LONGEST_TEXT)),
          attachments,
          unsent: z.nullable(
            z.strictObject({
              key: z.string().check(z.minLength(1), z.maxLength(LONGEST_KEY)),
              parentId: z.nullable(messageId),
              stopFirst: z.boolean(),
            }),
          ),
        }),
      ),
    }),
    example: {
      input: {
        name: 'new',
        editedAt: 1_700_000_000_000,
        content: { text: 'Half a thou', attachments: [], unsent: null },
      },
    },
  }),
  storage: defineRead({
    path: '/api/storage',
    help: 'How many bytes the home stores, of how many it can (`limit`, null where that is unknown), and how many of them are files.',
    answers: 'StorageUse',
  }),
  sweep: defineRead({
    path: '/api/storage/sweep',
    help: 'Deletes files that nothing has referred to for a day, as the home does by itself every hour.',
    answers: 'Swept',
    writes: true,
    input: nothing,
    example: { input: {} },
  }),
  ...TOOL_READS,
  chat: defineRead({
    path: '/api/chats/:chatId',
    help: 'A chat as the page shows it: the end of its path, and what runs in it.',
    answers: 'ChatView',
  }),
  earlier: defineRead({
    path: '/api/chats/:chatId/messages',
    help: 'The part of the shown path right above a message.',
    answers: 'EarlierPath',
    query: z.strictObject({ before: messageId, limit }),
    example: { query: { before: `msg_${'c'.repeat(32)}` } },
  }),
  around: defineRead({
    path: '/api/chats/:chatId/around',
    help: 'The part of the shown path around a message, half of `limit` on either side; without a message, its start. `isShown` is false, and nothing is answered, for a message on another branch.',
    answers: 'PathWindow',
    query: z.strictObject({ message: z.optional(messageId), limit }),
    example: { query: { message: `msg_${'c'.repeat(32)}` } },
  }),
  outline: defineRead({
    path: '/api/chats/:chatId/outline',
    help: 'The turns of the shown branch, or of another `branch` from its first message on: how each begins, who answered, and which branches part there. A page of 50: those `from` an index on, or with the message `around`.',
    answers: 'OutlinePage',
    query: z.strictObject({ branch: z.optional(messageId), from: moment, around: z.optional(messageId) }),
  }),
  moment: defineRead({
    path: '/api/chats/:chatId/moment',
    help: 'The first message of the shown branch that was written at or after a moment (`from`), and when the branch begins and ends.',
    answers: 'FoundMoment',
    query: z.strictObject({
      from: z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')), z.transform(Number)),
    }),
    example: { query: { from: '1763251200000' } },
  }),
  branchAnswer: defineRead({
    path: '/api/chats/:chatId/messages/:messageId/answer',
    help: 'What the branch through a message answers, up to the next message of the user: its text, model, time and cost.',
    answers: 'BranchAnswer',
  }),
  findInChat: defineRead({
    path: '/api/chats/:chatId/find',
    help: 'The messages of a chat that hold all words of `text`, newest first, `from` an index on, a page of 100; how many there are, and where they are on the shown branch.',
    answers: 'FoundInChat',
    query: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(500)), from: moment }),
    example: { query: { text: 'moss' } },
  }),
  inspect: defineRead({
    path: '/api/chats/:chatId/inspection',
    help:
      'What the next request would send, and why. `context` null: with the settings of the chat. The report of a long chat lists a page of ' +
      'its messages: the last ones, those from the index `from` on, or those `around` one.',
    answers: 'Inspection',
    input: z.strictObject({
      ...nextRequest.input.shape,
      from: z.optional(z.int().check(z.minimum(0))),
      around: z.optional(messageId),
    }),
    example: nextRequest.example,
  }),
  countTokens: defineRead({
    path: '/api/chats/:chatId/count',
    help: 'The tokens of the next request, counted by its provider: its content is sent there, and not answered.',
    answers: 'TokenCount',
    ...nextRequest,
  }),
  nextBytes: defineRead({
    path: '/api/chats/:chatId/next-request',
    help: 'The next request byte for byte, before it is sent; secrets are taken out. A body of more than 300 kB comes only with `whole`.',
    answers: 'NextBytes',
    input: z.strictObject({ ...nextRequest.input.shape, whole: z.optional(z.boolean()) }),
    example: nextRequest.example,
  }),
  summaryFacts: defineRead({
    path: '/api/chats/:chatId/checkpoints/:checkpointId/facts',
    help: 'How many exact facts a summary replaces, and those that it lost, the likeliest to be needed first.',
    answers: 'SummaryFacts',
  }),
  answering: defineRead({
    path: '/api/chats/:chatId/answer',
    help: 'The model that answers in a chat, its prices, the answer settings, and which of them it cannot apply.',
    answers: 'Answering',
  }),
  promptValues: defineRead({
    path: '/api/chats/:chatId/prompt-values',
    help: 'What the variables of a system prompt mean in a chat, as of now.',
    answers: 'PromptValues',
  }),
  chatUsage: defineRead({
    path: '/api/chats/:chatId/usage',
    help: 'What was spent in a chat: in all, on the shown path, and for each of its messages.',
    answers: 'ChatUsage',
  }),
  chatCosts: defineRead({
    path: '/api/usage/chats',
    help: 'What each of these chats cost.',
    answers: '{ costs: Record<ChatId, Cost> }',
    input: z.strictObject({ chatIds: z.readonly(z.array(chatId).check(z.maxLength(LARGEST_PAGE))) }),
    example: { input: { chatIds: [`chat_${'a'.repeat(32)}`] } },
  }),
  usage: defineRead({
    path: '/api/usage',
    help: 'What was spent in a `workspace`, on a `day` (UTC), or with a `definition` and its `model`.',
    answers: 'Totals',
    query: z.strictObject({
      workspace: z.optional(workspaceId),
      day: queryText,
      definition: queryText,
      model: queryText,
    }),
    example: { query: { day: '2026-11-15' } },
  }),
  usageReport: defineRead({
    path: '/api/usage/report',
    help: 'What was spent `from` a day `through` another (UTC), in all and by day, model, workspace, purpose and chat: of everything, or of a `workspace`, a `definition` with its `model`, a `purpose`.',
    answers: 'UsageReport',
    query: z.strictObject({
      from: queryText,
      through: queryText,
      workspace: z.optional(workspaceId),
      definition: queryText,
      model: queryText,
      purpose: z.optional(z.enum(['answer', 'title', 'summary', 'sampling', 'image', 'called-chat'])),
    }),
    example: { query: { from: '2026-11-01', through: '2026-11-30' } },
  }),
  budgets: defineRead({
    path: '/api/budgets',
    help: 'Workspaces with a budget, and what was spent in them in this month (UTC).',
    answers: '{ budgets: Budget[] }',
  }),
  chatRequests: defineRead({
    path: '/api/chats/:chatId/requests',
    help: 'Everything that a chat asked models: answers, titles, summaries, retries, and the chats that its calls made; newest first. `next` of a page is the `after` of the one that follows.',
    answers: 'RequestPage',
    query: z.strictObject({ after: cursor, limit }),
  }),
  difference: defineRead({
    path: '/api/requests/:requestId/difference',
    help: 'How a request differs from an earlier one (`from`): the blocks that were added, removed or replaced, why, and whether that made the provider’s cache miss.',
    answers: 'RequestDifference',
    query: z.strictObject({ from: requestId }),
    example: { query: { from: `req_${'d'.repeat(32)}` } },
  }),
  request: defineRead({
    path: '/api/requests/:requestId',
    help: 'A request exactly as it was sent. `request-gone` once its message was deleted.',
    answers: 'PastRequest',
  }),
  tools: defineRead({
    path: '/api/workspaces/:workspaceId/tools',
    help: 'The tools of a workspace that hold all words of `text`, those included that this home cannot offer. Of a server with many tools the others are only named.',
    answers: 'ToolList',
    query: z.strictObject({ text: queryText }),
  }),
  ...MCP_READS,
  ...WEB_SEARCH_READS,
  listFiles: defineRead({
    path: '/api/workspaces/:workspaceId/files',
    help: 'What is in a folder of a workspace: folders first, then by name.',
    answers: '{ files: FileEntry[] }',
    query: z.strictObject({ path: filePath }),
    example: { query: { path: '/' } },
  }),
  fileAt: defineRead({
    path: '/api/workspaces/:workspaceId/file',
    help: 'The file or folder at a path. Its bytes are at `/api/blobs/` and its `blob`.',
    answers: 'FileEntry',
    query: z.strictObject({ path: filePath }),
    example: { query: { path: '/notes.md' } },
  }),
  searchFiles: defineRead({
    path: '/api/workspaces/:workspaceId/file-search',
    help: 'At most 200 files and folders whose path contains all these words.',
    answers: '{ files: FileEntry[] }',
    query: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(500)) }),
    example: { query: { text: 'notes' } },
  }),
  deletedFiles: defineRead({
    path: '/api/workspaces/:workspaceId/deleted-files',
    help: 'What was deleted and can be restored, newest first.',
    answers: '{ files: DeletedEntry[] }',
  }),
  fileVersions: defineRead({
    path: '/api/workspaces/:workspaceId/files/:fileId/versions',
    help: 'The stored versions of a file, newest first.',
    answers: '{ versions: FileVersion[] }',
  }),
  fileText: defineRead({
    path: '/api/workspaces/:workspaceId/files/:fileId/text',
    help: 'The text of a PDF or DOCX, its first million characters: `text`, `none` for one without any such as a scan, or `failed` with the reason.',
    answers: 'ShownText',
  }),
  workspace: defineRead({
    path: '/api/workspace',
    help: 'The workspace of new chats that name none, and what they start with.',
    answers: 'WorkspaceView',
  }),
  workspaces: defineRead({
    path: '/api/workspaces',
    help: 'The workspaces, in the order of the user.',
    answers: '{ workspaces: WorkspaceEntry[] }',
  }),
  workspaceOf: defineRead({
    path: '/api/workspaces/:workspaceId',
    help: 'A workspace: what a new chat in it starts with.',
    answers: 'WorkspaceView',
  }),
  workspaceContents: defineRead({
    path: '/api/workspaces/:workspaceId/contents',
    help: 'What would be deleted with a workspace.',
    answers: 'WorkspaceContents',
  }),
  workspacePromptValues: defineRead({
    path: '/api/workspaces/:workspaceId/prompt-values',
    help: 'What the variables of a system prompt mean in a new chat of a workspace, as of now.',
    answers: 'PromptValues',
  }),
  inspectWorkspace: defineRead({
    path: '/api/workspaces/:workspaceId/inspection',
    help: 'What the first request of a new chat would send, with the settings of the workspace or others that are tried.',
    answers: 'Inspection',
    input: z.strictObject(triedSettings),
    example: { input: { systemPrompt: 'You are a gardener.' } },
  }),
  prompts: defineRead({
    path: '/api/prompts',
    help: 'The library of system prompts: the shipped ones, changed or not, then those of the user.',
    answers: '{ prompts: ListedPrompt[] }',
  }),
  slashCommands: defineRead({
    path: '/api/slash-commands',
    help: 'The commands that can be typed in place of a message.',
    answers: '{ commands: SlashCommand[] }',
  }),
  presets: defineRead({
    path: '/api/presets',
    help: 'Vendors whose settings are known in advance.',
    answers: '{ presets: Preset[] }',
  }),
  providers: defineRead({
    path: '/api/providers',
    help: 'The providers that were added. No answer holds a key or the value of a header.',
    answers: 'ProviderPage',
  }),
  models: defineRead({ path: '/api/models', help: 'Every model that can be chosen now.', answers: 'ModelList' }),
  discoverModels: defineRead({
    path: '/api/providers/:providerId/models',
    help: 'Asks a provider for its models. When it refuses, the answer says why and holds those known before.',
    answers: 'Catalog',
    writes: true,
    input: nothing,
    example: { input: {} },
  }),
  setWindow: defineRead({
    path: '/api/providers/:providerId/window',
    help: 'Makes a local server (Ollama) load a model with this context window from now on. When it refuses, the answer says why.',
    answers: 'Catalog',
    writes: true,
    input: z.strictObject({ model: modelName, tokens: z.int().check(z.minimum(1), z.maximum(1_000_000_000)) }),
    example: { input: { model: 'llama', tokens: 32_768 } },
  }),
  testProvider: defineRead({
    path: '/api/providers/test',
    help: 'Tries a form, step by step, without saving it.',
    answers: 'DefinitionTest',
    input: z.strictObject({ form: providerForm, model }),
    example: { input: { form: exampleForm, model: null } },
  }),
  testKeptProvider: defineRead({
    path: '/api/providers/:providerId/test',
    help: 'Tries a saved provider; with a form, as if that were saved.',
    answers: 'DefinitionTest',
    input: z.strictObject({ form: z.optional(z.nullable(providerForm)), model }),
    example: { input: { form: null } },
  }),
  findLocalServers: defineRead({
    path: '/api/local-servers',
    help: "Looks for model servers on the user's own computer.",
    answers: '{ servers: FoundServer[] }',
    input: nothing,
    example: { input: {} },
  }),
  refreshPrices: defineRead({
    path: '/api/prices',
    help: 'Fetches the newest price list.',
    answers: 'PriceDataState',
    writes: true,
    input: nothing,
    example: { input: {} },
  }),
}

/** The event stream. It is not a read: it has no end. */
export const EVENTS = {
  method: 'GET',
  path: '/api/events',
  help: 'Server-sent events of the `chats` named (ids, separated by commas), and, unless `list=false`, of every chat in the list. `Last-Event-ID` resumes.',
  query: z.strictObject({ chats: z.optional(z.string()), list: z.optional(z.enum(['true', 'false'])) }),
} as const

/** Files. Neither takes nor answers JSON: bytes in, bytes out. */
export const FILES = {
  upload: {
    method: 'POST',
    path: '/api/blobs',
    help: 'Stores a file of at most 100 MB, once by its SHA-256. The body is its bytes, `X-File-Name` its name, percent-encoded. Needs no key: the same bytes are the same file.',
    answers: 'FilePart',
  },
  download: {
    method: 'GET',
    path: '/api/blobs/:blobId',
    help: 'The bytes of a file, or a range of them. Pictures are shown in place, anything else and everything with `download=true` is a download called `name`.',
    answers: 'bytes',
    query: z.strictObject({
      name: z.optional(z.string().check(z.maxLength(LONGEST_FILE_NAME))),
      download: z.optional(z.enum(['true', 'false'])),
    }),
  },
} as const

/** A chat and all its messages, on every branch, as one JSON document. It is not a read: it may be of any length. */
export const DUMP = {
  method: 'GET',
  path: '/api/chats/:chatId/dump',
  help: 'A chat and all its messages, on every branch, oldest first, as stored: one JSON document to download.',
} as const

/** A folder of a workspace as a ZIP. Not a read: it answers with bytes, made while they are sent. */
export const ZIP = {
  method: 'GET',
  path: '/api/workspaces/:workspaceId/zip',
  help: 'A folder with everything in it, as a ZIP.',
  query: z.strictObject({ path: filePath }),
} as const
