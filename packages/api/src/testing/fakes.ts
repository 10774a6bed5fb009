import { type AnyCommand, CHAT_COMMANDS, type CompactionId, type RunsOf, SLASH_COMMANDS } from '@stet/commands'
import { toOpenApi } from '@stet/commands/documents'
import type { Attachments, Catalog, Desk, ProviderForm, Providers, ShownProvider, WorkspaceView } from '@stet/desk'
import { defaultDefinitionOptions } from '@stet/desk'
import type {
  Answering,
  CallId,
  Chat,
  ChatId,
  ChatSettings,
  ChatUsage,
  ChatView,
  EarlierPath,
  Engine,
  Inspection,
  MessageId,
  PastRequest,
  PromptValues,
  PublishedEvent,
  RequestId,
  RunId,
  ToolFacts,
  Watcher,
} from '@stet/engine'
import { defaultAnswerSettings, defaultContextSettings, defaultWordingSettings } from '@stet/engine'
import { blankChat, toChatEntry } from '@stet/history'
import type { ReadAnswers, ShownAnswers } from '../answers.ts'
import type { ApiOptions } from '../create-api.ts'
import { createApi } from '../create-api.ts'
import { BLOB_ID, FILE, fakeFiles } from './fake-files.ts'
import { fakeMcp, MCP_READS, MCP_SHOWN } from './fake-mcp.ts'
import { fakeUsage, NEXT_BYTES, SUMMARY_FACTS, TOKEN_COUNT } from './fake-usage.ts'
import { fakeWebSearch, WEB_SEARCH_READS, WEB_SEARCH_SHOWN } from './fake-web-search.ts'

export const WORKSPACE_ID = `ws_${'a'.repeat(32)}` as const
export const CHAT_ID: ChatId = `chat_${'a'.repeat(32)}`
export const MISSING_CHAT_ID: ChatId = `chat_${'b'.repeat(32)}`
export const MESSAGE_ID: MessageId = `msg_${'a'.repeat(32)}`
export const ANSWER_ID: MessageId = `msg_${'c'.repeat(32)}`
export const CALL_ID: CallId = `call_${'a'.repeat(32)}`
export const COMPACTION_ID: CompactionId = `cmp_${'a'.repeat(32)}`
export const REQUEST_ID: RequestId = `req_${'a'.repeat(32)}`
export const RUN_ID: RunId = `run_${'a'.repeat(32)}`
export const HOST = '127.0.0.1:4848'
export const ORIGIN = `http://${HOST}`

export const CONTEXT = defaultContextSettings({ caching: 'none' })

const SETTINGS: ChatSettings = {
  model: { definition: 'demo', model: 'demo' },
  wording: defaultWordingSettings,
  documents: [],
  systemPrompt: '',
  context: CONTEXT,
  answer: defaultAnswerSettings,
  tools: [],
}

export const CHAT: Chat = {
  ...blankChat({ id: CHAT_ID, workspaceId: WORKSPACE_ID, settings: SETTINGS, at: 1 }),
  activeAt: 2,
  title: { text: 'Ferns', by: 'model' },
}

export const ANSWERING: Answering = {
  settings: defaultAnswerSettings,
  choice: CHAT.settings.model,
  facts: null,
  prices: null,
  because: 'demo cannot be used',
  notApplied: [],
}

export const PROMPT_VALUES: PromptValues = {
  date: 'Monday 16 November 2026',
  time_zone: 'UTC',
  workspace: 'My workspace',
  model: 'Demo',
  roots: 'none',
  tools: 'none',
}

export const VIEW: ChatView = {
  chat: CHAT,
  path: [],
  earlier: false,
  siblings: {},
  calls: {},
  progress: {},
  runs: [],
  drafts: [],
  waiting: [],
  rootsAbove: [],
  todosAbove: [],
  pendingEnvironment: null,
  compactions: [],
  questions: [],
}

const EARLIER: EarlierPath = { path: [], earlier: false, siblings: {}, calls: {} }

export const TOOL: ToolFacts = {
  name: 'write_todo',
  title: 'To-do list',
  icon: 'list-checks',
  description: 'Replaces the to-do list.',
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  tokens: 40,
  notOfferedBecause: null,
}

