import type { Json } from '@stet/history'
import type { ChildRun } from '../child-runs.ts'
import { done, failed } from '../to-result.ts'
import type { ParsedInput, Tool } from '../tool.ts'

/** Has another run do what it is asked, in a chat of its own, and says how that ended. */
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
  options: [],
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: () => null,
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

function isFields(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
