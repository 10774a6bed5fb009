import {
  type FileCommand,
  fileCommandSchema,
  parseFileCommand,
  summariseFileCommand,
} from '../text-files/file-command.ts'
import { bindFileCommand, type FileRules, previewFileCommand, runFileCommand } from '../text-files/run-file-command.ts'
import type { Tool } from '../tool.ts'

const ROOT = '/memories'

const rules: FileRules = {
  root: ROOT,
  refuse(path) {
    if (path === ROOT || path.startsWith(`${ROOT}/`)) return null
    return `Error: The path ${path} is not in ${ROOT}. Every path must start with ${ROOT}.`
  },
  edited: () => 'The memory file has been edited.',
}

/** What the model remembers from chat to chat: the `/memories` folder of its workspace (T2). */
export const memory: Tool<FileCommand> = {
  name: 'memory',
  title: 'Memory',
  icon: 'brain',
  description:
    `Reads and writes files in ${ROOT}, which last from chat to chat. Look there (view ${ROOT}) before you start a task: ` +
    'it may hold earlier progress. Note there what will be useful later, and keep it up to date.',
  input: fileCommandSchema,
  native: { anthropic: { type: 'memory_20250818', name: 'memory' } },
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: () => null,
  parse: parseFileCommand,
  summary: summariseFileCommand,
  binding: (input, place) => bindFileCommand(rules, place, input),
  preview: (input, place) => previewFileCommand(rules, place, input),
  // biome-ignore lint/correctness/useYield: there is no progress to report
  async *run(input, { files }) {
    return runFileCommand(rules, files, input)
  },
}
