import type { Json, ToolPolicy } from '@stet/history'

/** How a tool is tried: by the contract suite, and by a scripted model that uses every tool once. */
export interface ToolExample {
  /** Whether it runs by itself, because it stays in the workspace, or asks first (Z-7). */
  readonly policy: ToolPolicy
  /** Arguments that the tool takes. */
  readonly input: Json
  /** How that ends in an empty workspace that exposes a directory with `exampleFile` in it, which was read before. */
  readonly ends: 'done' | 'failed'
  /** Arguments with which it fails there, in words for the model; null where only its input can be wrong. */
  readonly failing: Json | null
}

/** What is in the exposed directory. */
export const exampleFile = { name: 'README.md', text: 'A wall of granite.\n' }

/** By the name of the tool. The contract suite fails for a tool that is not here. */
export const toolExamples: Readonly<Record<string, ToolExample>> = {
  write_todo: {
    policy: 'auto',
    input: { todos: [{ text: 'Try every tool', state: 'in_progress' }] },
    ends: 'done',
    failing: null,
  },
  memory: {
    policy: 'auto',
    input: { command: 'create', path: '/memories/tides.md', file_text: 'High at noon.\n' },
    ends: 'done',
    failing: { command: 'view', path: '/memories/none.md' },
  },
  filesystem: {
    policy: 'auto',
    input: { command: 'create', path: '/notes.md', file_text: 'Granite.\n' },
    ends: 'done',
    failing: { command: 'view', path: '/none.md' },
  },
  search_chat: { policy: 'auto', input: { words: 'granite' }, ends: 'done', failing: null },
  recall: { policy: 'auto', input: { id: '0123456789' }, ends: 'failed', failing: { id: 'abcdef0123' } },
  list_directory: { policy: 'auto', input: { path: '.' }, ends: 'done', failing: { path: '/etc' } },
  read_file: { policy: 'auto', input: { path: 'README.md' }, ends: 'done', failing: { path: '/etc/passwd' } },
  search_files: { policy: 'auto', input: { pattern: 'granite' }, ends: 'done', failing: { pattern: '(' } },
  write_file: {
    policy: 'confirm',
    input: { path: 'wall.md', content: 'Granite.\n' },
    ends: 'done',
    failing: { path: '/etc/passwd', content: '' },
  },
  edit_file: {
    policy: 'confirm',
    input: { path: 'README.md', old_str: 'granite', new_str: 'slate' },
    ends: 'done',
    failing: { path: '/etc/passwd', old_str: 'root', new_str: 'me' },
  },
  run_shell_command: {
    policy: 'confirm',
    input: { command: 'ls' },
    ends: 'done',
    failing: { command: 'ls', directory: '/etc' },
  },
  background_job: { policy: 'auto', input: { job: 1 }, ends: 'failed', failing: { job: 2 } },
  minion: {
    policy: 'auto',
    input: { message: 'Say hello.' },
    ends: 'done',
    failing: { message: 'Look it up.', enableWeb: true },
  },
  web_fetch: {
    policy: 'confirm',
    input: { url: 'http://127.0.0.1/' },
    ends: 'failed',
    failing: { url: 'http://[::1]/' },
  },
  generate_image: {
    policy: 'confirm',
    input: { prompt: 'A harbour wall' },
    ends: 'done',
    failing: { prompt: 'Blue', images: ['/none.png'] },
  },
  web_search: { policy: 'confirm', input: { query: 'harbour wall' }, ends: 'done', failing: { query: 'nothing' } },
  javascript: {
    policy: 'auto',
    input: { code: 'return 6 * 7' },
    ends: 'done',
    failing: { code: 'throw new Error("no")' },
  },
}
