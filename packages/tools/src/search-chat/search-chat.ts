import type { Drawing, Json } from '@stet/history'
import type { ToolFound } from '../ports.ts'
import { isFields } from '../read-input.ts'
import { done, drawn, failed, type ParsedInput, type Tool } from '../tool.ts'

const LONGEST_WORDS = 500
const MOST_FOUND = 20
const UNTITLED = 'A chat without a title'

interface Search {
  readonly words: string
  readonly before: number | null
}

/** Finds what was said in the chats of the workspace (T9). */
export const searchChat: Tool<Search> = {
  name: 'search_chat',
  title: 'Search chats',
  icon: 'search',
  description:
    'Searches the chats of this workspace, this one included, and answers with excerpts, newest first. A message is found when it holds all ' +
    `of the words; fewer words find more. At most ${MOST_FOUND} at a time: \`before\` continues after them.`,
  input: {
    type: 'object',
    properties: {
      words: { type: 'string', maxLength: LONGEST_WORDS, description: 'Keywords, in any language.' },
      before: { type: 'integer', description: 'The number that the last search gave for the next page.' },
    },
    required: ['words'],
    additionalProperties: false,
  },
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: ['search'],
  instructions: async () => null,
  parse: parseSearch,
  summary: ({ words }) => words,
  async *run({ words, before }, { search, chatId }) {
    if (search === undefined) return failed('Chats cannot be searched here.')
    const { found, next, isPartial } = await search.find({ words, limit: MOST_FOUND, before })
    const notes = [
      ...(isPartial ? ['The index is still being made: there may be more.'] : []),
      ...(next === null ? [] : [`There may be more: search again with before ${next}.`]),
    ]
    if (found.length === 0) return done([`Nothing was found for: ${words}`, ...notes].join('\n'))
    const entries = found.map(each => toEntry(each, each.chatId === chatId))
    return drawn([...entries, ...notes].join('\n\n'), [drawFound(found)])
  },
}

function parseSearch(input: Json): ParsedInput<Search> {
  const { words, before = null } = isFields(input) ? input : {}
  if (typeof words !== 'string' || words.trim() === '' || words.length > LONGEST_WORDS) {
    return { kind: 'invalid', because: `\`words\` must be a text of 1 to ${LONGEST_WORDS} characters.` }
  }
  if (before !== null && (typeof before !== 'number' || !Number.isSafeInteger(before))) {
    return { kind: 'invalid', because: '`before` must be the whole number that an earlier search gave.' }
  }
  return { kind: 'parsed', input: { words: words.trim(), before } }
}

function toEntry({ title, role, at, excerpt }: ToolFound, isHere: boolean): string {
  const where = `${title ?? UNTITLED}${isHere ? ' (this chat)' : ''}`
  const who = role === null ? 'title' : role
  return `${where} · ${who} · ${new Date(at).toISOString()}\n${excerpt}`
}

function drawFound(found: readonly ToolFound[]): Drawing {
  return {
    kind: 'hits',
    hits: found.map(({ chatId, messageId, title, excerpt }) => ({
      chatId,
      messageId,
      title: title ?? UNTITLED,
      excerpt,
    })),
  }
}
