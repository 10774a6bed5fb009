/** Which packages the code of one may import, by name or by a single entry point. */
interface PackageArrow {
  readonly path: string
  readonly imports: readonly string[]
  /** The only packages of npm that it may import; any where this is missing. Tests are free. */
  readonly npm?: readonly string[]
  /** Its tests may import more. */
  readonly exceptTests?: true
}

const record = ['history']
const views = [...record, 'context', 'models']
const work = [...views, 'commands', 'store', 'files', 'tools']

/** The first that a file is in counts. */
export const packages: readonly PackageArrow[] = [
  { path: 'packages/history', imports: [], npm: [] },
  { path: 'packages/commands', imports: record, npm: ['zod/mini'] },
  { path: 'packages/context', imports: record, npm: [] },
  { path: 'packages/models', imports: record },
  { path: 'packages/store', imports: record },
  { path: 'packages/files', imports: [...record, 'store'] },
  { path: 'packages/tools', imports: record, exceptTests: true },
  { path: 'packages/engine', imports: work },
  { path: 'packages/desk', imports: [...work, 'engine'] },
  { path: 'packages/api', imports: [...record, 'commands', 'context', 'engine', 'desk'] },
  { path: 'packages/home', imports: [...work, 'engine', 'desk', 'api'] },
  { path: 'apps/web/src/home', imports: [...work, 'engine', 'desk', 'api', 'home'] },
  { path: 'apps/web/src', imports: ['@stet/api/client'] },
]

/**
 * The folders and files of a package, highest first: each imports only what is in a later line, and names in one line do not import each
 * other. Files that are in none are free. Tests are free too, unless said otherwise.
 */
interface FolderArrow {
  readonly path: string
  readonly order: readonly string[]
  readonly withTests?: true
}

const engineWork = ['compaction', 'calls', 'deletion', 'ledger', 'events', 'view', 'record', 'runtime']

export const folders: readonly FolderArrow[] = [
  { path: 'packages/history/src', order: ['templates', 'settings'] },
  {
    path: 'packages/models/src',
    order: [
      'demo',
      'anthropic gemini openai-responses prices',
      'bedrock openai-chat',
      'local-servers test-definition',
      'claude presets',
      'discovery settings',
      'facts mapping',
      'images',
      'transport',
    ],
  },
  // Tools do not import each other.
  {
    path: 'packages/tools/src',
    order: [
      // Names of tools that come with Stet are refused to those of a server.
      'mcp',
      'filesystem generate-image javascript memory minion recall search-chat web-search write-todo',
      'text-files',
    ],
  },
  {
    path: 'packages/context/src',
    order: [
      'index.ts',
      'title.ts',
      'converters',
      'assemble.ts',
      'compaction',
      'report',
      'layers',
      'draft markers',
      'tokens',
      'content',
    ],
  },
  {
    path: 'packages/store/src',
    order: [
      'testing',
      'sqlite/index.ts',
      'sqlite/salvage',
      'sqlite',
      'sqlite/search memory',
      'sqlite/rows',
      'sqlite/file',
      'sealing records',
      'search',
      'contract',
    ],
  },
  { path: 'packages/store/src/records', order: ['roll-ups.ts upgrades', 'reads', '.', 'providers', 'schemas'] },
  {
    path: 'packages/engine/src',
    order: ['testing index.ts', 'create-engine.ts', 'commands', 'engine.ts', 'run', ...engineWork],
  },
  // Only commands and runs take the whole engine; the rest takes what it needs.
  {
    path: 'packages/engine/src',
    order: ['engine-context.ts', ...engineWork],
  },
  { path: 'packages/engine/src/commands', order: ['.', 'path', 'chats', 'answering reads'] },
  { path: 'packages/engine/src/run', order: ['.', 'answer', 'request', 'live'] },
  { path: 'packages/engine/src/ledger', order: ['.', 'content'] },
  { path: 'packages/desk/src', order: ['.', 'providers'] },
  {
    path: 'packages/desk/src',
    order: ['files mcp web-search', 'attachments drafts prompts providers workspaces'],
  },
  { path: 'packages/api/src', order: ['client events', 'http'] },
  { path: 'apps/server/src', order: ['javascript mcp shell start web', 'directories'] },
  {
    // The table in apps/web/README.md says what each holds.
    path: 'apps/web/src',
    withTests: true,
    order: [
      'main.tsx',
      'app',
      'chat usage-page',
      'chat/conversation workspaces',
      'chat/composer chat/messages',
      'files providers requests settings-page',
      'calls inspector mcp providers/catalog providers/form',
      'storage',
      'search',
      'attachments chats compaction margin prompts settings tools usage',
      'models',
      'markdown state',
      'ui',
      'formats',
    ],
  },
  {
    path: 'apps/web/src/ui',
    withTests: true,
    order: ['layout overlays', 'controls', 'text', 'graphics hooks keyboard parts'],
  },
]
