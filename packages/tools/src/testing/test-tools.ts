import type { Json } from '@stet/history'
import { done, failed } from '../to-result.ts'
import type { ParsedInput, Tool, ToolContext } from '../tool.ts'

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
  options: [],
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: () => null,
  parse: parseWords,
  summary: ({ text }) => text,
}

function parseWords(input: Json): ParsedInput<Words> {
  const text = typeof input === 'object' && input !== null && 'text' in input ? input.text : null
  if (typeof text !== 'string') return { kind: 'invalid', because: '`text` must be a text.' }
  return { kind: 'parsed', input: { text } }
}

/** Says what it was given. */
export const echoTool: Tool<Words> = {
  ...words,
  name: 'echo',
  title: 'Echo',
  async *run({ text }) {
    yield { text: `saying ${text}` }
    return done(text, `*${text}*`)
  },
}

/** Gives the model a failure to read. */
export const failingTool: Tool<Words> = {
  ...words,
  name: 'fail',
  title: 'Fail',
  // biome-ignore lint/correctness/useYield: it fails at once
  async *run({ text }) {
    return failed(`No: ${text}`)
  },
}

/** Has a fault. */
export const throwingTool: Tool<Words> = {
  ...words,
  name: 'throw',
  title: 'Throw',
  // biome-ignore lint/correctness/useYield: it throws at once
  async *run({ text }) {
    throw new TypeError(`${text} is not a function`)
  },
}

/** Waits for what a test lets happen. */
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

/** Leaves a line outside of Stet, so that a test can count how often it was run. */
export function createLineTool(
  append: (line: string, context: ToolContext) => Promise<void>,
  changes: Partial<Tool<Words>> = {},
): Tool<Words> {
  return {
    ...words,
    name: 'append_line',
    title: 'Append a line',
    policy: 'confirm',
    // biome-ignore lint/correctness/useYield: there is nothing to report of one line
    async *run({ text }, context) {
      await append(text, context)
      return done(`appended ${text}`)
    },
    ...changes,
  }
}
