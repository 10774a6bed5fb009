import type { ToolFileContent } from '../ports.ts'
import {
  type FileCommand,
  fileCommandSchema,
  parseFileCommand,
  summariseFileCommand,
} from '../text-files/file-command.ts'
import { bindFileCommand, type FileRules, previewFileCommand, runFileCommand } from '../text-files/run-file-command.ts'
import type { Tool } from '../tool.ts'

const MEMORIES = '/memories'

const rules: FileRules = {
  root: '/',
  refuse(path, use) {
    const isMemory = path === MEMORIES || path.startsWith(`${MEMORIES}/`)
    return use === 'write' && isMemory
      ? `Error: ${MEMORIES} is managed by the memory tool and cannot be changed with this one. Use the memory tool.`
      : null
  },
  binary: { toBytes: fromDataUrl, show },
  edited: path => `The file ${path} has been edited.`,
}

/** The files of the workspace (T3). */
export const filesystem: Tool<FileCommand> = {
  name: 'filesystem',
  title: 'Files',
  icon: 'folder',
  description:
    'Reads and writes the files of this workspace, which the user sees too. Paths start with /. A binary file is created from a data URL ' +
    `(data:image/png;base64,…) and viewed as one. ${MEMORIES} can be viewed but not changed: the memory tool manages it. ` +
    'In an answer, link to a file as [name](file:/path): the user can open it.',
  input: fileCommandSchema,
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: async () => null,
  parse: parseFileCommand,
  summary: summariseFileCommand,
  binding: (input, place) => bindFileCommand(rules, place, input),
  preview: (input, place) => previewFileCommand(rules, place, input),
  // biome-ignore lint/correctness/useYield: there is no progress to report
  async *run(input, { files }) {
    return runFileCommand(rules, files, input)
  },
}

const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.+-]+)*;base64,/

function fromDataUrl(text: string): Uint8Array | null | string {
  const found = DATA_URL.exec(text)
  if (found === null) return null
  try {
    return Uint8Array.from(atob(text.slice(found[0].length).trim()), sign => sign.charCodeAt(0))
  } catch (error) {
    if (error instanceof DOMException) return 'Error: The data URL in `file_text` is no valid base64.'
    throw error
  }
}

function show({ entry, bytes }: ToolFileContent): string {
  const mediaType = entry.mediaType ?? 'application/octet-stream'
  const signs: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) signs.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return `Binary file ${entry.path} (${mediaType}):\ndata:${mediaType};base64,${btoa(signs.join(''))}`
}
