import { expect, it } from 'vitest'
import type { ToolFound, ToolSearch, ToolSearchQuery } from '../ports.ts'
import { runTool } from '../testing/index.ts'
import { searchChat } from './search-chat.ts'

const fern: ToolFound = {
  chatId: 'chat_test',
  title: 'Plants',
  messageId: 'msg_a',
  role: 'user',
  at: Date.UTC(2026, 0, 2),
  excerpt: 'water the fern',
}
const titled: ToolFound = { ...fern, chatId: 'chat_b', title: null, messageId: null, role: null, excerpt: 'Ferns' }

function searching(found: readonly ToolFound[], next: number | null = null, isPartial = false) {
  const asked: ToolSearchQuery[] = []
  const search: ToolSearch = {
    async find(query) {
      asked.push(query)
      return { found, next, isPartial }
    },
  }
  return { search, asked }
}

it('[T9] answers with excerpts, where they are, and how to continue', async () => {
  const { search, asked } = searching([fern, titled], 7)
  const { result } = await runTool(searchChat, { words: ' fern ', before: 9 }, { search })
  expect(asked).toEqual([{ words: 'fern', limit: 20, before: 9 }])
  expect(result).toEqual({
    outcome: 'done',
    content: [
      {
        kind: 'text',
        text: [
          'Plants (this chat) · user · 2026-01-02T00:00:00.000Z\nwater the fern',
          'A chat without a title · title · 2026-01-02T00:00:00.000Z\nFerns',
          'There may be more: search again with before 7.',
        ].join('\n\n'),
      },
    ],
    shown: null,
    drawings: [
      {
        kind: 'hits',
        hits: [
          { chatId: 'chat_test', messageId: 'msg_a', title: 'Plants', excerpt: 'water the fern' },
          { chatId: 'chat_b', messageId: null, title: 'A chat without a title', excerpt: 'Ferns' },
        ],
      },
    ],
  })
})

it('[T9] says when nothing was found, and when that may be because the index is not complete', async () => {
  const textOf = async (isPartial: boolean) =>
    (await runTool(searchChat, { words: 'moss' }, searching([], null, isPartial))).result.content
  expect([await textOf(false), await textOf(true)]).toEqual([
    [{ kind: 'text', text: 'Nothing was found for: moss' }],
    [{ kind: 'text', text: 'Nothing was found for: moss\nThe index is still being made: there may be more.' }],
  ])
})

it.each([
  [{}, '`words` must be a text of 1 to 500 characters.'],
  [{ words: ' ' }, '`words` must be a text of 1 to 500 characters.'],
  [{ words: 'x'.repeat(501) }, '`words` must be a text of 1 to 500 characters.'],
  [{ words: 'fern', before: 'yesterday' }, '`before` must be the whole number that an earlier search gave.'],
])('[T9] refuses %j in words that a model can act on', (input, because) => {
  expect(searchChat.parse(input)).toEqual({ kind: 'invalid', because })
})
