import { isFields } from '../read-input.ts'
import { done, type Tool } from '../tool.ts'

/** The name of the tool by which a called chat ends its run. */
export const RETURN = 'return'

/**
 * Gives a value to the model that called this chat, and ends the run (T6). Only a called chat has it. The result of the call is what the caller says
 * when it continues the chat.
 */
export const returnTool: Tool<null> = {
  name: RETURN,
  title: 'Return',
  icon: 'list-checks',
  description: 'Ends your work and gives the result to the model that asked for it. Call it once, when you are done.',
  input: {
    type: 'object',
    properties: { result: { description: 'The result: a text, or any JSON value.' } },
    required: ['result'],
    additionalProperties: false,
  },
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: async () => null,
  parse: input =>
    isFields(input) && input.result !== undefined
      ? { kind: 'parsed', input: null }
      : { kind: 'invalid', because: '`result` must be there: a text, or any JSON value.' },
  summary: () => null,
  // biome-ignore lint/correctness/useYield: there is no progress to report
  async *run() {
    return done('Returned.')
  },
}
