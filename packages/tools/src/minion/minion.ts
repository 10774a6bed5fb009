import { declareSettings, type Json, type SettingsOf } from '@stet/history'
import { isFields } from '../read-input.ts'
import { type ChildEnd, failed, type ParsedInput, type Tool, type ToolResult } from '../tool.ts'

const options = declareSettings({
  systemPrompt: {
    kind: 'text',
    label: 'System prompt',
    help: 'What a sub-agent reads before its task, unless the model writes a prompt of its own.',
    placeholder: 'You work on one task and return its result.',
    longest: 20_000,
    default: '',
  },
  model: {
    kind: 'model',
    label: 'Model',
    help: 'The model that works for the calls. A smaller one costs less.',
    unset: 'The model of the chat',
    default: null,
  },
  allowWeb: {
    kind: 'switch',
    label: 'Allow web search',
    help: 'Lets the model give a sub-agent the web search of its provider.',
    default: false,
  },
})

const DESCRIPTION =
  'Gives a task to a sub-agent that works in a chat of its own, and answers with its result and its minionChatId. It knows nothing of this ' +
  'conversation: say everything it needs. Give minionChatId to continue one. Several calls at once run at the same time.'

const properties = {
  message: { type: 'string', description: 'The task, or what to say to a sub-agent that continues.' },
  minionChatId: { type: 'string', description: 'Continues that sub-agent; a new one if left out.' },
  systemPrompt: { type: 'string', description: 'For a new one: what it is.' },
  enabledTools: {
    type: 'array',
    items: { type: 'string' },
    description: 'For a new one: names of your tools that it may use; none if left out. Never this one.',
  },
} satisfies Json

const enableWeb: Json = { type: 'boolean', description: 'For a new one: whether it may search the web.' }

function inputSchema(web: boolean): Json {
  return {
    type: 'object',
    properties: web ? { ...properties, enableWeb } : properties,
    required: ['message'],
    additionalProperties: false,
  }
}

interface Task {
  readonly message: string
  readonly minionChatId: string | null
  readonly systemPrompt: string | null
  readonly enabledTools: readonly string[]
  readonly enableWeb: boolean
}

/** Has a model work on a task in a chat of its own (T6). */
export const minion: Tool<Task, typeof options> = {
  name: 'minion',
  title: 'Sub-agent',
  icon: 'brain',
  description: DESCRIPTION,
  input: inputSchema(false),
  declare: ({ allowWeb }) => ({ description: DESCRIPTION, input: inputSchema(allowWeb) }),
  options,
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: async () => null,
  parse: parseTask,
  summary: ({ message }) => message.trim().split('\n', 1)[0]?.slice(0, 200) || null,
  async *run(task, context) {
    const { children } = context
    if (children === undefined) return failed('A sub-agent cannot have sub-agents of its own.')
    const refused = whyRefused(task, context.options)
    if (refused !== null) return failed(refused)
    const { systemPrompt, model } = context.options
    const end = yield* children.run(
      task.minionChatId === null
        ? {
            text: task.message,
            systemPrompt: task.systemPrompt ?? systemPrompt,
            tools: task.enabledTools,
            webSearch: task.enableWeb,
            returns: true,
            ...(model !== null && { model }),
          }
        : { text: task.message, chatId: task.minionChatId },
    )
    return toResult(end)
  },
}

function whyRefused(task: Task, { allowWeb }: SettingsOf<typeof options>): string | null {
  if (task.enableWeb && !allowWeb) return 'The user does not allow sub-agents to search the web: leave enableWeb out.'
  return null
}

function parseTask(given: Json): ParsedInput<Task> {
  const fields = isFields(given) ? given : {}
  const { message, minionChatId = null, systemPrompt = null, enabledTools = [], enableWeb: web = false } = fields
  if (typeof message !== 'string' || message.trim() === '')
    return invalid('`message` must be a text that is not empty.')
  if (minionChatId !== null && typeof minionChatId !== 'string') return invalid('`minionChatId` must be a text.')
  if (systemPrompt !== null && typeof systemPrompt !== 'string') return invalid('`systemPrompt` must be a text.')
  if (typeof web !== 'boolean') return invalid('`enableWeb` must be true or false.')
  const names = Array.isArray(enabledTools) ? enabledTools.filter(name => typeof name === 'string') : null
  if (names === null || names.length !== (Array.isArray(enabledTools) ? enabledTools.length : -1)) {
    return invalid('`enabledTools` must be a list of names of tools.')
  }
  return { kind: 'parsed', input: { message, minionChatId, systemPrompt, enabledTools: names, enableWeb: web } }
}

function invalid(because: string): ParsedInput<Task> {
  return { kind: 'invalid', because }
}

function toResult(end: ChildEnd): ToolResult {
  if (end.kind === 'refused') return failed(end.because)
  const { chatId: minionChatId, text, returned } = end
  const result = returned ?? text
  if (end.end === 'complete') {
    const json = JSON.stringify({ result, minionChatId })
    return { outcome: 'done', content: [{ kind: 'text', text: json }], shown: result }
  }
  return { ...failed(JSON.stringify({ error: `It ended early: ${end.end}.`, result, minionChatId })), shown: result }
}