export const INSPECTION: Inspection = {
  nextMessageId: MESSAGE_ID,
  context: CONTEXT,
  fits: true,
  because: null,
  report: {
    layers: [],
    earlier: null,
    messages: [],
    opening: null,
    system: [],
    tools: [],
    budget: {
      maximum: 8192,
      maximumFrom: 'assumed',
      reserved: 512,
      budget: 7680,
      used: { prompt: 0, documents: 0, summary: 0, tools: 0, messages: 0, total: 0 },
    },
    cache: { caching: 'none', state: 'unknown', prefixTokens: 0, sharedTokens: null, movedBy: null, life: null },
    forgetting: null,
  },
  page: { from: 0, count: 0, fates: {} },
  compaction: { kind: 'not-due', startsAt: 7680 },
  change: null,
}

const SPENT = {
  usage: { input: 10, cacheRead: 1, cacheWrite: 2, output: 5, reasoning: 3, webSearches: 0 },
  cost: { usd: 0.000105, reliable: false },
}

export const USAGE: ChatUsage = {
  chat: { requests: 1, ...SPENT, open: 0 },
  branch: { own: SPENT, inherited: SPENT },
  messages: { [ANSWER_ID]: SPENT },
}

export const PAST_REQUEST: PastRequest = {
  facts: {
    id: REQUEST_ID,
    chatId: CHAT_ID,
    countsFor: [CHAT_ID],
    workspaceId: CHAT.workspaceId,
    runId: RUN_ID,
    messageId: ANSWER_ID,
    below: MESSAGE_ID,
    purpose: 'answer',
    origin: { definition: 'demo', protocol: 'demo', model: 'demo' },
    state: 'done',
    sentAt: 1,
    endedAt: 2,
    rawUsage: { in: 10 },
    usage: SPENT.usage,
    estimate: null,
    estimatedInput: null,
    remarks: null,
    prices: null,
  },
  cost: SPENT.cost,
  compared: null,
  content: {
    method: 'POST',
    url: 'demo:',
    headers: {},
    body: '{}',
    notApplied: [],
    notes: [],
    report: INSPECTION.report,
  },
  others: [],
}

/** What every command on a chat answers by its example, and nothing where nothing is stored. */
function exampleRuns(): RunsOf<typeof CHAT_COMMANDS> {
  const runs = Object.entries<AnyCommand>(CHAT_COMMANDS).map(([name, { silent, example }]) => [
    name,
    async () => (silent ? undefined : example.answer),
  ])
  return Object.fromEntries(runs)
}

/** An engine that answers everything at once; a test replaces what it is about. */
export function fakeEngine(given: Partial<Engine> = {}): Engine {
  return {
    ...exampleRuns(),
    tools: async () => [TOOL],
    answering: async () => ANSWERING,
    promptValues: async () => PROMPT_VALUES,
    costs: async () => READ_ANSWERS.chatCosts.costs,
    inspect: async () => INSPECTION,
    count: async () => TOKEN_COUNT,
    nextBytes: async () => NEXT_BYTES,
    summaryFacts: async () => SUMMARY_FACTS,
    usage: async () => USAGE,
    totals: async () => USAGE.chat,
    usageReport: async () => READ_ANSWERS.usageReport,
    budgets: async () => READ_ANSWERS.budgets.budgets,
    requests: async () => READ_ANSWERS.chatRequests,
    checkChat: async () => undefined,
    difference: async () => READ_ANSWERS.difference,
    request: async () => PAST_REQUEST,
    view: async () => VIEW,
    called: async () => READ_ANSWERS.calledChats.chats,
    browse: async () => READ_ANSWERS.directories,
    dump: async () => ({ chat: CHAT, messages: emptyMessages() }),
    earlier: async () => EARLIER,
    around: async () => READ_ANSWERS.around,
    outline: async () => READ_ANSWERS.outline,
    moment: async () => READ_ANSWERS.moment,
    branchAnswer: async () => READ_ANSWERS.branchAnswer,
    watch: watcher => untilAborted(watcher),
    close: async () => undefined,
    ...given,
  }
}

/** The same object with every method replaced by one that fails. */
export function failing<T extends object>(fake: T, fail: () => Promise<never>): T {
  return Object.fromEntries(
    Object.entries(fake).map(([name, value]) => [name, typeof value === 'function' ? fail : value]),
  ) as T
}

