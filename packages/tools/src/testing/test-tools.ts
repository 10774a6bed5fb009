import type { Json, ModelChoice } from '@stet/history'
import type { ToolBlobs, ToolFiles, ToolSampling } from '../ports.ts'
import { isFields } from '../read-input.ts'
import {
  type ChildRun,
  done,
  failed,
  type ParsedInput,
  type Tool,
  type ToolContext,
  type ToolProgress,
  type ToolResult,
} from '../tool.ts'

interface Words {
  readonly text: string
}

const words: Pick<
  Tool<Words>,
  | 'icon'
  | 'description'
  | 'input'
  | 'options'
  | 'policy'
  | 'alwaysConfirm'
  | 'needs'
  | 'instructions'
  | 'parse'
  | 'summary'
> = {
  icon: 'flask',
  description: 'For tests.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: async () => null,
  parse: parseWords,
  summary: ({ text }) => text,
}

function parseWords(input: Json): ParsedInput<Words> {
  const { text } = isFields(input) ? input : {}
  if (typeof text !== 'string') return { kind: 'invalid', because: '`text` must be a text.' }
  return { kind: 'parsed', input: { text } }
}

/** Returns its input. */
export const echoTool: Tool<Words> = {
  ...words,
  name: 'echo',
  title: 'Echo',
  async *run({ text }) {
    yield { text: `saying ${text}` }
    return done(text, `*${text}*`)
  },
}

/** Fails with a result. */
export const failingTool: Tool<Words> = {
  ...words,
  name: 'fail',
  title: 'Fail',
  // biome-ignore lint/correctness/useYield: it fails at once
  async *run({ text }) {
    return failed(`No: ${text}`)
  },
}

/** Throws, as a tool with a bug does. */
export const throwingTool: Tool<Words> = {
  ...words,
  name: 'throw',
  title: 'Throw',
  // biome-ignore lint/correctness/useYield: it throws at once
  async *run({ text }) {
    throw new TypeError(`${text} is not a function`)
  },
}

/** Waits until the test lets it finish. */
export function createWaitingTool(wait: (text: string, context: ToolContext) => Promise<void>): Tool<Words> {
  return {
    ...words,
    name: 'wait',
    title: 'Wait',
    async *run(input, context) {
      yield { text: 'waiting' }
      await wait(input.text, context)
      return done(`waited for ${input.text}`)
    },
  }
}

/** Appends a line outside of Stet, so that a test can count how often it ran. */
export function createLineTool(
  append: (line: string, context: ToolContext) => Promise<void>,
  changes: Partial<Tool<Words>> = {},
): Tool<Words> {
  return {
    ...words,
    name: 'append_line',
    options: { loud: { kind: 'switch', label: 'Loud', help: 'For tests.', default: false } },
    title: 'Append a line',
    policy: 'confirm',
    // biome-ignore lint/correctness/useYield: there is no progress to report
    async *run({ text }, context) {
      await append(text, context)
      return done(`appended ${text}`)
    },
    ...changes,
  }
}

/** Starts a child run with its input, and returns how that ended. */
export const delegateTool: Tool<ChildRun> = {
  name: 'delegate',
  title: 'Delegate',
  icon: 'flask',
  description: 'For tests.',
  input: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      systemPrompt: { type: 'string' },
      tools: { type: 'array', items: { type: 'string' } },
    },
    required: ['text'],
  },
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: async () => null,
  parse: parseChild,
  summary: ({ text }) => text,
  async *run(child, { children }) {
    if (children === undefined) return failed('Nothing can be delegated from here.')
    const ended = yield* children.run(child)
    return ended.kind === 'refused' ? failed(ended.because) : done(`${ended.end}: ${ended.text}`)
  },
}

function parseChild(input: Json): ParsedInput<ChildRun> {
  const { text, systemPrompt, tools } = isFields(input) ? input : {}
  if (typeof text !== 'string') return { kind: 'invalid', because: '`text` must be a text.' }
  const names = Array.isArray(tools) ? tools.filter(name => typeof name === 'string') : null
  return {
    kind: 'parsed',
    input: {
      text,
      ...(typeof systemPrompt === 'string' ? { systemPrompt } : {}),
      ...(names === null ? {} : { tools: names }),
    },
  }
}

/** The model of the chat in which tests run tools. */
export const testModel: ModelChoice = { definition: 'test', model: 'test' }

/** Runs a tool to its end, as a run does. */
export async function runTool<Input>(
  tool: Tool<Input>,
  input: Json,
  context: Partial<ToolContext> = {},
): Promise<{ readonly progress: readonly ToolProgress[]; readonly result: ToolResult }> {
  const parsed = tool.parse(input)
  if (parsed.kind === 'invalid') throw new Error(parsed.because)
  const running = tool.run(parsed.input, {
    chatId: 'chat_test',
    callId: 'call_test',
    workspaceId: 'ws_test',
    model: { definition: 'test', model: 'test' },
    options: {},
    roots: [],
    files: noFiles,
    blobs: noBlobs,
    now: () => 0,
    signal: new AbortController().signal,
    asksIn: context.chatId ?? 'chat_test',
    isAttended: () => true,
    sampling: noSampling,
    ...context,
  })
  const progress: ToolProgress[] = []
  for (;;) {
    const step = await running.next()
    if (step.done === true) return { progress, result: step.value }
    progress.push(step.value)
  }
}

function refused(): never {
  throw new Error('this test gave its tool no files')
}

const noSampling: ToolSampling = { plan: async () => null, ask: refused }

const noFiles: ToolFiles = {
  find: refused,
  list: refused,
  walk: refused,
  read: refused,
  write: refused,
  makeFolder: refused,
  move: refused,
  remove: refused,
}

const noBlobs: ToolBlobs = { put: refused, get: refused }
