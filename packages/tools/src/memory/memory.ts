import { declareSettings, type SettingsOf } from '@stet/history'
import {
  type FileCommand,
  fileCommandSchema,
  parseFileCommand,
  summariseFileCommand,
} from '../text-files/file-command.ts'
import { bindFileCommand, type FileRules, previewFileCommand, runFileCommand } from '../text-files/run-file-command.ts'
import type { Tool, ToolPlace } from '../tool.ts'

const ROOT = '/memories'

const rules: FileRules = {
  root: ROOT,
  refuse(path) {
    if (path === ROOT || path.startsWith(`${ROOT}/`)) return null
    return `Error: The path ${path} is not in ${ROOT}. Every path must start with ${ROOT}.`
  },
  edited: () => 'The memory file has been edited.',
}

const options = declareSettings({
  inPrompt: {
    kind: 'switch',
    label: 'In the system prompt',
    help: 'Puts the list of memory files and README.md into the system prompt when a chat starts, so that the model need not look first.',
    default: false,
  },
})

/** What the model remembers from chat to chat: the `/memories` folder of its workspace (T2). */
export const memory: Tool<FileCommand, typeof options> = {
  name: 'memory',
  title: 'Memory',
  icon: 'brain',
  description:
    `Reads and writes files in ${ROOT}, which last from chat to chat. Look there (view ${ROOT}) before you start a task: ` +
    'it may hold earlier progress. Note there what will be useful later, and keep it up to date.',
  input: fileCommandSchema,
  native: { anthropic: { type: 'memory_20250818', name: 'memory' } },
  options,
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: renderMemory,
  parse: parseFileCommand,
  summary: summariseFileCommand,
  binding: (input, place) => bindFileCommand(rules, place, input),
  preview: (input, place) => previewFileCommand(rules, place, input),
  // biome-ignore lint/correctness/useYield: there is no progress to report
  async *run(input, { files }) {
    return runFileCommand(rules, files, input)
  },
}

const README = `${ROOT}/README.md`
/** Of README.md in the system prompt. */
const LONGEST_README = 20_000

async function renderMemory({
  options: { inPrompt },
  files,
}: ToolPlace<SettingsOf<typeof options>>): Promise<string | null> {
  if (!inPrompt) return null
  const { content } = await runFileCommand(rules, files, { command: 'view', path: ROOT, range: null })
  const listing = content.map(part => (part.kind === 'text' ? part.text : '')).join('')
  const readme = (await files.find(README)) === null ? null : (await files.read(README)).text
  if (readme === null) return `# Memory\n\n${listing}`
  const cut =
    readme.length > LONGEST_README
      ? `${readme.slice(0, LONGEST_README)}\n[… ${readme.length - LONGEST_README} characters more]`
      : readme
  return `# Memory\n\n${listing}\n\nContent of ${README}:\n${cut}`
}