async function* untilAborted({ signal }: Watcher): AsyncGenerator<PublishedEvent> {
  await new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

export const PROMPT_ID = `prm_${'a'.repeat(32)}` as const
export const PROVIDER_ID = `def_${'a'.repeat(32)}`

const DEFINITION = {
  type: 'openai-chat',
  name: 'Mine',
  icon: null,
  preset: null,
  baseUrl: 'https://example.org/v1',
  modelsUrl: null,
  options: defaultDefinitionOptions,
  enabled: true,
} as const

export const FORM: ProviderForm = { ...DEFINITION, key: 'sk-1', headers: { 'X-A': 'a' } }

export const PROVIDER: ShownProvider = {
  ...DEFINITION,
  id: PROVIDER_ID,
  hasKey: true,
  headerNames: ['X-A'],
  secretsTrouble: null,
  overrides: {},
  catalog: { at: null, count: 0, error: null },
}

export const CATALOG: Catalog = { at: 5, count: 0, error: null, models: [] }

export const WORKSPACE: WorkspaceView = {
  id: CHAT.workspaceId,
  name: 'Home',
  icon: 'folder',
  isDefault: true,
  settings: CHAT.settings,
  chosenModel: null,
  model: {
    definition: 'demo',
    protocol: 'demo',
    model: 'demo',
    name: 'Demo',
    contextWindow: null,
    outputLimit: null,
    takes: { images: false, files: false, tools: false },
    reasoning: 'none',
    caching: 'none',
  },
  because: null,
}

export function fakeProviders(given: Partial<Providers> = {}): Providers {
  return {
    presets: [],
    list: async () => READ_ANSWERS.providers,
    addProvider: async () => SHOWN_ANSWERS.addProvider,
    changeProvider: async () => SHOWN_ANSWERS.changeProvider,
    deleteProvider: async () => undefined,
    overrideModel: async () => SHOWN_ANSWERS.overrideModel,
    discover: async () => CATALOG,
    setWindow: async () => CATALOG,
    test: async () => READ_ANSWERS.testProvider,
    findLocalServers: async () => [],
    refreshPrices: async () => READ_ANSWERS.refreshPrices,
    models: async () => READ_ANSWERS.models,
    connections: { find: async () => null },
    prices: { read: async () => ({ asOf: null, vendors: [], leftOut: 0 }) },
    close: () => undefined,
    ...given,
  }
}

/** Holds no file. */
export function fakeAttachments(given: Partial<Attachments> = {}): Attachments {
  return {
    receive: async () => ({ kind: 'file', blob: BLOB_ID, name: 'a.txt', mediaType: 'text/plain', size: 1 }),
    open: async () => null,
    text: async () => ({ kind: 'none' }),
    ...given,
  }
}

export function fakeDesk(given: Partial<Desk> = {}): Desk {
  return {
    workspace: async () => WORKSPACE,
    workspaceOf: async () => READ_ANSWERS.workspaceOf,
    workspaces: async () => READ_ANSWERS.workspaces.workspaces,
    workspaceContents: async () => READ_ANSWERS.workspaceContents,
    workspacePromptValues: async () => PROMPT_VALUES,
    inspectWorkspace: async () => INSPECTION,
    prompts: async () => READ_ANSWERS.prompts.prompts,
    createPrompt: async () => PROMPT_ID,
    changePrompt: async () => undefined,
    deletePrompt: async () => undefined,
    createWorkspace: async () => SHOWN_ANSWERS.createWorkspace,
    changeWorkspace: async () => SHOWN_ANSWERS.changeWorkspace,
    changeWorkspaceSettings: async () => SHOWN_ANSWERS.changeWorkspaceSettings,
    changeBudget: async () => undefined,
    orderWorkspaces: async () => undefined,
    deleteWorkspace: async () => undefined,
    changeDefaultModel: async () => SHOWN_ANSWERS.changeDefaultModel,
    createChat: async () => SHOWN_ANSWERS.createChat,
    listChats: async () => READ_ANSWERS.listChats,
    activeChats: async () => READ_ANSWERS.activeChats,
    search: async () => READ_ANSWERS.search,
    findInChat: async () => READ_ANSWERS.findInChat,
    attachments: async () => READ_ANSWERS.attachments,
    draft: async () => READ_ANSWERS.draft,
    saveDraft: async () => READ_ANSWERS.saveDraft,
    ...given,
  }
}

export const SHOWN_ANSWERS: ShownAnswers = {
  createChat: CHAT,
  changeDefaultModel: WORKSPACE,
  createWorkspace: WORKSPACE,
  changeWorkspace: WORKSPACE,
  changeWorkspaceSettings: WORKSPACE,
  addProvider: PROVIDER,
  changeProvider: PROVIDER,
  overrideModel: PROVIDER,
  ...MCP_SHOWN,
  ...WEB_SEARCH_SHOWN,
}

export const READ_ANSWERS: ReadAnswers = {
  health: { ok: true, version: '1.2.3' },
  readOnly: { readOnly: null },
  openApi: toOpenApi('1.2.3'),
  listChats: { chats: [{ kind: 'chat', chat: toChatEntry(CHAT), running: false, waiting: null }], next: null },
  activeChats: { chats: [] },
  storage: { bytes: 150, limit: 2000, files: 1, fileBytes: 100 },
  sweep: { deleted: 0, bytes: 0 },
  directories: { path: null, parent: null, refused: null, entries: [], more: 0 },
  search: { found: [], next: null, index: { kind: 'current', skipped: 0 } },
  attachments: { attachments: [], next: null, index: { kind: 'current' } },
  draft: { name: 'new', editedAt: 0, content: null },
  saveDraft: { name: 'new', editedAt: 1, content: null },
  chat: VIEW,
  jobs: { jobs: [] },
  stopJob: { jobs: [] },
  calledChats: { chats: [] },
  earlier: EARLIER,
  around: { ...EARLIER, later: false, isShown: true },
  outline: { from: 0, turns: [], total: 0, parting: [], at: null },
  moment: { message: { id: MESSAGE_ID, at: 1 }, first: 1, last: 1 },
  branchAnswer: {
    first: ANSWER_ID,
    siblings: [ANSWER_ID],
    question: null,
    text: 'Hello',
    isCut: false,
    calls: 0,
    model: SETTINGS.model,
    at: 1,
    end: 'complete',
    durationMs: 10,
    usage: USAGE.chat.usage,
    cost: USAGE.chat.cost,
  },
  findInChat: {
    total: 1,
    isMore: false,
    from: 0,
    found: [{ messageId: MESSAGE_ID, place: 0 }],
    marks: [{ place: 0, index: 0 }],
    index: { kind: 'current', skipped: 0 },
  },
  inspect: INSPECTION,
  countTokens: TOKEN_COUNT,
  nextBytes: NEXT_BYTES,
  summaryFacts: SUMMARY_FACTS,
  answering: ANSWERING,
  promptValues: PROMPT_VALUES,
  chatUsage: USAGE,
  chatCosts: { costs: { [CHAT_ID]: USAGE.chat.cost } },
  usage: USAGE.chat,
  ...fakeUsage({ chatId: CHAT_ID, workspaceId: WORKSPACE.id, usage: USAGE, request: PAST_REQUEST }),
  request: PAST_REQUEST,
  ...MCP_READS,
  ...WEB_SEARCH_READS,
  listFiles: { files: [FILE] },
  fileAt: FILE,
  searchFiles: { files: [FILE] },
  deletedFiles: { files: [] },
  fileVersions: { versions: [] },
  fileText: { kind: 'none' },
  tools: { tools: [TOOL], rest: [] },
  workspace: WORKSPACE,
  workspaces: { workspaces: [{ id: WORKSPACE.id, name: WORKSPACE.name, icon: WORKSPACE.icon }] },
  workspaceOf: WORKSPACE,
  workspaceContents: { chats: 2, more: false, running: 0, files: 3 },
  workspacePromptValues: PROMPT_VALUES,
  inspectWorkspace: INSPECTION,
  prompts: { prompts: [{ id: PROMPT_ID, name: 'Gardener', text: 'Be kind.', kind: 'own' }] },
  slashCommands: { commands: SLASH_COMMANDS },
  presets: { presets: [] },
  providers: { providers: [PROVIDER], unreadable: [] },
  models: { providers: [], models: [] },
  discoverModels: CATALOG,
  setWindow: CATALOG,
  testProvider: { ok: true, steps: [] },
  testKeptProvider: { ok: true, steps: [] },
  findLocalServers: { servers: [] },
  refreshPrices: { asOf: 5, error: null },
}

/** An API of fakes, and what it logged. */
export function fakeApi(given: Partial<ApiOptions> = {}) {
  const logged: { message: string; facts: Readonly<Record<string, unknown>> }[] = []
  const app = createApi({
    engine: fakeEngine(),
    desk: fakeDesk(),
    providers: fakeProviders(),
    attachments: fakeAttachments(),
    storage: { use: async () => READ_ANSWERS.storage, sweep: async () => READ_ANSWERS.sweep },
    files: fakeFiles(),
    mcp: fakeMcp(),
    webSearch: fakeWebSearch(),
    version: '1.2.3',
    allowed: { hosts: [HOST, 'localhost:4848'], origins: [ORIGIN] },
    log: { error: (message, facts) => logged.push({ message, facts }) },
    ...given,
  })
  const request = async (path: string, init: RequestInit = {}) => app.request(`${ORIGIN}${path}`, init)
  const command = (
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | object,
    headers: Record<string, string> = {},
  ) =>
    request(path, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1', ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    })
  return { app, request, command, logged }
}

async function* emptyMessages(): AsyncGenerator<never> {
  yield* []
}
