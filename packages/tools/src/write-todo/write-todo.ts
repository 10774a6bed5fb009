import { type Json, TODO_STATES, type Todo, WRITE_TODO } from '@stet/history'
import { isFields } from '../read-input.ts'
import { done, type ParsedInput, type Tool } from '../tool.ts'

const MOST_ITEMS = 200
const LONGEST_ITEM = 2000
/** Characters: a longer list is read as the arguments of its call, which come in pieces. */
const LONGEST_DRAWN = 20_000

/** Replaces the chat's list (T9). The newest call on a path is the list there, so that every branch has its own. */
export const writeTodo: Tool<readonly Todo[]> = {
  name: WRITE_TODO,
  title: 'To-do list',
  icon: 'list-checks',
  description:
    'Replaces the to-do list of this chat, which the user sees. Give the whole list each time. Use it for work of several steps: ' +
    'write the steps first, keep exactly one in_progress, and mark each completed as soon as it is done.',
  input: {
    type: 'object',
    properties: {
      todos: {
        type: 'array',
        maxItems: MOST_ITEMS,
        items: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: LONGEST_ITEM, description: 'What is to be done.' },
            state: { type: 'string', enum: [...TODO_STATES] },
          },
          required: ['text', 'state'],
          additionalProperties: false,
        },
      },
    },
    required: ['todos'],
    additionalProperties: false,
  },
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: async () => null,
  parse: parseTodos,
  summary: items => `${items.filter(({ state }) => state === 'completed').length} of ${items.length} done`,
  preview: async todos => (lengthOf(todos) > LONGEST_DRAWN ? [] : [{ kind: 'todos', todos }]),
  // biome-ignore lint/correctness/useYield: there is no progress to report
  async *run(items) {
    return done(
      `The to-do list now has ${items.length} ${items.length === 1 ? 'item' : 'items'}.`,
      items.map(toLine).join('\n'),
    )
  },
}

function parseTodos(input: Json): ParsedInput<readonly Todo[]> {
  const todos = isFields(input) ? input.todos : undefined
  if (!Array.isArray(todos)) return invalid('`todos` must be a list.')
  const list: readonly Json[] = todos
  if (list.length > MOST_ITEMS) return invalid(`\`todos\` has ${list.length} items; at most ${MOST_ITEMS} are kept.`)
  const items: Todo[] = []
  for (const [index, todo] of list.entries()) {
    const item = toItem(todo)
    if (item === null) {
      return invalid(
        `Item ${index + 1} of \`todos\` needs a \`text\` of 1 to ${LONGEST_ITEM} characters and a \`state\` of ${TODO_STATES.join(', ')}.`,
      )
    }
    items.push(item)
  }
  return { kind: 'parsed', input: items }
}

function toItem(todo: Json): Todo | null {
  if (!isFields(todo)) return null
  const { text } = todo
  const state = TODO_STATES.find(each => each === todo.state)
  const fits = typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST_ITEM
  return fits && state !== undefined ? { text, state } : null
}

function lengthOf(todos: readonly Todo[]): number {
  return todos.reduce((length, { text }) => length + text.length, 0)
}

function toLine({ text, state }: Todo): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return `- [${state === 'completed' ? 'x' : ' '}] ${state === 'in_progress' ? `**${line}**` : line}`
}

function invalid(because: string): ParsedInput<never> {
  return { kind: 'invalid', because }
}
