import { type Drawing, declareSettings, type Json, type SettingsOf } from '@stet/history'
import { isFields } from '../read-input.ts'
import { drawCode } from '../text-files/draw.ts'
import { drawn, failed, type ParsedInput, type Tool, type ToolContext, type ToolResult } from '../tool.ts'
import { withProgress } from '../with-progress.ts'
import type { Sandbox } from './sandbox.ts'
import type { ScriptEnd } from './script-messages.ts'

const DEADLINE_MS = 60_000
const MEMORY_BYTES = 64 * 1024 * 1024
const LIBRARIES = '/lib'

const options = declareSettings({
  loadLibraries: {
    kind: 'switch',
    label: 'Load /lib',
    help: 'Runs every .js file of the folder /lib before each script, in alphabetical order.',
    default: false,
  },
})

const DESCRIPTION =
  'Runs JavaScript (QuickJS, ES2023) and answers with its console output and what it returns. Use return for the result; await works at ' +
  'the top level. Each call starts fresh: keep data in files. fs has the workspace files, promises only: readFile(path, encoding?), ' +
  'writeFile, exists, mkdir, readdir, unlink, rmdir, rename, stat; /memories is read-only. No network, no modules; 60 seconds, 64 MB.'

const input: Json = {
  type: 'object',
  properties: { code: { type: 'string', description: 'The body of an async function.' } },
  required: ['code'],
  additionalProperties: false,
}

interface Code {
  readonly code: string
}

/** Runs a model's JavaScript in a sandbox of its home (T5). */
export function createJavaScript(sandbox: Sandbox, deadlineMs = DEADLINE_MS): Tool<Code, typeof options> {
  return {
    name: 'javascript',
    title: 'JavaScript',
    icon: 'braces',
    description: DESCRIPTION,
    input,
    declare: ({ loadLibraries }) => ({
      description: loadLibraries ? `${DESCRIPTION} The scripts in ${LIBRARIES} were run before.` : DESCRIPTION,
      input,
    }),
    options,
    policy: 'auto',
    alwaysConfirm: false,
    needs: ['worker'],
    instructions: async () => null,
    parse: parseCode,
    summary: ({ code }) =>
      code
        .split('\n')
        .find(line => line.trim() !== '')
        ?.trim()
        .slice(0, 100) ?? null,
    preview: async ({ code }) => [drawScript(code)],
    async *run({ code }, context) {
      const { files, signal } = context
      const libraries = context.options.loadLibraries ? await readLibraries(context) : []
      const script = { code, libraries, deadlineMs, memoryBytes: MEMORY_BYTES }
      const end = yield* withProgress(report =>
        sandbox.run(script, {
          files,
          signal,
          onQueued: before => report(`Waiting for ${before} other ${before === 1 ? 'script' : 'scripts'}`),
          onStarted: () => report('Running'),
        }),
      )
      return toResult(code, end)
    },
  }
}

function parseCode(given: Json): ParsedInput<Code> {
  const { code } = isFields(given) ? given : {}
  if (typeof code === 'string' && code.trim() !== '') return { kind: 'parsed', input: { code } }
  return { kind: 'invalid', because: '`code` must be a text that is not empty.' }
}

async function readLibraries({ files }: ToolContext<SettingsOf<typeof options>>) {
  if ((await files.find(LIBRARIES))?.kind !== 'folder') return []
  const entries = (await files.list(LIBRARIES)).filter(({ name, kind }) => kind === 'text' && name.endsWith('.js'))
  const sorted = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return Promise.all(sorted.map(async ({ name, path }) => ({ name, code: (await files.read(path)).text ?? '' })))
}

function drawScript(code: string): Drawing {
  return drawCode('Script', 'javascript', code)
}

function toResult(code: string, { libraries, console, result }: ScriptEnd): ToolResult {
  const sections: string[] = []
  const drawings: Drawing[] = [drawScript(code)]
  const add = (heading: string, text: string) => {
    sections.push(`=== ${heading} ===\n${text}`)
    drawings.push(drawCode(heading, null, text))
  }
  for (const library of libraries) {
    if (library.console.length > 0) add(`Output of library ${library.name}`, library.console.join('\n'))
  }
  if (console.length > 0) add('Console output', console.join('\n'))
  if (result.kind === 'value') add('Result', result.text)
  if (result.kind === 'error') add('Error', result.text)
  const text = sections.length === 0 ? 'undefined' : sections.join('\n')
  return result.kind === 'error' ? { ...failed(text), drawings } : drawn(text, drawings)
}
